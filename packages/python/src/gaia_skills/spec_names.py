"""The specification's own imports, `gaia.skills` and `gaia.agents.base.tools`, where AMD's package is not installed.

`spec_imports/gaia` has no `__init__.py` at its top: it is a portion of a namespace package, and Python takes such a portion only
when no regular package of that name is anywhere on the path. So whatever the order of installs and of the path, a real `gaia` wins.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from .errors import Unexpected
from .tools import ToolEntry

SPEC_IMPORTS = Path(__file__).resolve().parent / "spec_imports"


def offer_spec_imports() -> None:
    """Puts the specification's imports at the end of the path, once. The shim's distribution does it at every start."""
    if str(SPEC_IMPORTS) not in sys.path:
        sys.path.append(str(SPEC_IMPORTS))
        importlib.invalidate_caches()


def tool_registry() -> dict[str, ToolEntry]:
    """The `_TOOL_REGISTRY` of `gaia.agents.base.tools`: AMD's where it is installed, else this package's own."""
    offer_spec_imports()
    try:
        registry: object = importlib.import_module("gaia.agents.base.tools")._TOOL_REGISTRY
    except (ImportError, AttributeError) as error:
        message = f"the package gaia that is installed here has no gaia.agents.base.tools: {error}"
        raise Unexpected(message, code="other_gaia", hint="another project is called gaia, too; remove it") from error
    if not isinstance(registry, dict):
        raise Unexpected("gaia.agents.base.tools._TOOL_REGISTRY is no dictionary", code="other_gaia")
    return registry
