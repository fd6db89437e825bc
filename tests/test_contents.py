"""Parameters that are texts or files of texts: values, run ids, labels, records, faults."""

from __future__ import annotations

import hashlib
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import config
from harness.contents import MOST_BYTES, Content, content
from harness.expansion import Plan, plan
from harness.model import Run, UserError
from harness.parameters import label, settings
from harness.preview import overview
from harness.recording import Recorder, unanswered
from kernels.contract import REQUIRED, Parameter

EDGES = "a b 3\nb c 1\n"


def write(folder: Path, name: str, text: str | bytes) -> None:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


def planned(folder: Path, edges: Any, overrides: tuple[str, ...] = (), **changes: Any) -> Plan:
    content = {
        "experiment": "roads",
        "domains": [{"graph": {"edges": edges}}],
        "instances": [{"literal": ["a -> c"]}],
        "algorithms": ["uniform_cost"],
        **changes,
    }
    write(folder, "c.yaml", json.dumps(content, indent=1))
    return plan(config.load(folder / "c.yaml", overrides))


def complaint(folder: Path, edges: Any, *overrides: str) -> str:
    with pytest.raises(UserError) as caught:
        planned(folder, edges, overrides)
    assert caught.value.exit_status == 2
    return str(caught.value)


def value(made: Plan) -> str:
    [run] = made.runs
    found: str = run.domain.parameters["edges"]
    return found


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\ufeff")))
def test_a_text_is_the_same_however_its_lines_end(text: str) -> None:
    for given_text in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
        assert content(given_text, Path()) == text


@pytest.mark.parametrize("written", [EDGES, "\ufeff" + EDGES, EDGES.replace("\n", "\r\n")])
def test_a_file_is_what_it_holds(tmp_path: Path, written: str) -> None:
    inline = planned(tmp_path, EDGES)
    (tmp_path / "data").mkdir()
    write(tmp_path, "data/x.csv", written)
    from_file = planned(tmp_path, {"file": "data/x.csv"})
    absolute = planned(tmp_path, {"file": str(tmp_path / "data/x.csv")})
    assert value(inline) == value(from_file) == value(absolute) == EDGES
    assert {made.runs[0].run_id for made in (inline, from_file, absolute)} == {
        planned(tmp_path, written).runs[0].run_id
    }


def test_other_content_gives_other_run_ids(tmp_path: Path) -> None:
    write(tmp_path, "x.csv", EDGES)
    before = planned(tmp_path, {"file": "x.csv"}).runs[0].run_id
    write(tmp_path, "x.csv", EDGES.replace("3", "4"))
    assert planned(tmp_path, {"file": "x.csv"}).runs[0].run_id != before


def test_set_takes_a_file_or_a_text(tmp_path: Path) -> None:
    write(tmp_path, "x.csv", EDGES)
    write(tmp_path, "y.csv", "a c")
    for override in ("edges={file: y.csv}", "edges.file=y.csv", "edges=a c"):
        made = planned(tmp_path, {"file": "x.csv"}, (f"domains.0.graph.{override}",))
        assert value(made) == "a c"


def test_a_list_is_an_axis(tmp_path: Path) -> None:
    write(tmp_path, "x.csv", EDGES)
    made = planned(tmp_path, [{"file": "x.csv"}, "a c 9"])
    assert [run.domain.parameters["edges"] for run in made.runs] == [EDGES, "a c 9"]
    text = complaint(tmp_path, [EDGES, {"file": "x.csv"}])
    assert "domains[0].graph.edges[1].file: {'file': 'x.csv'} stands on this axis twice" in text


