"""Subjects of commits, in a whole clone, a shallow one, and where there is no clone."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import subjects
from support.subjects import faults, git, new_subjects

SUBJECTS = [
    "An old one that says nothing.",
    "logs: a lock is waited for",
    "Merge branch 'docs'",
    "tests: a file a game",
]


@pytest.mark.parametrize(
    "subject",
    [
        "logs: a lock is waited for",
        "Viceroy: when it is known that a shown card is sold (VC-6.8)",
        "CHANGELOG, CONTRIBUTING: what merges wrote twice",
        "cli/page: a page without scripts is whole",
        f"core: {'x' * 66}",
        "Merge branch 'docs'",
        "Merge 1f2e3d into 4c5b6a",
        'Revert "logs: a lock is waited for"',
    ],
)
def test_a_subject(subject: str) -> None:
    assert faults(subject) == []


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("mends things", "is not `area: what changes`"),
        ("logs:no space", "is not `area: what changes`"),
        ("logs: ", "is not `area: what changes`"),
        ("logs: a lock is waited for.", "is not `area: what changes`"),
        ("Merged docs", "is not `area: what changes`"),
        (f"core: {'x' * 67}", "has 73 characters, 72 at most"),
    ],
)
def test_a_subject_that_is_wrong(subject: str, fault: str) -> None:
    (found,) = faults(subject)
    assert found.startswith(fault)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with a commit of each subject, the first of them the oldest."""
    root = tmp_path / "clone"
    root.mkdir()
    if not git(root, "--version"):
        pytest.skip("git is not here")
    git(root, "init", "-q")
    for subject in SUBJECTS:
        who = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false")
        git(root, *who, "commit", "-q", "--allow-empty", "--no-verify", "-m", subject)
    return root


def test_those_after_a_commit_are_new(clone: Path) -> None:
    first = git(clone, "rev-list", "HEAD").split()[-1]
    assert new_subjects(clone, first) == SUBJECTS[:0:-1]
    assert new_subjects(clone, git(clone, "rev-parse", "HEAD")) == []


def test_of_a_shallow_clone_the_last_is_new(clone: Path, tmp_path: Path) -> None:
    first = git(clone, "rev-list", "HEAD").split()[-1]
    git(tmp_path, "clone", "-q", "--depth", "2", clone.as_uri(), "shallow")
    assert new_subjects(tmp_path / "shallow", first) == SUBJECTS[-1:]


def test_an_unpacked_sdist_has_none(clone: Path, tmp_path: Path) -> None:
    """Nor has one within a clone of something else."""
    inner = clone / "kronika-0.2.0"
    inner.mkdir()
    assert new_subjects(inner, "HEAD") == []
    assert new_subjects(tmp_path, "HEAD") == []


def test_without_git_there_are_none(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(clone))
    assert new_subjects(clone, "HEAD") == []


def test_the_wrong_ones_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(subjects, "new_subjects", lambda root, since: ["mends things", "logs: a lock is waited for"])
    assert subjects.main() == 1
    assert capsys.readouterr().out.endswith("without a full stop: mends things\n")
    monkeypatch.setattr(subjects, "new_subjects", lambda root, since: [])
    assert subjects.main() == 0
