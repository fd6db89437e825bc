"""IDA* with Manhattan distance on Korf's instances: generated nodes a second.

    python benchmarks/ida_star.py [INSTANCES]

Beside the specialised kernel runs, where a C++ compiler is found, the same search as one would
write it by hand in C++ for the 15-puzzle alone (``peer_ida_star.cpp``). Both must generate the
same nodes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import choice, interleaved, korf, rate, run_of

from harness.search import Solver


def main(count: int) -> None:
    """Print medians."""
    solver = Solver()
    algorithm = choice("algorithms", "ida_star")
    heuristic = choice("heuristics", "manhattan", "sliding_tiles")
    runs = [run_of(instance, algorithm, heuristic) for instance in korf(count)]
    records = [solver.solve(run) for run in runs]
    generated = sum(record.row["generated"] for record in records)
    print(f"{count} instances, {generated} nodes generated")
    measures = {
        "specialised kernel": lambda: rate([solver.solve(run) for run in runs], "generated")
    }
    compiler = shutil.which("g++") or shutil.which("clang++")
    with tempfile.TemporaryDirectory() as folder:
        if compiler:
            peer = Path(folder) / "peer"
            source = Path(__file__).with_name("peer_ida_star.cpp")
            subprocess.run(
                [compiler, "-O3", "-march=native", "-o", str(peer), str(source)], check=True
            )
            boards = "\n".join(run.instance.text for run in runs)

            def by_hand() -> float:
                answer = subprocess.run([peer], input=boards, text=True, capture_output=True)
                nodes, seconds = answer.stdout.split()
                assert int(nodes) == generated, "the peer counts otherwise"
                return generated / float(seconds) / 1e6

            measures["the same by hand in C++"] = by_hand
        interleaved(measures, "M generated/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
