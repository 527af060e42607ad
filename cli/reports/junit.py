"""JUnit XML: one suite for each command, one test case for each check.

There is no binding schema; this is what Jenkins, GitLab and pytest agree on. The schema of Jenkins' xUnit plugin allows
a test case neither a file nor a line nor properties: the file is its name, and the line is in its message. There are no
times, so that the same findings give the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kronika.cli.reports import Case
from kronika.core.basics.printable import printable, printable_lines

IN_MEMORY: Final = 1 << 20
"""Bytes of test cases that wait in memory for the counts before them; more of them wait in a file."""


def write(command: str, cases: Iterable[Case]) -> Iterator[bytes]:
    """The pieces of a `testsuites` document with the cases."""
    tests = failures = errors = 0
    with SpooledTemporaryFile(IN_MEMORY) as waiting:
        for case in cases:
            element = _case(command, case)
            ElementTree.indent(element, level=2)
            waiting.write(f"\n    {ElementTree.tostring(element, encoding='unicode')}".encode())
            tests += 1
            failures += case.failed and not case.unread
            errors += case.unread
        head, tail = _around(command, {"tests": tests, "failures": failures, "errors": errors})
        yield head
        waiting.seek(0)
        yield from iter(partial(waiting.read, IN_MEMORY), b"")
        yield tail


def _around(command: str, counts: dict[str, int]) -> tuple[bytes, bytes]:
    """The document before and after its test cases."""
    said = {"name": f"kronika {command}", **{name: str(number) for name, number in counts.items()}}
    root = Element("testsuites", said)
    SubElement(root, "testsuite", {**said, "skipped": "0"})
    ElementTree.indent(root)
    empty = ElementTree.tostring(root, encoding="unicode")
    if counts["tests"]:
        empty = empty.replace(" />\n", ">@\n  </testsuite>\n")
    head, _, tail = f'<?xml version="1.0" encoding="UTF-8"?>\n{empty}\n'.partition("@")
    return head.encode(), tail.encode()


def _case(command: str, case: Case) -> Element:
    element = Element("testcase", classname=f"kronika.{command.replace(' ', '.')}", name=printable(case.name))
    if case.failed:
        first = next(problem for problem in case.problems if problem.severity != "note")
        said = {"message": printable(first.message), "type": first.code}
        SubElement(element, "error" if case.unread else "failure", said).text = printable_lines(case.text)
    elif case.text:
        SubElement(element, "system-out").text = printable_lines(case.text)
    return element
