"""Loads domains, algorithms and heuristics for planning, which calls no compiled function.

Numba is left out where it is not loaded already: a plan of thousands of runs, or one of which all
is recorded, needs neither the compiler nor the time that it takes to start.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from harness.model import UserError
from harness.suggest import did_you_mean
from kernels.contract import Parameter


def load(path: Path, required: Iterable[str] = ()) -> ModuleType:
    """The module in a file, under a private name, with its compiled functions left as plain ones.

    required
        names that the file has to define.

    Raises UserError with file and line where the file is missing, is not Python, fails when it is
    run, lacks a required name or has a ``PARAMETERS`` that is no mapping of ``Parameter``.
    """
    code = _compile(path)
    try:
        with _numba_left_out():
            module = _execute(code, path)
    except (Exception, SystemExit):
        module = _execute_or_blame(code, path)
    missing = [name for name in required if not hasattr(module, name)]
    if missing:
        raise UserError(f"{path}: does not define {', '.join(missing)}")
    parameters = getattr(module, "PARAMETERS", {})
    if not isinstance(parameters, dict) or not all(
        isinstance(parameter, Parameter) for parameter in parameters.values()
    ):
        raise UserError(f"{path}: PARAMETERS is not a mapping of names to Parameter(...)")
    return module


def blame(error: BaseException, path: Path) -> UserError:
    """An exception in somebody's file as one sentence, with the file's last line that ran."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    place = f"{path}:{lines[-1]}" if lines else str(path)
    return UserError(f"{place}: {type(error).__name__}: {str(error) or 'no message'}")


def _compile(path: Path) -> CodeType:
    if path.exists() and not path.is_file():  # a FIFO would be waited for
        raise UserError(f"{path}: is there, but is not a file")
    try:
        return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except FileNotFoundError:
        near = [p.name for p in path.parent.glob("*.py")]
        raise UserError(f"{path}: there is no such file{did_you_mean(path.name, near)}") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise UserError(f"{path}:{line}: is not Python: {getattr(error, 'msg', error)}") from None


def _execute(code: CodeType, path: Path) -> ModuleType:
    name = "_searchbench_" + hashlib.sha256(str(path).encode()).hexdigest()[:16]
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # dataclasses look their module up by its name
    exec(code, module.__dict__)
    return module


def _execute_or_blame(code: CodeType, path: Path) -> ModuleType:
    try:
        return _execute(code, path)
    except (Exception, SystemExit) as error:
        raise blame(error, path) from None


class _Nothing(ModuleType):
    """Stands for a compiler: has every attribute, and as a decorator changes nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else self


@contextmanager
def _numba_left_out() -> Iterator[None]:
    """Put ``_Nothing`` in Numba's place, unless it is loaded, and forget what was built on it."""
    if "numba" in sys.modules:
        yield
        return
    before = set(sys.modules)
    sys.modules["numba"] = _Nothing("numba")
    try:
        yield
    finally:
        del sys.modules["numba"]
        for name in set(sys.modules) - before:
            if name.startswith("kernels."):
                del sys.modules[name]
