"""What can go wrong, one class for each exit code of the command line and a few of this package's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """One line of what is wrong: a stable `code` (docs/diagnostics.md), and where it stands. Lines and columns count from 1."""

    code: str
    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place or 'skill'} {self.severity} {self.code} {self.message}"


class SkillError(Exception):
    """Anything this package raises. `code` is a stable word, `hint` what to do about it, `diagnostics` the details."""

    exit_code = 1

    def __init__(
        self, message: str, *, code: str, hint: str | None = None, diagnostics: Sequence[Diagnostic] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        lines = [self.message, *(f"  {one}" for one in self.diagnostics)]
        if self.hint is not None:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class Unexpected(SkillError):
    """A damaged home, a full disk, an answer that nobody can read: exit code 1."""


class Usage(SkillError):
    """Arguments that no run could take: exit code 2."""

    exit_code = 2


class NotFound(SkillError):
    """No such skill, version or tool, or it is not installed: exit code 3."""

    exit_code = 3


class Refused(SkillError):
    """Invalid, not allowed, in conflict, or somebody's consent is missing: exit code 4."""

    exit_code = 4


class VerificationFailed(SkillError):
    """A digest, a signature or a statement does not hold; nothing of the skill was run: exit code 5."""

    exit_code = 5


class RegistryUnreachable(SkillError):
    """The registry cannot be reached, is busy, or answers what no registry would: exit code 6."""

    exit_code = 6


class CommandLineMissing(SkillError):
    """`gaia-skill`, or the Node that runs it, is not on this machine."""


class ValidationFailed(Refused):
    """The skill is not what its manifest says (specification, section 5.4). Nothing was registered."""


class DependenciesMissing(Refused):
    """Python packages that the skill needs are not installed. `missing` are their requirements, as pip takes them."""

    def __init__(self, message: str, *, missing: Sequence[str], hint: str) -> None:
        super().__init__(message, code="dependencies_missing", hint=hint)
        self.missing = tuple(missing)


class ToolFailed(SkillError):
    """A sandboxed tool ended without a result. `permission` is the one that it lacked, where that was why."""

    exit_code = 4

    def __init__(self, message: str, *, code: str, tool: str, permission: str | None = None) -> None:
        super().__init__(message, code=code)
        self.tool = tool
        self.permission = permission
