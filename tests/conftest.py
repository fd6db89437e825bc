"""What all tests share: the folder of published data, no network, no haste."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import small_catalogue

from kernels import catalogue

hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

HERE = ("localhost", "127.0.0.1", "::1")


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """A test that reaches for another machine fails, wherever it runs."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in HERE:
            raise AssertionError(f"a test reaches out to {address}")
        connect(self, address)

    def guarded_look_up(host: Any, *others: Any, **named: Any) -> Any:
        if host not in (None, *HERE):
            raise AssertionError(f"a test looks up {host}")
        return look_up(host, *others, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(socket.socket, "connect", guarded_connect)
        patched.setattr(socket, "getaddrinfo", guarded_look_up)
        yield


@pytest.fixture(scope="module", autouse=True)
def compiled_once() -> Iterator[None]:
    """Kernels stay loaded, by the hundred; Python need not look for garbage in them again."""
    yield
    gc.freeze()


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, while the tiny catalogue of the tests stands in for the kernels."""
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(tmp_path / "catalogue"))
    return tmp_path
