"""Experimental skills, and OpenClaw's by their adapter (specification, sections 4.3 and 8.3): nothing of them runs in this process."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from pathlib import Path

import pytest

from gaia_skills import (
    Agent,
    NotFound,
    OpenClawAdapter,
    SkillManager,
    ToolFailed,
    ValidationFailed,
    VerificationFailed,
    load_skill,
    tool_registry,
)

OPENCLAW = Path(__file__).resolve().parent / "openclaw-skill"


def test_an_experimental_tool_is_a_proxy_with_the_signature_of_its_manifest(manager: SkillManager) -> None:
    before = set(sys.modules)
    loaded = load_skill("hello-world", manager=manager)
    assert (loaded.security_tier, loaded.sandboxed) == ("experimental", True)
    entry = tool_registry()["hello-world/greet"]
    assert str(inspect.signature(entry["function"])) == "(*, name: str) -> Any"
    assert entry["function"].__doc__ == "Return a greeting"
    with pytest.raises(TypeError):
        entry["function"](nobody="Ada")
    assert not {one for one in set(sys.modules) - before if one.startswith("gaia_skill_")}


def test_an_experimental_tool_runs_elsewhere(manager: SkillManager, home: Path) -> None:
    load_skill("hello-world", manager=manager)
    greeting = tool_registry()["hello-world/greet"]["function"](name="Ada" * 100_000)
    assert greeting["message"] == f"Hello, {'Ada' * 100_000}!"
    assert greeting["process"] != os.getpid()
    with pytest.raises(ToolFailed, match="this is why"):
        tool_registry()["hello-world/fail"]["function"]()
    (home / "skills" / "hello-world" / "tools.py").write_text("import os\n")
    with pytest.raises(VerificationFailed):
        tool_registry()["hello-world/greet"]["function"](name="Ada")


def test_the_tier_in_a_repositorys_lock_brings_no_code_into_this_process(
    home: Path, registry: str, tmp_path: Path
) -> None:
    project = tmp_path / "cloned"
    shutil.copytree(home / "skills", project / ".gaia" / "skills")
    before = set(sys.modules)
    manager = SkillManager(home=tmp_path / "of-its-reader", registry=registry, project=project)
    loaded = load_skill("web-search", manager=manager)
    assert (loaded.security_tier, loaded.sandboxed) == ("experimental", True)
    assert not {one for one in set(sys.modules) - before if one.startswith("gaia_skill_")}


def test_an_openclaw_skill_is_experimental_whatever_it_claims() -> None:
    with OpenClawAdapter(OPENCLAW) as adapter:
        agent = Agent()
        loaded = agent.load_skill(adapter)
        assert (loaded.name, loaded.security_tier, loaded.sandboxed) == ("weather-teller", "experimental", True)
        assert list(agent.tools) == ["tell_weather"]
        assert any("weather-teller" in one for one in adapter.review)
    assert not (OPENCLAW / "tools.py").exists()


def test_an_openclaw_handler_runs_in_the_sandbox_with_the_permissions_it_declares() -> None:
    with OpenClawAdapter(OPENCLAW) as adapter:
        agent = Agent()
        agent.load_skill(adapter)
        told = agent.call_tool("tell_weather", city="Paris")
    assert isinstance(told, dict)
    assert (told["city"], told["weather"], told["network"]) == ("Paris", "fair", "closed")
    assert told["process"] != os.getpid()


def test_what_cannot_be_wrapped_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        load_skill(OpenClawAdapter(tmp_path / "nowhere"))
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "SKILL.md").write_text("---\nname: prose\ndescription: Only words\n---\n\n# Words\n")
    with pytest.raises(ValidationFailed, match="cannot be wrapped"):
        load_skill(OpenClawAdapter(tmp_path / "prose"))
