"""What all tests share: the folder of published data, and no test that fails for being slow."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Folder of published instances and tables, named by SEARCHBENCH_DATA.

    A test that needs it is skipped where the variable is unset, but fails in continuous
    integration, where it has to be set.
    """
    named = os.environ.get("SEARCHBENCH_DATA")
    if named is None:
        if os.environ.get("CI") == "true":
            pytest.fail("SEARCHBENCH_DATA is not set, and CI=true allows no skipped test")
        pytest.skip("needs the published data: set SEARCHBENCH_DATA to its folder")
    folder = Path(named)
    if not folder.is_dir():
        pytest.fail(f"SEARCHBENCH_DATA={named}: no such folder")
    return folder
