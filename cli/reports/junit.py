"""JUnit XML: one suite for each command, one test case for each check.

There is no binding schema; this is what Jenkins, GitLab and pytest agree on. The schema of Jenkins' xUnit plugin allows
a test case neither a file nor a line nor properties: the file is its name, and the line is in its message. There are no
times, so that the same findings give the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kronika.cli.reports import Case
from kronika.core.basics.printable import printable, printable_lines


def write(command: str, cases: Sequence[Case]) -> str:
    """The cases as a `testsuites` document."""
    counts = {
        "name": f"kronika {command}",
        "tests": str(len(cases)),
        "failures": str(sum(case.failed and not case.unread for case in cases)),
        "errors": str(sum(case.unread for case in cases)),
    }
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {**counts, "skipped": "0"})
    for case in cases:
        suite.append(_case(command, case))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _case(command: str, case: Case) -> Element:
    element = Element("testcase", classname=f"kronika.{command.replace(' ', '.')}", name=printable(case.name))
    if case.failed:
        first = next(problem for problem in case.problems if problem.severity != "note")
        said = {"message": printable(first.message), "type": first.code}
        SubElement(element, "error" if case.unread else "failure", said).text = printable_lines(case.text)
    elif case.text:
        SubElement(element, "system-out").text = printable_lines(case.text)
    return element
