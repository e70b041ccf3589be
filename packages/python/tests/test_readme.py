"""The examples of README.md, run as they stand."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from gaia_skills import SkillManager
from gaia_skills.spec_names import offer_spec_imports

README = Path(__file__).resolve().parents[1] / "README.md"


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_readme_run(
    home: Path, registry: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GAIA_HOME", str(home))
    monkeypatch.setenv("GAIA_REGISTRY", registry)
    monkeypatch.chdir(Path(__file__).resolve().parent)
    offer_spec_imports()
    assert SkillManager().list_installed()
    shared: dict[str, object] = {"__name__": "readme"}
    found = examples()
    assert len(found) >= 4
    for example in found:
        exec(compile(example, str(README), "exec"), shared)  # noqa: S102
    said = capsys.readouterr().out
    assert "web-search 1.2.0 [community]" in said
    assert "'weather': 'fair'" in said
    assert sys.modules["gaia.skills"].__name__ == "gaia.skills"
