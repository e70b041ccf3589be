"""What a skill's manifest says, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .answers import Json, as_object, field, objects, optional, texts


@dataclass(frozen=True)
class Tool:
    """A tool as the manifest declares it. The schemas are JSON Schema."""

    name: str
    description: str
    input_schema: Mapping[str, object]
    atomic: bool

    @property
    def parameters(self) -> dict[str, dict[str, object]]:
        """The parameters as `_TOOL_REGISTRY` has them: `{"query": {"type": "string", "required": True}}`."""
        required = texts(self.input_schema.get("required"))
        properties = self.input_schema.get("properties")
        named = properties.items() if isinstance(properties, dict) else ()
        return {
            name: {**(schema if isinstance(schema, dict) else {}), "required": name in required}
            for name, schema in named
        }


@dataclass(frozen=True)
class Manifest:
    """What a manifest says, read by the same reader as the registry's. `permissions` is None where it declares none."""

    name: str
    version: str
    description: str
    tools: tuple[Tool, ...]
    permissions: tuple[str, ...] | None
    python: str | None
    dependencies: tuple[str, ...]

    @staticmethod
    def of(answer: Json) -> Manifest:
        """Reads the field `skill` of `verify` and `validate`."""
        declared = field(answer, "permissions", dict).get("declared")
        requirements = field(answer, "requirements", dict)
        return Manifest(
            name=field(answer, "name", str),
            version=field(answer, "version", str),
            description=field(answer, "description", str),
            tools=tuple(
                Tool(
                    name=field(tool, "name", str),
                    description=optional(tool, "description", str) or "",
                    input_schema=as_object(tool.get("input_schema"), "a tool's input_schema"),
                    atomic=tool.get("atomic") is True,
                )
                for tool in objects(answer.get("tools"), "a tool")
            ),
            permissions=None if declared is None else texts(declared),
            python=optional(requirements, "python", str),
            dependencies=texts(requirements.get("dependencies")),
        )
