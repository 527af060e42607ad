"""`python -m mutants [N] [--lived] [--seed S]`: tries the first N of the sample, or goes on with it, and reports.

`--lived` tries those once more that nothing noticed: for when there are new tests. Another seed draws another sample:
one that no test was written against tells how good the tests are.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser

from mutants.recording import PARTS, record
from mutants.report import NOTICED, counted, report
from mutants.sample import SEED, SIZE, sample
from mutants.surroundings import KEPT
from mutants.survivors import survivors
from mutants.work import done, due

WORK = [sys.executable, "-m", "mutants.work"]


def main() -> None:
    """Tries, and prints the report; what lived and is not listed in `survivors.toml` stands above it."""
    parser = ArgumentParser(prog="python -m mutants")
    parser.add_argument("size", metavar="N", nargs="?", type=int, default=SIZE)
    parser.add_argument("--lived", action="store_true")
    parser.add_argument("--seed", metavar="S", type=int, default=SEED)
    asked = parser.parse_args()
    size, again, seed = asked.size, asked.lived, asked.seed
    record()
    if due(size, again, seed):
        words = [[str(word) for word in (part, PARTS, size, int(again), seed)] for part in range(PARTS)]
        with (KEPT / "work.log").open("w") as log:
            workers = [subprocess.Popen([*WORK, *part], stdout=log, stderr=log) for part in words]
            for worker in workers:
                worker.wait()
        if left := due(size, False, seed):
            print(
                f"{len(left)} were not tried: a worker ended before its time, see {log.name}; to go on, call it again"
            )
    show(size, seed)


def show(size: int, seed: int) -> None:
    """What has come out so far."""
    results, listed = done(), survivors()
    tried = [
        (mutant, str(results[mutant.key]["verdict"])) for mutant in sample(SIZE, seed)[:size] if mutant.key in results
    ]
    for mutant, verdict in sorted(tried):
        if verdict not in NOTICED and not any(survivor.is_of(mutant) for survivor in listed):
            print(
                f"{verdict}: {mutant.file}:{mutant.line} {mutant.where} {mutant.before} => {mutant.after} #{mutant.nth}"
            )
    print(*report(counted(tried)), sep="\n")
    print(f"{len(tried)} of {SIZE} were tried")
    at_first = done(first=True)
    *_, sums = report(counted((mutant, str(at_first[mutant.key]["verdict"])) for mutant, _ in tried))
    print(f"when they were tried first, before tests were written against what lived:\n{sums}")


if __name__ == "__main__":
    main()
