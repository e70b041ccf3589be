"""Importing a skill from verified bytes. Needs no registry."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gaia_skills import VerificationFailed
from gaia_skills.importing import SkillSources

Lay = Callable[..., SkillSources]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Lays files down and gives their sources; the sums are of what was laid."""

    def laid(name: str, files: dict[str, str]) -> SkillSources:
        for path, text in files.items():
            place = tmp_path / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        sums = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in files.items()}
        return SkillSources(name, tmp_path / name, sums)

    return laid


def test_every_way_to_write_an_import_finds_the_skill_s_own_files(lay: Lay) -> None:
    code = """
import lib.deep.client
import lib.deep.client as named
from lib.deep import client
from lib.deep.client import WHO
from .lib.deep.client import WHO as relative
from . import helper
import helper as absolute
import os.path, json

FOUND = [lib.deep.client.WHO, named.WHO, client.WHO, WHO, relative, helper.WHO, absolute.WHO, helper is absolute]
PLACE = os.path.basename(__file__)
"""
    files = {"tools.py": code, "lib/deep/client.py": "WHO = 'client'", "helper.py": "from lib.deep.client import WHO"}
    tools = lay("one", files).load("tools")
    assert tools.FOUND == ["client"] * 7 + [True]
    assert tools.PLACE == "tools.py"
    assert not {"lib", "helper", "tools"} & set(sys.modules)


def test_two_skills_have_each_their_own_lib_also_when_it_is_imported_late(lay: Lay) -> None:
    late = "def who():\n    from lib.client import WHO\n    return WHO\n"
    one = lay("one", {"tools.py": late, "lib/client.py": "WHO = 1"}).load("tools")
    two = lay("two", {"tools.py": late, "lib/__init__.py": "", "lib/client.py": "WHO = 2"}).load("tools")
    assert (one.who(), two.who(), one.who()) == (1, 2, 1)


def test_a_file_that_shadows_the_standard_library_does_so_for_its_skill_alone(lay: Lay) -> None:
    tools = lay("one", {"tools.py": "import json\nOWN = json.OWN", "json.py": "OWN = True"}).load("tools")
    assert tools.OWN is True
    assert sys.modules["json"] is json


def test_only_files_of_the_sums_are_imported_and_only_their_bytes(lay: Lay, tmp_path: Path) -> None:
    sources = lay("one", {"tools.py": "import stray", "other.py": "x = 1"})
    (tmp_path / "one" / "stray.py").write_text("raise SystemExit('ran')")
    with pytest.raises(ModuleNotFoundError, match="stray"):
        sources.load("tools")
    (tmp_path / "one" / "other.py").write_text("raise SystemExit('ran')")
    with pytest.raises(VerificationFailed, match="other.py was changed"):
        sources.load("other")
    sources.forget()
    assert not [one for one in sys.modules if one.startswith(sources.root)]


def test_no_bytecode_is_read_or_written(lay: Lay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    lay("one", {"tools.py": "import helper", "helper.py": ""}).load("tools")
    assert sorted(path.name for path in (tmp_path / "one").rglob("*")) == ["helper.py", "tools.py"]