@pytest.mark.parametrize(
    ("edges", "problem"),
    [
        (7, "edges: 7 is neither text nor {file: PATH}"),
        (None, "edges: null is neither text nor {file: PATH}"),
        ({"fil": "x"}, "edges: {'fil': 'x'} is neither text nor {file: PATH}"),
        ({"file": 3}, "edges.file: {'file': 3} names no file"),
        ({"file": ""}, "edges.file: {'file': ''} names no file"),
        ({"file": "a\0b"}, "names no file"),
        ({"file": "rods.csv"}, "rods.csv: there is no such file; did you mean 'roads.csv'?"),
        ({"file": "."}, "is a folder, not a file"),
        ({"file": "bad.csv"}, "bad.csv:2: is not UTF-8 text"),
        ({"file": "/dev/null"}, "/dev/null: is not a file"),
        ({"file": "large.csv"}, "large.csv: holds more than 64 MiB"),
        ([], "edges: [] is empty"),
    ],
)
def test_what_is_no_content_is_said_in_one_line(tmp_path: Path, edges: Any, problem: str) -> None:
    write(tmp_path, "roads.csv", EDGES)
    write(tmp_path, "bad.csv", b"a b\n\xff")
    with (tmp_path / "large.csv").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    text = complaint(tmp_path, edges)
    assert text.startswith(f"{tmp_path / 'c.yaml'}:")
    assert "domains[0].graph.edges" in text
    assert problem in text
    assert "\n" not in text


def test_a_complaint_about_an_override_names_it(tmp_path: Path) -> None:
    text = complaint(tmp_path, EDGES, "domains.0.graph.edges={file: none.csv}")
    assert text.startswith("--set domains.0.graph.edges={file: none.csv}: domains[0].graph.edges")


def test_a_required_content_is_missed() -> None:
    _, [fault] = settings({"edges": Parameter("content", REQUIRED, "the edges")}, {})
    assert fault.problem == "the parameter 'edges' is missing: the edges"


def test_labels_are_short(tmp_path: Path) -> None:
    write(tmp_path, "roads.csv", EDGES)
    for given_value, word in (
        ({"file": "roads.csv"}, "roads.csv"),
        ("a b\n" * 17, "<17 lines>"),
        ("a b\na c", "<2 lines>"),
        ("a b 3; b c", "a b 3; b c"),
        ("a b 3; " * 50, "a b 3; a b 3; a b 3; a b 3; a b 3; a ..."),
        ("", ""),
    ):
        assert label("graph", {"edges": content(given_value, tmp_path)}) == f"graph(edges={word})"


def test_check_shows_names_instead_of_texts(tmp_path: Path) -> None:
    write(tmp_path, "x.csv", EDGES)
    write(tmp_path, "y.csv", "a c 7\n" * 999)
    made = planned(tmp_path, [{"file": "x.csv"}, {"file": "y.csv"}])
    shown = "\n".join(overview(config.load(tmp_path / "c.yaml"), made))
    assert "graph(edges=x.csv)" in shown
    assert "graph(edges=y.csv)" in shown
    assert "a c 7" not in shown


class Rows(list):
    """A sink."""

    def append(self, records: Any) -> None:
        self.extend(record.row for record in records)


def recorded(run: Run) -> dict[str, Any]:
    rows = Rows()
    recorder = Recorder(rows)
    recorder.add(run, unanswered("kernel_error", "x"))
    recorder.flush(force=True)
    found: dict[str, Any] = json.loads(rows[0]["domain_params"])
    return found


def test_rows_hold_short_texts_and_the_digests_of_long_ones(tmp_path: Path) -> None:
    short, long = "a c" + " " * 1997, "a c" + " " * 1998
    [run] = planned(tmp_path, short).runs
    assert recorded(run) == {"edges": short, "directed": True, "reversed": False}
    [run] = planned(tmp_path, long).runs
    digest = hashlib.sha256(long.encode()).hexdigest()[:16]
    assert recorded(run)["edges"] == {"sha256": digest, "characters": 2001}


def test_workers_get_the_text(tmp_path: Path) -> None:
    write(tmp_path, "x.csv", EDGES)
    [run] = planned(tmp_path, {"file": "x.csv"}).runs
    again = pickle.loads(pickle.dumps(run))
    assert again == run
    assert isinstance(again.domain.parameters["edges"], Content)
    assert again.domain.parameters["edges"].brief == "x.csv"
