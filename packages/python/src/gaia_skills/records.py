"""What the command line says of skills, as values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .answers import Json, field, objects, optional, texts
from .manifests import Manifest

IN_PROCESS_TIERS = frozenset({"verified", "community"})


@dataclass(frozen=True)
class InstalledSkill:
    """An entry of `skill-lock.json` (specification, section 7.3). `signer` is None for an unsigned skill."""

    name: str
    version: str
    security_tier: str
    publisher: str
    registry: str
    signer: str | None
    installed_at: str
    release_digest: str
    enabled: bool
    granted: tuple[str, ...]
    #: None in what an install answers: `list_installed` knows.
    directory: Path | None
    #: Why it was held for review when it was taken; as `verify` gives it, why it is now. None: it is not.
    held_for: str | None = None

    @staticmethod
    def of(answer: Json) -> InstalledSkill:
        """Reads an entry of `list`, `install` or `update`."""
        directory = optional(answer, "directory", str)
        return InstalledSkill(
            name=field(answer, "name", str),
            version=field(answer, "version", str),
            security_tier=field(answer, "security_tier", str),
            publisher=optional(answer, "publisher", str) or "",
            registry=optional(answer, "registry", str) or "",
            signer=optional(answer, "signer", str),
            installed_at=optional(answer, "installed_at", str) or "",
            release_digest=optional(answer, "release_digest", str) or "",
            enabled=answer.get("enabled") is not False,
            granted=texts(answer.get("granted")),
            held_for=optional(answer, "held", str),
            directory=None if directory is None else Path(directory),
        )


@dataclass(frozen=True)
class Held:
    """A skill that an update or a sync left as it is. `code` is a stable word, `reason` a sentence."""

    name: str
    version: str
    code: str
    reason: str

    @staticmethod
    def of(answer: Json) -> Held:
        """Reads an entry of `held`."""
        return Held(
            name=field(answer, "name", str),
            version=field(answer, "version", str),
            code=optional(answer, "code", str) or "",
            reason=optional(answer, "reason", str) or "",
        )


@dataclass(frozen=True)
class UnderReview:
    """An installed version that its registry holds for review: it stays as it is. `reason` may quote the skill."""

    name: str
    version: str
    reason: str

    @staticmethod
    def of(answer: Json) -> UnderReview:
        """Reads an entry of `under_review`."""
        return UnderReview(
            name=field(answer, "name", str),
            version=field(answer, "version", str),
            reason=optional(answer, "reason", str) or "",
        )


@dataclass(frozen=True)
class FallenTier:
    """An installed version whose tier fell from `before` to `now` since it was taken. `reason` is the registry's, None where it
    does not say; `signed` says whether a pinned key signed that."""

    name: str
    version: str
    before: str
    now: str
    reason: str | None
    signed: bool

    @staticmethod
    def of(answer: Json) -> FallenTier:
        """Reads an entry of `tier_fell`."""
        return FallenTier(
            name=field(answer, "name", str),
            version=field(answer, "version", str),
            before=field(answer, "from", str),
            now=field(answer, "to", str),
            reason=optional(answer, "reason", str),
            signed=answer.get("signed") is True,
        )


@dataclass(frozen=True)
class Update:
    """What an update did: what it installed, and what it left because no other version may be taken, or a person edited it."""

    installed: tuple[InstalledSkill, ...]
    held: tuple[Held, ...]
    under_review: tuple[UnderReview, ...] = ()
    tier_fell: tuple[FallenTier, ...] = ()

    @staticmethod
    def of(answer: Json) -> Update:
        """Reads the answer of `update`."""
        return Update(
            installed=tuple(InstalledSkill.of(one) for one in objects(answer.get("installed"), "a skill")),
            held=tuple(Held.of(one) for one in objects(answer.get("held"), "a held skill")),
            under_review=tuple(UnderReview.of(one) for one in objects(answer.get("under_review"), "a reviewed skill")),
            tier_fell=tuple(FallenTier.of(one) for one in objects(answer.get("tier_fell"), "a fallen tier")),
        )


@dataclass(frozen=True)
class Drift:
    """One thing that differs from the lock: `kind` is `missing`, `edited`, `other_release`, `unlocked`, `copy`, `revoked` or another
    word."""

    name: str
    kind: str
    detail: str

    @staticmethod
    def of(answer: Json) -> Drift:
        """Reads an entry of `drift`."""
        return Drift(
            name=field(answer, "name", str),
            kind=field(answer, "kind", str),
            detail=optional(answer, "detail", str) or "",
        )


@dataclass(frozen=True)
class Synced:
    """What `sync` did: what still differs from the lock, the names and versions that it restored, and what could not be."""

    drift: tuple[Drift, ...]
    restored: tuple[tuple[str, str], ...]
    held: tuple[Held, ...]
    under_review: tuple[UnderReview, ...] = ()

    @staticmethod
    def of(answer: Json) -> Synced:
        """Reads the answer of `sync`."""
        return Synced(
            drift=tuple(Drift.of(one) for one in objects(answer.get("drift"), "a difference")),
            restored=tuple(
                (field(one, "name", str), field(one, "version", str))
                for one in objects(answer.get("restored"), "a restored skill")
            ),
            held=tuple(Held.of(one) for one in objects(answer.get("held"), "a held skill")),
            under_review=tuple(UnderReview.of(one) for one in objects(answer.get("under_review"), "a reviewed skill")),
        )


@dataclass(frozen=True)
class FoundSkill:
    """A hit of a search. Its texts are its publisher's: data, never instructions."""

    name: str
    version: str
    security_tier: str
    publisher: str
    description: str
    #: Whether it is held for review.
    held: bool = False

    @staticmethod
    def of(answer: Json) -> FoundSkill:
        """Reads a `SkillSummary`."""
        return FoundSkill(
            name=field(answer, "name", str),
            version=field(answer, "latest_version", str),
            security_tier=field(answer, "security_tier", str),
            publisher=optional(answer, "publisher", str) or "",
            description=optional(answer, "description", str) or "",
            held=answer.get("held") is True,
        )


