"""One writer at a time in a results folder."""

from __future__ import annotations

import fcntl
import os
import socket
from pathlib import Path

from harness.model import UserError


class FolderLock:
    """The exclusive right to write into ``folder``, held until ``release``.

    The operating system gives it back whichever way the process ends. Raises UserError (exit
    status 1) naming the process that holds it; OSError if the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 200, 0).decode(errors="replace")
            os.close(self._file)
            raise UserError(
                f"{folder} is being written by {holder or 'another process'}; wait for it to end",
                1,
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"process {os.getpid()} on {socket.gethostname()}".encode(), 0)

    def release(self) -> None:
        """Give the folder free."""
        os.close(self._file)
