"""SkillManager against a real registry and the real command line (specification, section 6.2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gaia_skills import (
    CommandLineMissing,
    InstalledSkill,
    NotFound,
    Refused,
    RegistryUnreachable,
    SkillManager,
    Update,
    Usage,
    VerificationFailed,
)

Installed = dict[str, InstalledSkill]


def test_installs_a_range_lists_and_removes(registry: str, tmp_path: Path) -> None:
    manager = SkillManager(home=tmp_path / "home", registry=registry)
    (done,) = manager.install("web-search", version=">=1.0.0")
    assert (done.name, done.version, done.security_tier) == ("web-search", "1.2.0", "community")
    lines = [f"{skill.name} {skill.version} [{skill.security_tier}]" for skill in manager.list_installed()]
    assert lines == ["web-search 1.2.0 [community]"]
    assert manager.list_installed()[0].directory == tmp_path / "home" / "skills" / "web-search"
    assert manager.update() == Update(installed=(), held=())
    assert manager.update("web-search").installed == ()
    assert manager.remove("web-search") == ("web-search",)
    assert manager.list_installed() == ()
    with pytest.raises(NotFound):
        manager.verify("web-search")


def test_each_exit_code_is_its_exception(registry: str, tmp_path: Path) -> None:
    manager = SkillManager(home=tmp_path / "home", registry=registry)
    with pytest.raises(NotFound):
        manager.install("no-such-skill")
    with pytest.raises(NotFound, match="it has 1.2.0"):
        manager.install("web-search", version=">=9.0.0")
    with pytest.raises(Usage):
        manager.install("web-search", version="no range at all")
    with pytest.raises(Refused, match="experimental") as experimental:
        manager.install("hello-world")
    assert experimental.value.code == "experimental_not_allowed"
    with pytest.raises(RegistryUnreachable):
        SkillManager(home=tmp_path / "home", registry="http://127.0.0.1:9").search("web")


def test_a_dangerous_permission_is_refused_and_named_until_the_caller_agrees(registry: str, tmp_path: Path) -> None:
    manager = SkillManager(home=tmp_path / "home", registry=registry)
    with pytest.raises(Refused) as refused:
        manager.install("wants-shell")
    assert refused.value.code == "consent_missing"
    assert refused.value.hint is not None and "yes=True" in refused.value.hint
    assert any("shell:execute:git" in one.message for one in refused.value.diagnostics)
    (done,) = manager.install("wants-shell", yes=True)
    assert done.granted == ("shell:execute:git",)


@pytest.mark.parametrize("name", ["--help", "../web-search", "Web Search", "web-search@1.0.0", ""])
def test_what_is_no_name_never_reaches_the_command_line(name: str) -> None:
    manager = SkillManager()
    for question in (manager.install, manager.remove, manager.verify, manager.info, manager.update):
        with pytest.raises(Usage):
            question(name)


def test_search_and_info_give_what_the_registry_says(registry: str, tmp_path: Path) -> None:
    manager = SkillManager(home=tmp_path / "home", registry=registry)
    found = manager.search("web-search", limit=5)
    assert (found[0].name, found[0].version, found[0].security_tier) == ("web-search", "1.2.0", "community")
    assert manager.search("--tier") is not None
    assert manager.info("web-search", "1.2.0")["status"] == "published"
    with pytest.raises(NotFound):
        manager.info("web-search", "8.0.0")


def test_verify_says_what_holds_and_raises_what_does_not(manager: SkillManager, home: Path) -> None:
    verification = manager.verify("web-search")
    assert {one.check for one in verification.checks} >= {"files", "lock", "signature"}
    assert verification.manifest is not None
    assert [one.name for one in verification.manifest.tools] == ["search_web"]
    (home / "skills" / "web-search" / "tools.py").write_text("import os\n")
    with pytest.raises(VerificationFailed) as failed:
        manager.verify("web-search", offline=True)
    assert "tools.py was changed" in str(failed.value)


def test_sync_says_what_differs_and_puts_right_what_nobody_made(manager: SkillManager, home: Path) -> None:
    assert manager.sync(check=True).drift == ()
    shutil.rmtree(home / "skills" / "other-search")
    (home / "skills" / "web-search" / "tools.py").write_text("import os\n")
    told = manager.sync(check=True)
    assert [(one.name, one.kind) for one in told.drift] == [("other-search", "missing"), ("web-search", "edited")]
    done = manager.sync(yes=True)
    assert done.restored == (("other-search", "1.0.0"),)
    assert [(one.name, one.kind) for one in done.drift] == [("web-search", "edited")]
    assert manager.sync(overwrite=True, yes=True).drift == ()


def test_a_command_line_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAIA_SKILL_CLI", str(tmp_path / "gaia-skill"))
    with pytest.raises(CommandLineMissing, match="GAIA_SKILL_CLI"):
        SkillManager().list_installed()
