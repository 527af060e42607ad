"""What a release is made of: the version, the workflow that would make one, the files that an sdist and a wheel get."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from kronika.core import __version__
from support.playouts import ROOT

RELEASE = ROOT / ".github" / "workflows" / "release.yml"
SYSTEMS = ROOT / ".github" / "workflows" / "systems.yml"
VERSIONS = ROOT / ".github" / "workflows" / "versions.yml"
EXAMPLE = ROOT / "fixtures" / "ci" / ".github" / "workflows" / "kronika.yml"
WORKFLOWS = [pytest.param(path, id=path.stem) for path in (RELEASE, SYSTEMS, VERSIONS, EXAMPLE)]

TEXT = {"type": "string", "minLength": 1}
PERMISSIONS = {"type": "object", "additionalProperties": {"enum": ["read", "write", "none"]}}
STEP = {
    "type": "object",
    "properties": {"name": TEXT, "if": TEXT, "run": TEXT, "uses": {"pattern": r"^[\w-]+/[\w-]+@v\d+$"}, "with": {}},
    "oneOf": [{"required": ["run"]}, {"required": ["uses"]}],
    "dependentSchemas": {"with": {"required": ["uses"]}},
    "additionalProperties": False,
}
JOB = {
    "type": "object",
    "properties": {
        "runs-on": TEXT,
        "needs": TEXT,
        "permissions": PERMISSIONS,
        "strategy": {
            "type": "object",
            "properties": {"matrix": {"type": "object"}, "fail-fast": {"type": "boolean"}},
            "additionalProperties": False,
        },
        "steps": {"type": "array", "items": STEP, "minItems": 1},
    },
    "required": ["runs-on", "steps"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "on": {"type": ["object", "array"]},
        "permissions": PERMISSIONS,
        "jobs": {"type": "object", "additionalProperties": JOB, "minProperties": 1},
    },
    "required": ["name", "on", "permissions", "jobs"],
    "additionalProperties": False,
}
"""The part of GitHub's workflows that is used here: a key that is not in it is misspelt, or to be added."""


def read(path: Path) -> dict[str, Any]:
    """A workflow. YAML 1.1 takes its key `on` for a truth."""
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in found.items()}


def steps(workflow: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def wrong(workflow: dict[str, Any]) -> list[str]:
    return [error.json_path for error in Draft202012Validator(SCHEMA).iter_errors(workflow)]


@pytest.mark.parametrize("path", WORKFLOWS)
def test_a_workflow_is_one(path: Path) -> None:
    workflow = read(path)
    assert wrong(workflow) == []
    before: set[str] = set()
    for name, job in workflow["jobs"].items():
        assert {job["needs"]} <= before if "needs" in job else True, name
        before.add(name)
    for step in steps(workflow):
        if "run" in step:
            assert "${{" not in step["run"], "a shell would obey what is filled in"
            assert subprocess.run(["bash", "-n", "-c", step["run"]], check=False).returncode == 0, step


def test_a_workflow_that_is_none_is_noticed() -> None:
    def spoilt(**change: Any) -> list[str]:
        workflow = deepcopy(read(RELEASE))
        workflow["jobs"]["build"]["steps"][0].update(change)
        return wrong(workflow)

    assert spoilt() == []
    for change in ({"run": "true"}, {"uses": "actions/checkout"}, {"uses": "actions/checkout@main"}, {"wiht": {}}):
        assert spoilt(**change) == ["$.jobs.build.steps[0]" + ".uses" * ("uses" in change)], change


def test_who_attests_a_release_runs_nothing_of_it() -> None:
    workflow = read(RELEASE)
    assert "secrets" not in RELEASE.read_text(encoding="utf-8")
    for job in workflow["jobs"].values():
        may = {**workflow["permissions"], **job.get("permissions", {})}
        assert "write" not in may.values() or not any("run" in step for step in job["steps"])
    assert workflow["jobs"]["attest"]["needs"] == "test"
    assert workflow["jobs"]["test"]["needs"] == "build"


def test_a_release_is_made_by_commands_that_there_are() -> None:
    made = {
        target for step in steps(read(RELEASE)) for target in re.findall(r"make (?:-C \S+ )?(\w+)", step.get("run", ""))
    }
    assert made == {"build", "test"}
    assert made <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_systems_that_are_said_to_be_tried_are_tried() -> None:
    """Each in the workflow, with every version of Python that the package names."""
    workflow, promise = read(SYSTEMS), (ROOT / "docs" / "promise.md").read_text(encoding="utf-8")
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["system"] == ["ubuntu-latest", "windows-latest", "macos-latest"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert matrix["python"][: len(named)] == named
    for system in ("Linux", "Windows", "macOS"):
        assert re.search(rf"^\| {system} \|", promise, re.MULTILINE)
    for python in named:
        assert python in promise


def test_each_python_is_tried_here_and_on_each_system() -> None:
    """`make test-pythons` takes those that a machine has, 3.14 too: it is named as known only once it has run."""
    (minors,) = re.findall(r"for minor in ([\d ]+);", (ROOT / "Makefile").read_text(encoding="utf-8"))
    tried = read(SYSTEMS)["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert tried == [f"3.{minor}" for minor in minors.split()] == ["3.11", "3.12", "3.13", "3.14"]


def test_the_oldest_and_the_newest_are_met_by_themselves() -> None:
    workflow = read(VERSIONS)
    assert workflow["on"]["schedule"]
    made = {step["run"].removeprefix("make ") for step in steps(workflow) if step.get("run", "").startswith("make ")}
    assert made == {"test-oldest", "test-newest"}
    assert made <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_changelog_begins_with_this_version() -> None:
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[0].split()[0] == __version__


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["license"], cited["title"]) == (__version__, "MIT", "Kronika")
    assert cited["authors"] == [{"name": "The Kronika maintainers"}]
    assert f"version {__version__}" in (ROOT / "docs" / "about.md").read_text(encoding="utf-8")
    assert f"kronika-{__version__}-py3" in (ROOT / "docs" / "install.md").read_text(encoding="utf-8")


def test_a_wheel_has_all_of_the_example_for_ci() -> None:
    """Hidden files go in by their names alone: `kronika ci-example` would pass over one that is not there."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for path in (ROOT / "fixtures" / "ci").rglob("*"):
        if path.is_file():
            folder = next(parent for parent in path.parents if not re.search(r"/\.", str(parent.relative_to(ROOT))))
            package = "kronika." + folder.relative_to(ROOT).as_posix().replace("/", ".")
            patterns = [*listed["package-data"]["*"], *listed["package-data"].get(package, ())]
            assert any(fnmatch(path.relative_to(folder).as_posix(), pattern) for pattern in patterns), path
