"""Verbs that end with another code than 0 and have done their work all the same; the command line is a fake that answers what it was given."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gaia_skills import Drift, FallenTier, Held, Refused, SkillManager, UnderReview

Answers = Callable[[int, dict[str, object]], Path]

_INSTALLED = {"name": "web-search", "version": "1.3.0", "security_tier": "community"}
_HELD = {"name": "old-notes", "version": "1.0.0", "code": "yanked", "reason": "1.0.0 was yanked"}


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Has `gaia-skill` end with that code and that answer; gives the file that its arguments are written to."""

    def prepare(exit_code: int, answer: dict[str, object]) -> Path:
        asked = tmp_path / "asked.json"
        program = tmp_path / "fake-gaia-skill"
        program.write_text(
            f"#!{sys.executable}\n"
            "import json, sys\n"
            f"open({str(asked)!r}, 'w').write(json.dumps(sys.argv[1:]))\n"
            f"print({json.dumps(answer)!r})\n"
            f"sys.exit({exit_code})\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("GAIA_SKILL_CLI", str(program))
        return asked

    return prepare


def test_an_update_of_all_gives_what_it_installed_beside_what_it_held(answers: Answers) -> None:
    asked = answers(4, {"plan": [], "installed": [_INSTALLED], "passed_over": [], "held": [_HELD]})
    done = SkillManager().update(allow_revoked=True, min_age="3d")
    assert [(one.name, one.version) for one in done.installed] == [("web-search", "1.3.0")]
    assert done.held == (Held("old-notes", "1.0.0", "yanked", "1.0.0 was yanked"),)
    assert json.loads(asked.read_text()) == ["update", "--json", "--allow-revoked", "--min-age=3d", "--all"]


def test_a_sync_gives_what_it_restored_beside_what_still_differs(answers: Answers) -> None:
    drift = {"name": "old-notes", "kind": "edited", "detail": "tools.py was changed"}
    restored = [{"name": "web-search", "version": "1.3.0"}]
    asked = answers(5, {"drift": [drift], "restored": restored, "held": [_HELD]})
    done = SkillManager(project=".").sync(offline=True)
    assert done.held == (Held("old-notes", "1.0.0", "yanked", "1.0.0 was yanked"),)
    assert done.drift == (Drift("old-notes", "edited", "tools.py was changed"),)
    assert done.restored == (("web-search", "1.3.0"),)
    assert json.loads(asked.read_text()) == ["sync", "--json", "--offline"]


def test_a_refusal_is_one_all_the_same_and_names_what_python_takes(answers: Answers) -> None:
    hint = "look at it with `gaia-skill info x --yes`, then add --allow-experimental"
    answers(4, {"code": "experimental_not_allowed", "detail": "x is experimental", "hint": hint})
    for question in (SkillManager().update, SkillManager().sync):
        with pytest.raises(Refused, match="x is experimental") as refused:
            question()
        assert refused.value.hint == "look at it with `gaia-skill info x --yes`, then add allow_experimental=True"


def test_what_is_held_for_review_is_refused_by_its_code_and_told_of_what_stays(answers: Answers) -> None:
    hint = "read why, and look at it with `gaia-skill info x`; add --allow-held to take it all the same"
    answers(4, {"code": "held", "detail": "x 1.0.0 is held for review: why", "hint": hint})
    with pytest.raises(Refused, match="held for review: why") as refused:
        SkillManager().install("x")
    assert refused.value.code == "held"
    assert refused.value.hint is not None and "add allow_held=True to take it" in refused.value.hint
    under_review = [{"name": "x", "version": "1.0.0", "reason": "why"}]
    asked = answers(0, {"installed": [], "held": [], "under_review": under_review})
    assert SkillManager().update(allow_held=True).under_review == (UnderReview("x", "1.0.0", "why"),)
    assert json.loads(asked.read_text()) == ["update", "--json", "--allow-held", "--all"]
    answers(0, {"drift": [], "restored": [], "held": [], "under_review": under_review})
    assert SkillManager(project=".").sync().under_review == (UnderReview("x", "1.0.0", "why"),)
    hit = {"name": "x", "latest_version": "1.0.0", "security_tier": "experimental", "held": True}
    asked = answers(0, {"hits": [hit]})
    assert SkillManager().search("x", held=True)[0].held
    assert json.loads(asked.read_text()) == ["search", "--json", "--limit=20", "--held", "--", "x"]


def test_a_tier_is_asked_for_and_one_that_fell_is_told(answers: Answers) -> None:
    """(first week, A16)"""
    asked = answers(0, {"installed": []})
    SkillManager().install("x", tier="verified")
    assert json.loads(asked.read_text()) == ["install", "--json", "--tier=verified", "--", "x"]
    row = {"name": "x", "version": "1.0.0", "from": "verified", "to": "community", "reason": "why", "signed": True}
    answers(4, {"installed": [], "held": [], "tier_fell": [row]})
    assert SkillManager().update().tier_fell == (FallenTier("x", "1.0.0", "verified", "community", "why", signed=True),)


def test_every_way_to_install_takes_the_same_options(answers: Answers) -> None:
    options = ["--allow-revoked", "--overwrite", "--accept-signer=ada", "--offline"]
    asked = answers(0, {"installed": []})
    manager = SkillManager()
    manager.install("web-search", allow_revoked=True, overwrite=True, accept_signer=["ada"], offline=True)
    assert json.loads(asked.read_text()) == ["install", "--json", *options, "--", "web-search"]
    manager.install_for_agent("/AGENT.yaml", allow_revoked=True, overwrite=True, accept_signer=["ada"], offline=True)
    assert json.loads(asked.read_text()) == ["install", "--json", *options, "--agent=/AGENT.yaml"]
