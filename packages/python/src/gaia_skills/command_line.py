"""Finds `gaia-skill` and asks it: one process for a question, JSON as the answer, exit codes as exceptions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from .answers import Json, as_object, diagnostics, optional
from .errors import (
    CommandLineMissing,
    NotFound,
    Refused,
    RegistryUnreachable,
    SkillError,
    Unexpected,
    Usage,
    VerificationFailed,
)

_ERRORS: dict[int, type[SkillError]] = {
    kind.exit_code: kind for kind in (Unexpected, Usage, NotFound, Refused, VerificationFailed, RegistryUnreachable)
}
_HINT = "install it from your registry's page /cli, or name it with GAIA_SKILL_CLI"
_OPTION = re.compile(r"--(yes|overwrite|offline|allow-(?:experimental|held|downgrade|revoked))\b")
_SCRIPTS = (".js", ".mjs", ".cjs")


@dataclass(frozen=True)
class CommandLine:
    """The command line that was found, with what every call of it gets."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    directory: Path
    timeout_seconds: float

    def ask(
        self, verb: str, *arguments: str, accepts: Sequence[int] = (0,), given: str = ""
    ) -> tuple[int, Json]:
        """Runs `gaia-skill <verb> <arguments…> --json`, with `given` as its standard input.

        Gives the exit code, one of `accepts`, and the JSON object that it wrote. Any other exit code is raised as its
        exception; `Unexpected` for output that is no JSON and for a run longer than `timeout_seconds`.
        """
        done = self._run([verb, "--json", *arguments], given)
        try:
            answer = as_object(json.loads(done.stdout), f"the output of {verb}")
        except ValueError:
            said = done.stderr.strip()[-2000:] or f"it ended with {done.returncode} and no JSON"
            raise Unexpected(f"gaia-skill {verb} failed: {said}", code="unreadable_answer") from None
        if done.returncode in accepts:
            return done.returncode, answer
        raise _failure(done.returncode, answer)

    def ask_partly(self, field: str, verb: str, *arguments: str) -> Json:
        """The answer of a verb that does what it can, and ends with the gravest of what kept it from the rest: such an answer
        has `field`. Without it, it is the failure that its exit code says."""
        exit_code, answer = self.ask(verb, *arguments, accepts=(0, *_ERRORS))
        if exit_code != 0 and field not in answer:
            raise _failure(exit_code, answer)
        return answer

    def _run(self, arguments: Sequence[str], given: str) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                [*self.argv, *arguments],
                input=given,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=self.timeout_seconds,
                env=dict(self.environment),
                cwd=self.directory,
                check=False,
            )
        except FileNotFoundError as error:
            raise CommandLineMissing(f"{self.argv[0]} cannot be started", code="no_command_line", hint=_HINT) from error
        except subprocess.TimeoutExpired as error:
            message = f"gaia-skill {arguments[0]} took longer than {self.timeout_seconds:g} seconds"
            raise Unexpected(message, code="timed_out") from error
        except OSError as error:
            message = f"gaia-skill {arguments[0]} cannot be started: {error.strerror}"
            raise Unexpected(message, code="not_started") from error


def find_command_line(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The words that start `gaia-skill`: `GAIA_SKILL_CLI`, else the PATH, else the checkout that this file lies in.

    A name that ends in `.js` is run by Node. Raises `CommandLineMissing` when there is none.
    """
    environment = os.environ if environment is None else environment
    path = environment.get("PATH")
    named = environment.get("GAIA_SKILL_CLI")
    if named:
        found = named if named.endswith(_SCRIPTS) else shutil.which(named, path=path)
        if found is None or not Path(found).is_file():
            message = f"GAIA_SKILL_CLI names {named}, which is no program"
            raise CommandLineMissing(message, code="no_command_line", hint=_HINT)
        return _started(found, path)
    found = shutil.which("gaia-skill", path=path)
    if found is not None:
        return _started(found, path)
    checkout = _checkout()
    if checkout is not None:
        return (*_started(str(checkout), path), "skill")
    raise CommandLineMissing("gaia-skill is not on this machine", code="no_command_line", hint=_HINT)


def _started(program: str, path: str | None) -> tuple[str, ...]:
    # What a batch file is given, its shell reads again.
    if program.lower().endswith((".cmd", ".bat")):
        message = f"{program} is a batch file: name the gaia-skill.js beside it with GAIA_SKILL_CLI"
        raise CommandLineMissing(message, code="no_command_line")
    if not program.endswith(_SCRIPTS):
        return (program,)
    node = shutil.which("node", path=path)
    if node is None:
        raise CommandLineMissing("Node is not on the PATH, and gaia-skill needs it", code="no_command_line")
    return (node, program)


def _checkout() -> Path | None:
    source = Path(__file__).resolve()
    if source.parts[-5:-2] != ("packages", "python", "src"):
        return None
    program = source.parents[4] / "apps" / "cli" / "bin" / "gaia.js"
    return program if program.is_file() else None


def _failure(exit_code: int, answer: Json) -> SkillError:
    kind = _ERRORS.get(exit_code, Unexpected)
    return kind(
        optional(answer, "detail", str) or f"gaia-skill ended with {exit_code}",
        code=optional(answer, "code", str) or "unexpected",
        hint=_as_arguments(optional(answer, "hint", str)),
        diagnostics=diagnostics(answer.get("errors")),
    )


def _as_arguments(hint: str | None) -> str | None:
    """Options that a hint names, as they are written in Python; a whole command between backticks stays one."""
    if hint is None:
        return None
    parts = hint.split("`")
    said = (_OPTION.sub(lambda found: f"{found[1].replace('-', '_')}=True", part) for part in parts[::2])
    return "`".join(text for pair in zip_longest(said, parts[1::2]) for text in pair if text is not None)
