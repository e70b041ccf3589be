"""What a skill needs of this Python (specification, section 5.1, step 4). Needs no registry."""

from __future__ import annotations

import hashlib
import importlib.metadata
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from gaia_skills import DependenciesMissing, Refused, ValidationFailed
from gaia_skills.dependencies import ensure_dependencies


def test_what_is_installed_in_the_range_is_enough() -> None:
    ensure_dependencies("skill", ">=3.10", ["packaging>=20,<1000", "Packaging"], install=False)
    ensure_dependencies("skill", None, ["not-for-this-one>=1; python_version < '3'"], install=False)


def test_what_is_missing_or_outside_its_range_is_named() -> None:
    with pytest.raises(DependenciesMissing) as missing:
        ensure_dependencies("skill", None, ["packaging>=1000", "packaging", "no-such-thing-at-all~=2.0"], install=False)
    assert missing.value.missing == ("packaging>=1000", "no-such-thing-at-all~=2.0")


@pytest.mark.parametrize("text", ["-r /etc/passwd", "--index-url=http://127.0.0.1", "a @ http://127.0.0.1/a.whl", "a b"])
def test_what_is_no_package_of_an_index_never_reaches_pip(text: str) -> None:
    with pytest.raises(ValidationFailed):
        ensure_dependencies("skill", None, [text], install=True)


def test_another_python_is_refused() -> None:
    with pytest.raises(Refused, match="needs Python >=4"):
        ensure_dependencies("skill", ">=4", [], install=False)
    with pytest.raises(ValidationFailed):
        ensure_dependencies("skill", "at least three", [], install=False)


@pytest.fixture
def wheels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What pip finds, instead of an index, and where it installs."""
    (tmp_path / "wheels").mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "target"))
    monkeypatch.syspath_prepend(str(tmp_path / "target"))
    return tmp_path / "wheels"


def write_wheel(wheels: Path, version: str) -> str:
    """A wheel of `gaia-skills-test-knots`; gives its pin."""
    path = wheels / f"gaia_skills_test_knots-{version}-py3-none-any.whl"
    info = f"gaia_skills_test_knots-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("gaia_skills_test_knots.py", f"VERSION = {version!r}\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: gaia-skills-test-knots\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return f"gaia-skills-test-knots=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def test_what_is_installed_is_what_was_pinned_and_nothing_else(wheels: Path) -> None:
    needed = ["gaia-skills-test-knots>=1"]
    pin = write_wheel(wheels, "1.0")
    other = write_wheel(wheels, "1.1")
    with pytest.raises(DependenciesMissing, match="not pinned"):
        ensure_dependencies("skill", None, needed, install=True)
    with pytest.raises(DependenciesMissing, match="pip could not install"):
        ensure_dependencies("skill", None, needed, install=True, pins=pin.replace("1.0", "1.1"))
    for odd in ("--index-url http://127.0.0.1:1/\n", "gaia-skills-test-knots>=1\n"):
        with pytest.raises(ValidationFailed):
            ensure_dependencies("skill", None, needed, install=True, pins=pin + odd)
    assert other
    ensure_dependencies("skill", None, needed, install=True, pins=f"# Generated\n{pin}")
    assert importlib.metadata.version("gaia-skills-test-knots") == "1.0"


def test_a_package_that_would_have_to_be_built_is_not(wheels: Path, tmp_path: Path) -> None:
    path = wheels / "gaia-skills-test-built-1.0.tar.gz"
    ran = tmp_path / "ran"
    setup = f"open({str(ran)!r}, 'w').close()\n".encode()
    with tarfile.open(path, "w:gz") as archive:
        for name, content in (("setup.py", setup), ("PKG-INFO", b"Metadata-Version: 2.1\nName: x\nVersion: 1.0\n")):
            entry = tarfile.TarInfo(f"gaia-skills-test-built-1.0/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    pin = f"gaia-skills-test-built==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
    with pytest.raises(DependenciesMissing):
        ensure_dependencies("skill", None, ["gaia-skills-test-built"], install=True, pins=pin)
    assert not ran.exists()
