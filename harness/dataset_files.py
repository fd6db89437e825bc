"""Where the files of fetched instance sets are: a folder of data, the cache, or the network."""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from harness.model import UserError

FOLDER_VARIABLE = "SEARCHBENCH_DATA"
TIMEOUT = 25
"""Seconds without a connection, or without the next piece of a file, after which a download is
given up."""

_DIGITS = 12
"""Of a file's SHA-256, in its name in the cache: another file is looked for by another name."""
_PAGE_STARTS = (b"<!doctype html", b"<html")


@dataclass(frozen=True)
class Source:
    """The file of a set.

    name
        of the set, for messages.
    url, sha256
        where it is published, and the SHA-256 of its bytes.
    file
        its path in a folder of data.
    """

    name: str
    url: str
    sha256: str
    file: str

    @property
    def cached(self) -> Path:
        """Its place in the cache."""
        return cache_folder() / f"{self.name}-{self.sha256[:_DIGITS]}{Path(self.file).suffix}"

    def is_cached(self) -> bool:
        """Whether the cache holds it, whole."""
        try:
            return self.cached.is_file() and _hash(self.cached) == self.sha256
        except OSError:
            return False


def cache_folder() -> Path:
    """``datasets`` in the user's cache folder, beside the compiled kernels."""
    return Path(platformdirs.user_cache_dir("searchbench")) / "datasets"


def data_folder(named: Path | None) -> Path | None:
    """The folder of published sets: ``named`` (by ``--data``), else ``$SEARCHBENCH_DATA``, if any.

    Raises UserError where there is no such folder.
    """
    told = str(named) if named else os.environ.get(FOLDER_VARIABLE)
    if told and not Path(told).is_dir():
        by = "--data " if named else f"{FOLDER_VARIABLE}="
        raise UserError(f"{by}{told}: there is no such folder")
    return Path(told) if told else None


def place(source: Source, data: Path | None) -> str:
    """Where a set would be taken from now, in words."""
    if data and os.path.lexists(data / source.file):
        return f"in {data}" if (data / source.file).is_file() else f"no file in {data}"
    return "in the cache" if source.is_cached() else "to be fetched"


def obtain(source: Source, data: Path | None) -> Path:
    """The set's file: that of the folder ``data`` as it is; else that of the cache, or fetched now.

    Raises UserError in one sentence where it cannot be had; the cache then holds nothing new.
    """
    if data and (data / source.file).is_file():
        return data / source.file
    if data and os.path.lexists(data / source.file):
        raise UserError(f"{source.name}: {data / source.file}: is there, but is not a file")
    if not source.is_cached():
        _fetch(source)
    return source.cached


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _fetch(source: Source) -> None:
    """Download a file into the cache: under another name, until its hash is known to be right."""
    import pooch  # takes as long to load as all else that planning needs

    print(f"fetching {source.name} from {source.url}", file=sys.stderr, flush=True)
    pooch.get_logger().setLevel("WARNING")
    target = source.cached
    try:
        if target.exists() and not target.is_file():  # a FIFO would be waited for
            raise UserError(f"{source.name}: {target}: is there, but is not a file")
        pooch.retrieve(
            source.url,
            f"sha256:{source.sha256}",
            fname=target.name,
            path=target.parent,
            downloader=lambda url, file, mover: _download(source, file),
        )
    except (OSError, RuntimeError) as error:  # the latter of links that lead in a circle
        reason = getattr(error, "strerror", None) or error
        place = getattr(error, "filename", None) or target.parent
        raise UserError(f"{source.name}: {place}: cannot be written ({reason})", 1) from None


def _download(source: Source, file: str) -> None:
    """Write what the network gives into ``file``.

    Raises UserError unless it is the file that is wanted.
    """
    import pooch
    from requests import exceptions

    try:
        pooch.HTTPDownloader(timeout=TIMEOUT)(source.url, file, None)
    except exceptions.HTTPError as error:
        problem = f"answers {error.response.status_code} {error.response.reason}"
    except exceptions.Timeout:
        problem = f"does not answer within {TIMEOUT} s"
    except exceptions.SSLError:
        problem = "cannot be reached: its certificate is not accepted"
    except (exceptions.ChunkedEncodingError, exceptions.ContentDecodingError):
        problem = "broke off before the end of the file"
    except (exceptions.RequestException, ValueError):  # the latter of some names that are none
        problem = f"cannot be reached{_by_proxy(source.url)}, or the connection broke"
    except OSError as error:
        if error.errno is not None:
            raise
        problem = f"cannot be reached ({error})"
    else:
        problem = _difference(Path(file), source.sha256)
    if problem:
        raise UserError(
            f"{source.name}: {source.url} {problem}; a folder that holds {source.file} may be "
            f"named by --data or {FOLDER_VARIABLE}"
        )


def _by_proxy(url: str) -> str:
    """Which proxy stands between, and where it is set; its password is not told."""
    from requests.utils import get_environ_proxies, select_proxy

    proxy = select_proxy(url, get_environ_proxies(url))
    if not proxy:
        return ""
    setting = [f"{name}=" for name, value in os.environ.items() if value == proxy][:1]
    told = "".join([*setting, proxy.rpartition("@")[2]])
    return f" through the proxy {told!r} (wanted is http://HOST:PORT)"


def _difference(file: Path, sha256: str) -> str:
    """What is wrong with a file that was downloaded, or nothing."""
    content = file.read_bytes()
    if content.lstrip().lower().startswith(_PAGE_STARTS):
        return "gives a web page in place of the file"
    found = hashlib.sha256(content).hexdigest()
    return "" if found == sha256 else f"gives another file: its SHA-256 is {found}, not {sha256}"
