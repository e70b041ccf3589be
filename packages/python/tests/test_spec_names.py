"""`gaia.skills` and the other imports of the specification, and that a real `gaia` comes first. Needs no registry."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gaia_skills

SOURCE = Path(gaia_skills.__file__).resolve().parents[1]
SHIM = Path(__file__).resolve().parents[1] / "shim" / "gaia_skills_shim.pth"

IMPORTS = """
from gaia.skills import SkillManager
from gaia.skills.openclaw import OpenClawAdapter
from gaia.agents.base.tools import tool, _TOOL_REGISTRY
print(SkillManager.__module__, OpenClawAdapter.__module__, tool.__module__)
"""


def python(code: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh Python whose site directories are these: what installing there leaves."""
    sites = "".join(f"site.addsitedir({str(path)!r});" for path in paths)
    command = [sys.executable, "-I", "-S", "-B", "-c", f"import site;{sites}\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A directory with gaia_skills and what it stands on, as pip would leave it."""
    import packaging

    place = tmp_path / "site-packages"
    place.mkdir()
    (place / "gaia_skills").symlink_to(SOURCE / "gaia_skills")
    (place / "packaging").symlink_to(Path(packaging.__file__).parent)
    return place


@pytest.fixture
def real_gaia(tmp_path: Path) -> Path:
    """A regular package `gaia` with a registry of its own, as AMD's is: a fake, of the two modules that matter."""
    place = tmp_path / "elsewhere"
    base = place / "gaia" / "agents" / "base"
    base.mkdir(parents=True)
    for directory in (base, base.parent, base.parent.parent):
        (directory / "__init__.py").touch()
    (base / "tools.py").write_text("_TOOL_REGISTRY = {}\ndef tool(f):\n    return f\n")
    return place


def test_without_the_shim_there_is_no_gaia(site: Path) -> None:
    assert "No module named 'gaia'" in python(IMPORTS, site).stderr


def test_the_shim_offers_what_the_specification_imports(site: Path) -> None:
    (site / SHIM.name).write_text(SHIM.read_text())
    assert python(IMPORTS, site).stdout.split() == ["gaia_skills.manager", "gaia_skills.openclaw", "gaia_skills.tools"]


@pytest.mark.parametrize("order", ["before", "after"])
def test_a_real_gaia_wins_wherever_it_is(site: Path, real_gaia: Path, order: str) -> None:
    (site / SHIM.name).write_text(SHIM.read_text())
    paths = (real_gaia, site) if order == "before" else (site, real_gaia)
    code = """
from gaia.agents.base.tools import _TOOL_REGISTRY
import gaia, gaia_skills
print(gaia.__file__, gaia_skills.tool_registry() is _TOOL_REGISTRY, _TOOL_REGISTRY is gaia_skills.tools._TOOL_REGISTRY)
"""
    done = python(code, *paths)
    assert done.stdout.split() == [str(real_gaia / "gaia" / "__init__.py"), "True", "False"], done.stderr


def test_loading_needs_no_shim(site: Path) -> None:
    code = f"import gaia_skills; gaia_skills.tool_registry()\n{IMPORTS}"
    assert python(code, site).stdout.split()[-1] == "gaia_skills.tools"
