"""The subjects of commits: `area: what changes`, at most 72 characters. `make check` runs it over the new ones."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
SINCE = "0e94d5b0419c62159a7ce2dd10fb22ae1340d3a8"
"""The last commit before this was checked."""
MOST = 72
FORM = re.compile(r"[A-Za-z][\w&./, -]*: \S.*[^\s.]")


def faults(subject: str) -> list[str]:
    """What is wrong with a subject; git itself writes those of merges and of commits that are reverted."""
    if re.match(r'Merge \S|Revert "|(fixup|squash|amend)! ', subject):
        return []
    found = [] if FORM.fullmatch(subject) else ["is not `area: what changes`, without a full stop"]
    return found + [f"has {len(subject)} characters, {MOST} at most"] * (len(subject) > MOST)


def git(root: Path, *words: str) -> str:
    """What git answers; nothing where it is not there, or refuses."""
    try:
        done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def new_subjects(root: Path, since: str) -> list[str]:
    """The subjects of commits after `since`; of the last one alone in a shallow clone; none in an unpacked sdist."""
    top = git(root, "rev-parse", "--show-toplevel")
    if not top or not Path(top).samefile(root):
        return []
    known = git(root, "merge-base", since, "HEAD") == since
    log = git(root, "log", "--no-merges", "--format=%s", *([f"{since}..HEAD"] if known else ["-1"]))
    return log.split("\n") if log else []


def main() -> int:
    """Names the subjects that are wrong; the exit status."""
    wrong = [(subject, fault) for subject in new_subjects(ROOT, SINCE) for fault in faults(subject)]
    for subject, fault in wrong:
        print(f"The subject of a commit {fault}: {subject}")
    return int(bool(wrong))


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
