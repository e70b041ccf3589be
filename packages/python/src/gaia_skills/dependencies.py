"""The Python packages that a skill needs, held against what is installed here (specification, section 5.1, step 4)."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence, Set
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from .errors import DependenciesMissing, Refused, ValidationFailed

_PIP = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet")
# Building a package runs its code. What an install pins is wheels.
_WHEELS = ("--only-binary", ":all:")
_PIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})==[A-Za-z0-9.+!_-]{1,100} --hash=sha256:[0-9a-f]{64}\Z")


def ensure_dependencies(
    skill: str, python: str | None, dependencies: Sequence[str], *, install: bool, pins: str | None = None
) -> None:
    """Returns when this Python and what is installed satisfy the skill.

    With `install` what is missing is installed with pip, exactly as `pins` says: the `requirements.txt` with digests that the
    skill was pinned to when it was installed. Raises `DependenciesMissing` otherwise, `ValidationFailed` for a requirement
    that is none, or that names an address instead of a package of the index.
    """
    _ensure_python(skill, python)
    missing = [one for one in [_parsed(skill, text) for text in dependencies] if not _is_satisfied(one)]
    if not missing:
        return
    specs = [str(one) for one in missing]
    if not install:
        message = f"{skill} needs Python packages that are not installed here: {', '.join(specs)}"
        hint = "load it with install_dependencies=True, which takes what it was pinned to; or install them yourself"
        raise DependenciesMissing(message, missing=specs, hint=hint)
    if pins is None:
        message = f"the packages of {skill} were not pinned when it was installed, and pip is given none but pinned ones"
        hint = f"install it again where its index can be reached: gaia-skill install {skill}"
        raise DependenciesMissing(message, missing=specs, hint=hint)
    done = _install_pinned(_chosen(skill, pins, {_plain(one.name) for one in missing}))
    importlib.invalidate_caches()
    still = [str(one) for one in missing if not _is_satisfied(one)]
    if done.returncode != 0 or still:
        said = done.stderr.strip()[-1000:]
        message = f"pip could not install what {skill} needs: {said or ', '.join(still)}"
        raise DependenciesMissing(message, missing=still or specs, hint="install it yourself, then load the skill again")


def _chosen(skill: str, pins: str, missing: Set[str]) -> list[str]:
    """The pins of what is missing, and of what is not installed at all: whatever else is here belongs to others, too."""
    lines = [line for line in pins.split("\n") if line and not line.startswith("#")]
    found = [_PIN.match(line) for line in lines]
    if not all(found):
        raise ValidationFailed(f"{skill} is pinned to more than names, versions and digests", code="invalid_requirement")
    return [one[0] for one in found if one is not None and (_plain(one[1]) in missing or not _is_here(one[1]))]


def _install_pinned(lines: Sequence[str]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory(prefix="gaia-pins-") as directory:
        file = Path(directory) / "requirements.txt"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        command = [*_PIP, *_WHEELS, "--no-deps", "--require-hashes", "-r", str(file)]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_here(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _ensure_python(skill: str, wanted: str | None) -> None:
    if wanted is None:
        return
    try:
        fits = SpecifierSet(wanted).contains(platform.python_version(), prereleases=True)
    except InvalidSpecifier:
        message = f"{skill} asks for Python {wanted!r}, which is no range"
        raise ValidationFailed(message, code="invalid_requirement") from None
    if not fits:
        message = f"{skill} needs Python {wanted}, and this is {platform.python_version()}"
        raise Refused(message, code="other_python", hint="load it with a Python that fits")


def _parsed(skill: str, text: str) -> Requirement:
    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        message = f"{skill} needs {text!r}, which is no requirement: {error}"
        raise ValidationFailed(message, code="invalid_requirement") from None
    if requirement.url is not None:
        message = f"{skill} needs {text!r}: only packages of an index are looked at"
        raise ValidationFailed(message, code="invalid_requirement")
    return requirement


def _is_satisfied(requirement: Requirement) -> bool:
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    try:
        version = importlib.metadata.version(requirement.name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return requirement.specifier.contains(version, prereleases=True)
