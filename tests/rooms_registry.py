"""A registry with one set, of rooms, and a server on this machine that has its file."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import small_catalogue
import yaml

from harness import dataset_files, dataset_registry
from harness.model import UserError
from kernels import catalogue

PUBLIC = b"; three rooms\n\n#o#\n# #\n\no#\n\n o\n#o\n"
ROOMS = {"1": "#o#\n# #", "2": "o#", "3": " o\n#o"}
"""The instances in it."""
OTHER_BYTES = b"; the same, copied by hand\r\n#o#  \r\n# #\r\n;\r\no#\r\n;\r\n o\r\n#o\r\n"
OTHER_ROOMS = b"#o#\n# #\n\no#\n\n o\n #\n"
PAGE = b"\n<!DOCTYPE html>\n<html><body>Please log in</body></html>\n"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def hash_of(texts: list[str]) -> str:
    """By its definition."""
    return sha256(json.dumps(texts, separators=(",", ":"), ensure_ascii=False).encode())


@dataclass
class Answer:
    """What the server sends: ``promised`` bytes are announced, those of ``content`` come.

    delay, stall
        seconds that it waits before the answer, and behind the content.
    """

    content: bytes
    status: int = 200
    promised: int | None = None
    delay: float = 0.0
    stall: float = 0.0


@dataclass
class Server:
    """A web server with one file."""

    answer: Answer
    asked: list[str] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving() -> Iterator[Server]:
    """A server while it listens."""
    served = Server(Answer(PUBLIC))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = served.answer
            served.asked.append(self.path)
            time.sleep(answer.delay)
            with suppress(ConnectionError):
                self.send_response(answer.status)
                promised = len(answer.content) if answer.promised is None else answer.promised
                self.send_header("Content-Length", str(promised))
                self.end_headers()
                self.wfile.write(answer.content)
                time.sleep(answer.stall)

        def log_message(self, *words: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        served.url = f"http://127.0.0.1:{listening.server_address[1]}/rooms.txt"
        thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield served
        finally:
            listening.shutdown()
            thread.join()


@dataclass
class Registry:
    """A registry of its own, with a set of rooms, an empty cache and an empty folder of data."""

    home: Path
    cache: Path
    data: Path

    def write(self, name: str, **content: Any) -> None:
        text = yaml.safe_dump(content, sort_keys=False)
        (self.home / f"{name}.yaml").write_text(text, encoding="utf-8")

    def cached(self) -> list[bytes]:
        """What the cache holds."""
        return [file.read_bytes() for file in self.cache.glob("*")]


ABOUT = {"title": "Three rooms", "citation": "Nobody 1999", "licence": "free"}


def registry_of(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """A registry in ``tmp_path`` in place of the program's; the set's file is at ``url``."""
    made = Registry(tmp_path / "datasets", tmp_path / "cache" / "datasets", tmp_path / "data")
    made.home.mkdir()
    made.data.mkdir()
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(tmp_path / "catalogue"))
    monkeypatch.setattr(dataset_registry, "HOME", made.home)
    monkeypatch.setattr(dataset_files, "cache_folder", lambda: made.cache)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv(dataset_files.FOLDER_VARIABLE, raising=False)
    made.write("rooms", **entry(url))
    return made


def entry(url: str, **changes: Any) -> dict[str, Any]:
    return {
        **ABOUT,
        "domain": "rooms",
        "url": url,
        "sha256": sha256(PUBLIC),
        "file": "several/rooms.txt",
        "instances": 3,
        "instances_sha256": hash_of(list(ROOMS.values())),
    } | changes


def put(registry: Registry, content: bytes) -> Path:
    """Put a file into the folder of data."""
    file = registry.data / "several" / "rooms.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    return file


def refusal(registry: Registry, data: Path | None = None, name: str = "rooms") -> str:
    """The sentence with which the set is refused."""
    with pytest.raises(UserError) as caught:
        dataset_registry.load(name).read(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)