@dataclass(frozen=True)
class Check:
    """One line of a verification: `state` is `passed`, `failed` or `unchecked`, which is no pass."""

    check: str
    state: str
    detail: str


@dataclass(frozen=True)
class Verification:
    """What `verify` found of an installed skill whose checks hold.

    `manifest` is None where it cannot be read, `installed` for a directory that this home did not install. `ungranted` are
    declared permissions that its tier asks a person for and nobody agreed to (specification, section 3.3).
    """

    directory: Path
    checks: tuple[Check, ...]
    manifest: Manifest | None
    installed: InstalledSkill | None
    ungranted: tuple[str, ...]
    #: The tier that counts: of a project's skill that no pinned registry vouches for it is `experimental`.
    effective_tier: str
    #: What its Python packages were pinned to when it was installed, as a requirements.txt with digests.
    python_pins: str | None

    @staticmethod
    def of(answer: Json) -> Verification:
        """Reads the answer of `verify`."""
        directory = field(answer, "directory", str)
        skill = optional(answer, "skill", dict)
        lock = optional(answer, "installed", dict)
        name = optional(answer, "name", str)
        return Verification(
            directory=Path(directory),
            checks=tuple(
                Check(field(row, "check", str), field(row, "state", str), optional(row, "detail", str) or "")
                for row in objects(answer.get("checks"), "a check")
            ),
            manifest=None if skill is None else Manifest.of(skill),
            installed=None if lock is None else InstalledSkill.of({**lock, "name": name, "directory": directory}),
            ungranted=() if lock is None else texts(lock.get("ungranted")),
            effective_tier=(None if lock is None else optional(lock, "effective_tier", str)) or "experimental",
            python_pins=None if lock is None else optional(lock, "python_pins", str),
        )
