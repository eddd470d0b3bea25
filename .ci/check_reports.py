"""Reads the test reports of all modules and fails when a test that has to run did not.

A build is green when tests are skipped, or when the test engine finds none at all; this check is not. Every test class
of the sources must have a report with at least one test that ran, and no test may be skipped, except in the classes
that --may-skip names (shell patterns on the simple class name, or on Class#test for a test of a class of which the others
must run; --never-skip takes some of them out again).
Prints what was skipped and, as the last line, the totals.
"""

import argparse
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from xml.etree import ElementTree

# Reports of each plug-in, and the sources that it runs.
REPORTS = {"surefire-reports": "*Test.java", "failsafe-reports": "*IT.java"}


class Tests:
    """The test cases of one class, its nested classes included, as (name, outcome, message)."""

    def __init__(self):
        self.cases = []

    def ran(self):
        return any(outcome != "skipped" for _, outcome, _ in self.cases)


def outcome_of(case):
    for child in case:
        if child.tag in ("failure", "error"):
            return "failed", child.get("message", "")
        if child.tag == "skipped":
            return "skipped", child.get("message", "")
    return "passed", ""


def read_reports(folder):
    """Test cases of all reports in the folder, by the name of the top-level class."""
    by_class = {}
    for report in sorted(folder.glob("TEST-*.xml")):
        suite = ElementTree.parse(report).getroot()
        tests = by_class.setdefault(suite.get("name").split("$")[0], Tests())
        for case in suite.iter("testcase"):
            outcome, message = outcome_of(case)
            tests.cases.append((case.get("name"), outcome, message.strip()))
    return by_class


def test_classes(module, pattern):
    """Names of the test classes in the module's sources, without abstract ones and those that have long runs only."""
    root = module / "src" / "test" / "java"
    for source in sorted(root.rglob(pattern)):
        text = source.read_text(encoding="utf-8")
        elsewhere = rf'\babstract\b[^{{;]*\bclass {source.stem}\b|^@Tag\("long"\)'
        if not re.search(elsewhere, text, re.MULTILINE):
            yield ".".join(source.relative_to(root).with_suffix("").parts)


def modules(root):
    """Folders of the build's modules. A project below src/ is a test's input: the test that builds it looks after it."""
    for pom in sorted(root.rglob("pom.xml")):
        below = pom.parent.relative_to(root).parts
        if "src" not in below and "target" not in below:
            yield pom.parent


def matches(name, patterns, test=""):
    """Whether a pattern fits the class, or Class#test fits the test."""
    simple = name.rpartition(".")[2]
    return any(fnmatchcase(simple, pattern) or fnmatchcase(f"{simple}#{test}", pattern) for pattern in patterns)


def check(root, may_skip, never_skip):
    """Returns (totals by outcome, problems)."""
    totals = {"passed": 0, "failed": 0, "skipped": 0}
    problems = []
    for module in modules(root):
        for folder, pattern in REPORTS.items():
            reports = read_reports(module / "target" / folder)
            for name in test_classes(module, pattern):
                lenient = matches(name, may_skip) and not matches(name, never_skip)
                tests = reports.setdefault(name, Tests())
                if not tests.cases or (not lenient and not tests.ran()):
                    problems.append(f"no test of {name} was run")
            for name, tests in reports.items():
                for test, outcome, message in tests.cases:
                    totals[outcome] += 1
                    lenient = matches(name, may_skip, test) and not matches(name, never_skip, test)
                    if outcome == "failed" or (outcome == "skipped" and not lenient):
                        problems.append(f"{name}.{test} {outcome}: {message or 'no reason given'}")
                    elif outcome == "skipped":
                        print(f"skipped, as it may be: {name}.{test}: {message}")
    if totals["passed"] == 0:
        problems.append("no test was run at all")
    return totals, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path("."), help="folder of the build (default: this one)")
    parser.add_argument("--may-skip", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--never-skip", action="append", default=[], metavar="PATTERN")
    arguments = parser.parse_args()
    totals, problems = check(arguments.root, arguments.may_skip, arguments.never_skip)
    for problem in problems:
        print(f"test report: {problem}", file=sys.stderr)
    print("tests: {passed} passed, {failed} failed, {skipped} skipped".format(**totals))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
