"""Installing and looking after skills (specification, section 6.2): a thin layer over the command line."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .answers import Json, diagnostics, objects, texts
from .command_line import CommandLine, find_command_line
from .errors import Diagnostic, Usage, ValidationFailed, VerificationFailed
from .manifests import Manifest
from .records import FoundSkill, InstalledSkill, Synced, Update, Verification

if TYPE_CHECKING:
    from .loading import LoadedSkill

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}\Z")


class SkillManager:
    """The skills of one home, or with `project` of the project that this directory lies in.

    `home` and `registry` take the place of GAIA_HOME and GAIA_REGISTRY. Every method raises the exception of its exit
    code: `NotFound`, `Refused`, `VerificationFailed`, `RegistryUnreachable`, `Usage`; `CommandLineMissing` at the first
    question where `gaia-skill` is not there.
    """

    def __init__(
        self,
        *,
        home: str | os.PathLike[str] | None = None,
        registry: str | None = None,
        project: str | os.PathLike[str] | None = None,
        timeout_seconds: float = 600.0,
    ) -> None:
        environment = dict(os.environ)
        if home is not None:
            environment["GAIA_HOME"] = str(Path(home).absolute())
        if registry is not None:
            environment["GAIA_REGISTRY"] = registry
        self._environment = environment
        self._directory = Path.cwd() if project is None else Path(project).absolute()
        self.place: tuple[str, ...] = () if project is None else ("--project",)
        self._timeout_seconds = timeout_seconds
        self._found: CommandLine | None = None

    @property
    def command_line(self) -> CommandLine:
        """The command line, found at the first question."""
        if self._found is None:
            argv = find_command_line(self._environment)
            self._found = CommandLine(argv, self._environment, self._directory, self._timeout_seconds)
        return self._found

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        allow_experimental: bool = False,
        allow_held: bool = False,
        allow_downgrade: bool = False,
        allow_revoked: bool = False,
        accept_signer: Sequence[str] = (),
        min_age: str | None = None,
        tier: str | None = None,
        overwrite: bool = False,
        offline: bool = False,
        yes: bool = False,
    ) -> tuple[InstalledSkill, ...]:
        """Installs a skill and what it needs; gives all that was installed.

        `version` is a range (`>= <= == != ~= ^`) or an exact version. Nobody can be asked here: permissions that need a
        person's word are refused, and listed in `diagnostics`, unless `yes` says that the caller has it. What waits for a
        review by the registry's admins is refused with the code `held`, unless `allow_held` (which implies
        `allow_experimental`) takes it. `tier` (`community`, `verified`) refuses whatever is lower, with what it needs; the
        lock keeps it. What a person made
        or changed in that place is refused too; `overwrite` keeps it aside. `offline` goes by the cache alone.
        """
        spec = ensure_name(name) if version is None else f"{ensure_name(name)}@{version}"
        allowed = _allowed(
            allow_experimental=allow_experimental,
            allow_held=allow_held,
            allow_downgrade=allow_downgrade,
            allow_revoked=allow_revoked,
            accept_signer=accept_signer,
            min_age=min_age,
            overwrite=overwrite,
            yes=yes,
        )
        return self._installed(*allowed, *_tier(tier), *_flag("--offline", offline), "--", spec)

    def install_for_agent(
        self,
        manifest: str | os.PathLike[str],
        *,
        allow_experimental: bool = False,
        allow_held: bool = False,
        allow_downgrade: bool = False,
        allow_revoked: bool = False,
        accept_signer: Sequence[str] = (),
        min_age: str | None = None,
        tier: str | None = None,
        overwrite: bool = False,
        offline: bool = False,
        yes: bool = False,
    ) -> tuple[InstalledSkill, ...]:
        """Installs the skills that an `AGENT.yaml` names (specification, section 9.1), as `install` does."""
        allowed = _allowed(
            allow_experimental=allow_experimental,
            allow_held=allow_held,
            allow_downgrade=allow_downgrade,
            allow_revoked=allow_revoked,
            accept_signer=accept_signer,
            min_age=min_age,
            overwrite=overwrite,
            yes=yes,
        )
        return self._installed(*allowed, *_tier(tier), *_flag("--offline", offline), f"--agent={Path(manifest).absolute()}")

    def update(
        self,
        *names: str,
        allow_experimental: bool = False,
        allow_held: bool = False,
        allow_downgrade: bool = False,
        allow_revoked: bool = False,
        accept_signer: Sequence[str] = (),
        min_age: str | None = None,
        overwrite: bool = False,
        yes: bool = False,
    ) -> Update:
        """Brings these skills, or without names all of them, to the newest version in the range that was asked for.

        A named one that may not be taken, or that a person edited, is refused; `overwrite` keeps the edits aside. Without
        names the others are updated all the same, and such a one stands in `held` of what is given.
        """
        allowed = _allowed(
            allow_experimental=allow_experimental,
            allow_held=allow_held,
            allow_downgrade=allow_downgrade,
            allow_revoked=allow_revoked,
            accept_signer=accept_signer,
            min_age=min_age,
            overwrite=overwrite,
            yes=yes,
        )
        wanted = ["--", *(ensure_name(name) for name in names)] if names else ["--all"]
        answer = self.command_line.ask_partly("held", "update", *self.place, *allowed, *wanted)
        return Update.of(answer)

    def sync(
        self, *, check: bool = False, offline: bool = False, overwrite: bool = False, yes: bool = False
    ) -> Synced:
        """Makes the skills of this project, or of this home, what their lock says; `check` changes nothing.

        What was not put right stands in `drift` of what is given, and in `held` why it could not be: a skill that a person
        edited stays as it is, unless `overwrite` says to keep the edits aside.
        """
        options = [
            *_flag("--home", not self.place),
            *_flag("--check", check),
            *_flag("--offline", offline),
            *_flag("--overwrite", overwrite),
            *_flag("--yes", yes),
        ]
        return Synced.of(self.command_line.ask_partly("drift", "sync", *options))

    def remove(self, name: str) -> tuple[str, ...]:
        """Takes a skill away, and what only it needed; gives the names of all that went."""
        _, answer = self.command_line.ask("remove", *self.place, "--", ensure_name(name))
        return (name, *texts(answer.get("along")))

    def list_installed(self) -> tuple[InstalledSkill, ...]:
        """What is installed, by name."""
        _, answer = self.command_line.ask("list", *self.place)
        return tuple(InstalledSkill.of(one) for one in objects(answer.get("skills"), "a skill"))

    def verify(self, name: str, *, offline: bool = False) -> Verification:
        """Holds an installed skill against its sums, signature, statements and lock; without `offline` also against what
        its registry took back. Raises `VerificationFailed` with each check that failed."""
        options = [*self.place, *_flag("--offline", offline)]
        exit_code, answer = self.command_line.ask("verify", *options, "--", ensure_name(name), accepts=(0, 5))
        if exit_code == 0:
            return Verification.of(answer)
        failed = [row for row in objects(answer.get("checks"), "a check") if row.get("state") == "failed"]
        raise VerificationFailed(
            f"{name} failed verification",
            code="verification_failed",
            hint="nothing of it was loaded; install it again from a registry that you trust",
            diagnostics=[Diagnostic(str(row.get("check")), "error", str(row.get("detail"))) for row in failed],
        )

    def validate(self, directory: str | os.PathLike[str]) -> Manifest:
        """What the registry's own reader makes of a skill's directory; its code is parsed and not run. Needs no registry.
        Raises `ValidationFailed` with every error."""
        _, answer = self.command_line.ask("validate", "--", str(Path(directory).absolute()), accepts=(0, 4))
        skill = answer.get("skill")
        if answer.get("valid") is True and isinstance(skill, dict):
            return Manifest.of(skill)
        found = [one for one in diagnostics(answer.get("diagnostics")) if one.severity == "error"]
        raise ValidationFailed(
            f"{directory} is not what its manifest says", code="invalid_skill", diagnostics=found
        )

    def info(self, name: str, version: str | None = None) -> Json:
        """All that the registry says of a skill, or of one version: the API's `Skill` or `Version` (docs/openapi.json)."""
        spec = ensure_name(name) if version is None else f"{ensure_name(name)}@{version}"
        return self.command_line.ask("info", "--", spec)[1]

    def search(
        self, query: str, *, tier: str | None = None, tag: str | None = None, held: bool = False, limit: int = 20
    ) -> tuple[FoundSkill, ...]:
        """Skills of the registry, best first; at most `limit`, 100 at the most. Those of which every version is held for
        review are among them where `held` asks for it, or where one has the very name."""
        options = [f"--limit={limit}", *_flag("--held", held)]
        if tier is not None:
            options.append(f"--tier={tier}")
        if tag is not None:
            options.append(f"--tag={tag}")
        _, answer = self.command_line.ask("search", *options, "--", query)
        return tuple(FoundSkill.of(hit) for hit in objects(answer.get("hits"), "a hit"))

    def load_skill(self, name: str, *, install_dependencies: bool = False) -> LoadedSkill:
        """Loads a skill of this home or project; see `gaia_skills.load_skill`."""
        from .loading import load_skill

        return load_skill(name, manager=self, install_dependencies=install_dependencies)

    def _installed(self, *arguments: str) -> tuple[InstalledSkill, ...]:
        _, answer = self.command_line.ask("install", *self.place, *arguments)
        return tuple(InstalledSkill.of(one) for one in objects(answer.get("installed"), "a skill"))


def ensure_name(name: str) -> str:
    """A skill's name. Raises `Usage` for anything else: no path, no option."""
    if isinstance(name, str) and _NAME.match(name):
        return name
    raise Usage(f"{name!r} is no name of a skill", code="usage")


def _tier(tier: str | None) -> tuple[str, ...]:
    return () if tier is None else (f"--tier={tier}",)


def _flag(option: str, is_set: bool) -> tuple[str, ...]:
    return (option,) if is_set else ()


def _allowed(
    *,
    allow_experimental: bool,
    allow_held: bool,
    allow_downgrade: bool,
    allow_revoked: bool,
    accept_signer: Sequence[str],
    min_age: str | None,
    overwrite: bool,
    yes: bool,
) -> tuple[str, ...]:
    """What a caller allows, as `install` and `update` both take it."""
    return (
        *_flag("--allow-experimental", allow_experimental),
        *_flag("--allow-held", allow_held),
        *_flag("--allow-downgrade", allow_downgrade),
        *_flag("--allow-revoked", allow_revoked),
        *_flag("--overwrite", overwrite),
        *_flag("--yes", yes),
        *(f"--accept-signer={signer}" for signer in accept_signer),
        *(() if min_age is None else (f"--min-age={min_age}",)),
    )
