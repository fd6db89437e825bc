"""How one game of a match goes, with players that only pretend to search."""

from __future__ import annotations

import pytest
from fake_game import FakeSearcher, match_run, player_of

from harness.identity import canonical_json
from harness.match_play import play
from harness.model import KernelFault, Limits, Record
from harness.players import digest_of, match_of, search_of, searches_of


def played(position: str, first: str, second: str) -> Record:
    return play(match_run(position, player_of(first), player_of(second)), FakeSearcher())


@pytest.mark.parametrize("mover", [0, 1])
def test_the_result_is_of_the_player_who_moves_first_in_the_opening(mover: int) -> None:
    """Whoever is to move with a multiple of three stones loses against one who knows that."""
    assert played(f"7 {mover}", "knows", "takes_one").row["value"] == 1
    assert played(f"1 {mover}", "takes_one", "knows").row["value"] == 1
    assert played(f"5 {mover}", "takes_one", "knows").row["value"] == -1
    assert played(f"6 {mover}", "takes_one", "knows").row["value"] == -1
    assert played(f"10 {mover}", "knows", "takes_one").row["value"] == 0


def test_players_move_in_turn_and_each_move_has_a_row() -> None:
    record = play(
        match_run("5 1", player_of("takes_one"), player_of("knows"), keep_path=True), FakeSearcher()
    )
    counts = {"expanded": 3, "generated": 7, "evaluated": 4, "kernel_seconds": 0.5}
    assert record.games == [
        {"ply": 0, "player": "takes_one", "move": "1", "value": -5, "status": "solved", **counts},
        {"ply": 1, "player": "knows", "move": "1", "value": 5, "status": "solved", **counts},
        {"ply": 2, "player": "takes_one", "move": "1", "value": -3, "status": "solved", **counts},
        {"ply": 3, "player": "knows", "move": "2", "value": 5, "status": "solved", **counts},
    ]
    assert record.path == ["1", "1", "1", "2"]
    assert len(record.levels) == len(record.iterations) == 0


def test_counts_are_sums_over_all_moves() -> None:
    row = played("5 0", "takes_one", "knows").row
    assert (row["depth"], row["best_move"], row["status"]) == (4, "1", "solved")
    sums = {"expanded": 3, "generated": 7, "evaluated": 4, "leaves": 2, "cutoffs": 1}
    assert {name: row[name] for name in sums} == {name: 4 * n for name, n in sums.items()}
    assert (row["table_hits"], row["kernel_seconds"]) == (24, 2.0)
    assert (row["nodes_per_second"], row["peak_bytes"]) == (6.0, 900)
    assert "first_wins" not in row  # of leaves; the winner of the game is told by the value


def test_a_player_whose_search_was_cut_moves_by_the_value_that_it_has() -> None:
    record = played("2 0", "hurried", "knows")
    assert (record.row["status"], record.row["value"]) == ("solved", -1)
    assert [row["status"] for row in record.games] == ["node_limit", "solved"]


@pytest.mark.parametrize(
    ("first", "second", "made"), [("too_slow", "knows", 0), ("knows", "too_slow", 1)]
)
def test_a_game_ends_with_the_limit_at_which_a_player_has_no_value(
    first: str, second: str, made: int
) -> None:
    record = played("7 0", first, second)
    assert record.row["status"] == "time_limit"
    assert record.row["detail"] == (
        f"too_slow, move {made + 1}: no value within the limits of the player (2 seconds)"
    )
    assert record.row["value"] is None
    assert (record.row["depth"], len(record.games)) == (made, made)
    assert record.row["best_move"] == ("1" if made else None)
    assert record.row["expanded"] == 3 * (made + 1)  # the search that was cut counts


@pytest.mark.parametrize(
    ("habit", "problem"),
    [
        ("broken", "broken, move 2: evaluate gave 2.5"),
        ("speechless", "speechless, move 2: speechless gives a value, but no move"),
        ("cheats", "cheats, move 2: 9 breaks the game's rules"),
    ],
)
def test_a_fault_names_player_and_move(habit: str, problem: str) -> None:
    with pytest.raises(KernelFault) as caught:
        played("7 0", "knows", habit)
    assert str(caught.value) == problem


def test_a_game_that_is_over_already_is_decided_without_a_search() -> None:
    searcher = FakeSearcher()
    record = play(match_run("0 0", player_of("knows"), player_of("takes_one")), searcher)
    assert (record.row["value"], record.row["depth"], record.row["expanded"]) == (0, 0, 0)
    assert record.row["nodes_per_second"] is None
    assert not searcher.asked


def test_each_player_searches_with_what_is_its_own() -> None:
    searcher = FakeSearcher()
    one = player_of("knows", "one", Limits(nodes=9))
    other = player_of("takes_one", "other", Limits(seconds=2.0))
    run = match_run("5 0", one, other, keep_path=True)
    play(run, searcher)
    assert [asked.instance.text for asked in searcher.asked] == ["5 0", "3 1", "2 0"]
    assert [asked.algorithm.name for asked in searcher.asked] == ["knows", "takes_one", "knows"]
    limits = [asked.limits for asked in searcher.asked]
    assert limits == [Limits(nodes=9), Limits(seconds=2.0), Limits(nodes=9)]
    assert all(asked.players is None and not asked.keep_path for asked in searcher.asked)


def test_a_worker_s_share_of_memory_is_each_player_s_without_a_limit() -> None:
    run = match_run("5 0", player_of("knows"), player_of("takes_one", limits=Limits(memory=7)))
    run = run.__class__(**{**run.__dict__, "limits": Limits(memory=50)})
    assert [search.limits.memory for search in searches_of(run)] == [50, 7]


def test_a_search_is_its_own_only_search() -> None:
    run = match_run("5 0", player_of("knows"), player_of("takes_one"))
    search = search_of(run, player_of("knows"), "4 1")
    assert searches_of(search) == (search,)


def test_the_digest_of_a_match_is_that_of_both_kernels_in_any_order() -> None:
    record = played("7 0", "knows", "takes_one")
    kernels = ["kernel of takes_one", "kernel of knows"]
    assert record.row["kernel_digest"] == digest_of(kernels) == digest_of(reversed(kernels))
    assert digest_of(kernels) != digest_of(["kernel of knows"] * 2)
    assert len(digest_of(kernels)) == 16


def test_what_decides_a_game_stands_in_the_parameters_of_the_match() -> None:
    match = match_of(player_of("knows", "a", Limits(nodes=9)), player_of("takes_one", "b"))
    assert match.name == "match"
    assert canonical_json(match.parameters) == (
        '{"first":"a","players":{'
        '"a":{"algorithm":"knows","algorithm_params":{},"candidates":"all","candidates_params":{},'
        '"evaluator":null,"evaluator_params":null,"limits":{"nodes":9}},'
        '"b":{"algorithm":"takes_one","algorithm_params":{},"candidates":"all",'
        '"candidates_params":{},"evaluator":null,"evaluator_params":null,"limits":{}}},"second":"b"}'
    )
