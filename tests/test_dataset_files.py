"""Where the file of a set is taken from, what is refused, and that nothing bad is kept.

Downloads come from a server on this machine; no test reaches further (see ``conftest``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rooms_registry import (
    OTHER_BYTES,
    OTHER_ROOMS,
    PAGE,
    PUBLIC,
    ROOMS,
    Answer,
    Registry,
    Server,
    entry,
    hash_of,
    put,
    refusal,
    registry_of,
    serving,
    sha256,
)

from harness import dataset_files, dataset_registry


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Server) -> Registry:
    return registry_of(server.url, tmp_path, monkeypatch)


def test_it_is_fetched_once(registry: Registry, server: Server) -> None:
    assert dataset_registry.load("rooms").read() == ROOMS
    assert registry.cached() == [PUBLIC]
    assert dataset_registry.load("rooms").read() == ROOMS
    assert server.asked == ["/rooms.txt"]


def test_the_cache_needs_no_network(registry: Registry, server: Server) -> None:
    assert dataset_registry.load("rooms").read() == ROOMS
    server.answer = Answer(b"", status=503)
    assert dataset_registry.load("rooms").read() == ROOMS


def test_a_damaged_cache_is_mended(registry: Registry, server: Server) -> None:
    dataset_registry.load("rooms").read()
    [file] = registry.cache.glob("*")
    file.write_bytes(PUBLIC[:-3])
    server.answer = Answer(b"", status=503)
    assert "answers 503 Service Unavailable" in refusal(registry)
    server.answer = Answer(PUBLIC)
    assert dataset_registry.load("rooms").read() == ROOMS
    assert registry.cached() == [PUBLIC]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer(b"gone", status=404), "answers 404 Not Found"),
        (Answer(PUBLIC[:10], promised=len(PUBLIC)), "broke off before the end of the file"),
        (Answer(PAGE), "gives a web page in place of the file"),
        (
            Answer(OTHER_ROOMS),
            f"gives another file: its SHA-256 is {sha256(OTHER_ROOMS)}, not {sha256(PUBLIC)}",
        ),
        (Answer(b""), f"gives another file: its SHA-256 is {sha256(b'')}, not {sha256(PUBLIC)}"),
        (Answer(PUBLIC, delay=1.5), "does not answer within 0.2 s"),
        (
            Answer(PUBLIC[:10], promised=len(PUBLIC), stall=1.5),
            "cannot be reached, or the connection broke",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_leaves_nothing(
    registry: Registry,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    answer: Answer,
    problem: str,
) -> None:
    with monkeypatch.context() as hasty:
        if answer.delay or answer.stall:
            hasty.setattr(dataset_files, "TIMEOUT", 0.2)
        server.answer = answer
        assert refusal(registry) == (
            f"rooms: {server.url} {problem}; a folder that holds several/rooms.txt may be named by "
            "--data or SEARCHBENCH_DATA"
        )
    assert registry.cached() == []
    server.answer = Answer(PUBLIC)
    assert dataset_registry.load("rooms").read() == ROOMS


@given(
    content=st.binary(max_size=40) | st.integers(0, len(PUBLIC) - 1).map(lambda n: PUBLIC[:n]),
    promised=st.sampled_from([None, len(PUBLIC)]),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_but_the_file_is_kept(
    registry: Registry, server: Server, content: bytes, promised: int | None
) -> None:
    server.answer = Answer(content, promised=promised)
    assert refusal(registry).startswith(f"rooms: {server.url} ")
    assert registry.cached() == []


def test_no_network(registry: Registry) -> None:
    url = "http://127.0.0.1:9/rooms.txt"  # "discard": nothing listens there
    registry.write("rooms", **entry(url))
    assert refusal(registry) == (
        f"rooms: {url} cannot be reached, or the connection broke; a folder that holds "
        "several/rooms.txt may be named by --data or SEARCHBENCH_DATA"
    )
    assert registry.cached() == []


@pytest.mark.parametrize(
    "proxy", ["http://127.0.0.1:9", "127.0.0.1:9", "http://", "x://y", "[", ":"]
)
def test_a_proxy_that_is_none(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    url = "http://levels.invalid/rooms.txt"
    registry.write("rooms", **entry(url))
    monkeypatch.setenv("http_proxy", proxy)
    assert refusal(registry).startswith(f"rooms: {url} cannot be reached")


@pytest.mark.parametrize(
    ("proxy", "told"),
    [
        ("127.0.0.1:9", "127.0.0.1:9"),
        ("http://..", "http://.."),
        ("http://" + "a" * 70, "http://" + "a" * 70),
        ("http://me:secret@[", "["),
    ],
)
@pytest.mark.parametrize("variable", ["http_proxy", "ALL_PROXY"])
def test_a_bad_proxy_is_named_but_its_password(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, variable: str, proxy: str, told: str
) -> None:
    url = "http://levels.invalid/rooms.txt"
    registry.write("rooms", **entry(url))
    monkeypatch.setenv(variable, proxy)
    assert refusal(registry) == (
        f"rooms: {url} cannot be reached through the proxy '{variable}={told}' (wanted is "
        "http://HOST:PORT), or the connection broke; a folder that holds several/rooms.txt may be "
        "named by --data or SEARCHBENCH_DATA"
    )


def test_a_pipe_is_not_waited_for(registry: Registry, server: Server) -> None:
    wanted = dataset_registry.load("rooms")
    wanted.read()
    [cached] = registry.cache.iterdir()
    cached.unlink()
    os.mkfifo(cached)
    assert wanted.place() == "to be fetched"
    assert refusal(registry) == f"rooms: {cached}: is there, but is not a file"
    file = registry.data / "several" / "rooms.txt"
    file.parent.mkdir()
    os.mkfifo(file)
    assert wanted.place(registry.data) == f"no file in {registry.data}"
    assert refusal(registry, registry.data) == f"rooms: {file}: is there, but is not a file"


def test_a_stranger_s_certificate(registry: Registry, server: Server) -> None:
    """No more than that: the server does not speak TLS at all."""
    url = server.url.replace("http:", "https:")
    registry.write("rooms", **entry(url))
    assert refusal(registry).startswith(f"rooms: {url} cannot be reached")


def test_a_cache_that_cannot_be_written(registry: Registry) -> None:
    registry.cache.parent.write_text("in the way")
    assert refusal(registry).startswith(f"rooms: {registry.cache}: cannot be written (")


@pytest.mark.parametrize("content", [PUBLIC, OTHER_BYTES])
def test_the_folder_serves_first(registry: Registry, server: Server, content: bytes) -> None:
    """Whatever its bytes are: the instances count."""
    put(registry, content)
    assert dataset_registry.load("rooms").read(registry.data) == ROOMS
    assert server.asked == registry.cached() == []


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (OTHER_ROOMS, "the hash of its 3 is " + hash_of(["#o#\n# #", "o#", " o\n #"])),
        (OTHER_ROOMS[:-6], "the hash of its 2 of 3 is " + hash_of(["#o#\n# #", "o#"])),
        (PUBLIC + b"\nox\n", ":11: instance 4: 'x' is no mark"),
        (b"; nothing\n", ": holds no instance"),
        (b"\xff", ":1: is not UTF-8 text"),
    ],
)
def test_other_instances_in_the_folder_are_refused(
    registry: Registry, server: Server, content: bytes, problem: str
) -> None:
    file = put(registry, content)
    sentence = refusal(registry, registry.data)
    assert sentence.startswith(f"rooms: {file}")
    assert problem in sentence
    assert server.asked == []


def test_a_folder_without_the_file(registry: Registry, server: Server) -> None:
    assert dataset_registry.load("rooms").read(registry.data) == ROOMS
    assert registry.cached() == [PUBLIC]
    assert list(registry.data.iterdir()) == []


def test_which_folder(
    registry: Registry, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that is named goes before that of the variable."""
    file = put(registry, PUBLIC)
    monkeypatch.setenv("SEARCHBENCH_DATA", str(registry.data))
    assert dataset_registry.load("rooms").path() == file
    assert dataset_registry.load("rooms").path(tmp_path).parent == registry.cache
    monkeypatch.setenv("SEARCHBENCH_DATA", "nowhere")
    assert refusal(registry) == "SEARCHBENCH_DATA=nowhere: there is no such folder"
    assert refusal(registry, Path("none")) == "--data none: there is no such folder"
    monkeypatch.setenv("SEARCHBENCH_DATA", "")
    assert dataset_registry.load("rooms").read() == ROOMS
