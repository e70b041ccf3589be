"""A plugin of pytest: says on one marked line of the first standard output what became of each test."""

import json
import os

_MARK = os.environ.pop("GAIA_REPORT_MARK")
_OUT = os.dup(1)
os.set_inheritable(_OUT, False)
_FOUND = {}


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        text = str(report.longrepr)[-2000:] if report.failed else None
        if _FOUND.get(report.nodeid, {}).get("outcome") != "failed":
            _FOUND[report.nodeid] = {"name": report.nodeid, "outcome": report.outcome, "message": text}


def pytest_collectreport(report):
    if report.failed:
        _FOUND[report.nodeid] = {"name": report.nodeid, "outcome": "failed", "message": str(report.longrepr)[-2000:]}


def pytest_unconfigure():
    data = memoryview((_MARK + json.dumps({"ok": True, "output": list(_FOUND.values())}) + "\n").encode())
    while data:
        data = data[os.write(_OUT, data) :]
