"""load_skill of skills that somebody vouches for (specification, sections 5.1, 5.2 and 5.4)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from gaia_skills import (
    Agent,
    DependenciesMissing,
    NotFound,
    Refused,
    SkillManager,
    ValidationFailed,
    VerificationFailed,
    load_skill,
    tool,
    tool_registry,
    unload_skill,
)


def test_the_registry_has_the_shape_of_the_specification(manager: SkillManager) -> None:
    loaded = manager.load_skill("web-search")
    assert loaded.tools == ("web-search/search_web",)
    assert not loaded.sandboxed
    entry = tool_registry()["web-search/search_web"]
    function = entry["function"]
    assert entry == {
        "name": "search_web",
        "qualified_name": "web-search/search_web",
        "description": "Search the web for current information",
        "parameters": {
            "query": {"type": "string", "required": True},
            "max_results": {"type": "integer", "required": False, "default": 5},
        },
        "function": function,
        "atomic": False,
        "skill": "web-search",
        "skill_version": "1.2.0",
    }
    assert list(tool_registry()) == ["web-search/search_web"]
    assert function("knot", max_results=1) == {"engine": "three lines", "hits": ["how to tie a knot"]}


def test_two_skills_with_one_short_name_do_not_collide(manager: SkillManager) -> None:
    class Both(Agent):
        def _register_tools(self) -> None:
            self.load_skill("web-search")
            self.load_skill("other-search")

    agent = Both(skill_manager=manager)
    assert list(agent.tools) == ["web-search/search_web", "other-search/search_web"]
    assert agent.call_tool("web-search/search_web", query="bread") == {
        "engine": "three lines",
        "hits": ["how to bake bread"],
    }
    assert agent.call_tool("other-search/search_web", query="bread") == {"engine": "none", "hits": []}
    assert tool_registry()["other-search/search_web"]["atomic"] is True
    with pytest.raises(NotFound):
        agent.call_tool("search_web", query="bread")


def test_an_agent_has_inline_tools_beside_its_skills(manager: SkillManager) -> None:
    class Searcher(Agent):
        def _register_tools(self) -> None:
            self.load_skill("web-search")

            @tool
            def count(text: str) -> dict[str, int]:
                """Count the letters."""
                return {"letters": len(text)}

    agent = Searcher(skill_manager=manager)
    assert list(agent.tools) == ["search_web", "count"]
    assert agent.call_tool("search_web", query="bake") == {"engine": "three lines", "hits": ["how to bake bread"]}
    assert agent.call_tool("count", text="four") == {"letters": 4}
    assert Agent(skill_manager=manager).tools == {}


def test_a_loaded_skill_still_verifies_and_nothing_is_written_beside_it(manager: SkillManager, home: Path) -> None:
    before = sorted((home / "skills" / "web-search").rglob("*"))
    load_skill("web-search", manager=manager)
    tool_registry()["web-search/search_web"]["function"]("knot")
    assert sorted((home / "skills" / "web-search").rglob("*")) == before
    manager.verify("web-search", offline=True)
    assert not [one for one in sys.path if str(home) in one]
    assert "lib" not in sys.modules


def test_changed_files_are_not_imported(manager: SkillManager, home: Path, tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    (home / "skills" / "web-search" / "lib" / "naming.py").write_text(f"open({str(planted)!r}, 'w').close()\n")
    with pytest.raises(VerificationFailed) as failed:
        load_skill("web-search", manager=manager)
    assert "lib/naming.py was changed" in str(failed.value)
    assert tool_registry() == {}
    assert not planted.exists()


def test_a_file_that_changes_after_it_was_verified_is_not_run(manager: SkillManager, home: Path, tmp_path: Path) -> None:
    load_skill("web-search", manager=manager)
    planted = tmp_path / "planted"
    (home / "skills" / "web-search" / "lib" / "naming.py").write_text(f"open({str(planted)!r}, 'w').close()\n")
    # `lib.naming` is imported when the tool is first called.
    with pytest.raises(VerificationFailed, match="changed after it was verified"):
        tool_registry()["web-search/search_web"]["function"]("knot")
    assert not planted.exists()


def test_a_planted_pyc_is_not_run(manager: SkillManager, home: Path) -> None:
    cache = home / "skills" / "web-search" / "__pycache__"
    cache.mkdir()
    (cache / "tools.cpython-311.pyc").write_bytes(b"")
    with pytest.raises(VerificationFailed):
        load_skill("web-search", manager=manager)


def test_a_tier_that_was_written_into_the_home_lets_nothing_into_the_process(manager: SkillManager, home: Path) -> None:
    for file in (home / "skills" / "skill-lock.json", home / "skills" / "hello-world" / "signature.json"):
        file.write_text(file.read_text().replace('"experimental"', '"community"'))
    with pytest.raises(VerificationFailed) as failed:
        load_skill("hello-world", manager=manager)
    assert "its tier is community, and it is not signed" in str(failed.value)
    assert tool_registry() == {}


def test_missing_packages_are_named_with_the_command_that_installs_them(manager: SkillManager) -> None:
    with pytest.raises(DependenciesMissing) as missing:
        load_skill("needs-more", manager=manager)
    assert missing.value.missing == ("gaia-skills-test-no-such-package>=2.31",)
    assert "install_dependencies=True" in (missing.value.hint or "")
    assert tool_registry() == {}


def test_code_that_is_not_what_its_manifest_says_is_told_line_by_line(manager: SkillManager) -> None:
    with pytest.raises(ValidationFailed) as failed:
        load_skill("disagrees", manager=manager)
    said = [(one.code, one.message) for one in failed.value.diagnostics]
    assert said == [
        ("SK4019", "add: 'left' is integer in the manifest and string in the code"),
        ("SK4019", "add: 'right' is integer in the manifest and string in the code"),
        ("SK4107", "add returns bytes, which JSON cannot hold"),
    ]
    assert tool_registry() == {}


def test_a_load_that_fails_leaves_the_registry_as_it_was(manager: SkillManager) -> None:
    @tool
    def greet() -> dict[str, str]:
        """The agent's own."""
        return {}

    before = dict(tool_registry())
    modules = set(sys.modules)
    with pytest.raises(ValidationFailed, match="RuntimeError: not today"):
        load_skill("breaks", manager=manager)
    assert tool_registry() == before
    assert tool_registry()["greet"]["function"] is greet
    assert not {one for one in set(sys.modules) - modules if one.startswith("gaia_skill_")}


def test_what_is_not_installed_or_disabled_is_not_loaded(manager: SkillManager, home: Path) -> None:
    with pytest.raises(NotFound):
        load_skill("no-such-skill", manager=manager)
    lock = home / "skills" / "skill-lock.json"
    content = json.loads(lock.read_text())
    content["skills"]["web-search"]["enabled"] = False
    lock.write_text(json.dumps(content))
    with pytest.raises(Refused, match="disabled"):
        load_skill("web-search", manager=manager)


def test_a_permission_that_nobody_agreed_to_keeps_a_skill_out(registry: str, tmp_path: Path) -> None:
    manager = SkillManager(home=tmp_path / "home", registry=registry)
    manager.install("wants-shell", yes=True)
    assert load_skill("wants-shell", manager=manager).tools == ("wants-shell/greet",)
    unload_skill("wants-shell")
    assert tool_registry() == {}
    lock = tmp_path / "home" / "skills" / "skill-lock.json"
    lock.write_text(lock.read_text().replace('"shell:execute:git"', ""))
    with pytest.raises(Refused, match="nobody here agreed to shell:execute:git"):
        load_skill("wants-shell", manager=manager)
