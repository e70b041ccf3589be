"""Reading the command line's JSON: each field is looked at before anything believes its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from .errors import Diagnostic, Unexpected

Json = Mapping[str, object]
T = TypeVar("T")


def as_object(value: object, what: str) -> Json:
    """The JSON object. Raises `Unexpected` for anything else."""
    if isinstance(value, dict):
        return value
    raise _unreadable(what)


def texts(value: object) -> tuple[str, ...]:
    """The texts of a list; what is no text is left out."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def objects(value: object, what: str) -> tuple[Json, ...]:
    """The objects of a list; no list is none."""
    return tuple(as_object(one, what) for one in value) if isinstance(value, list) else ()


def field(answer: Json, name: str, kind: type[T]) -> T:
    """A field of that type. Raises `Unexpected`, naming it, when it is missing or of another one."""
    value = answer.get(name)
    if isinstance(value, kind):
        return value
    raise _unreadable(name)


def optional(answer: Json, name: str, kind: type[T]) -> T | None:
    """The same, or None where it is missing, null or of another type."""
    value = answer.get(name)
    return value if isinstance(value, kind) else None


def diagnostics(value: object) -> tuple[Diagnostic, ...]:
    """The rows of `errors` or `diagnostics`."""
    return tuple(
        Diagnostic(
            code=optional(row, "code", str) or "",
            severity=optional(row, "severity", str) or "error",
            message=optional(row, "message", str) or "",
            file=optional(row, "file", str),
            line=optional(row, "line", int),
            column=optional(row, "column", int),
            hint=optional(row, "hint", str),
        )
        for row in objects(value, "a diagnostic")
    )


def _unreadable(what: str) -> Unexpected:
    return Unexpected(
        f"gaia-skill answered something else than this package reads: {what}",
        code="unreadable_answer",
        hint="install the gaia-skill of the same release",
    )
