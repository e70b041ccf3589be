"""What keeps a function from being a tool (specification, section 5.4), and what its annotations allow. Needs no registry."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

import pytest

from gaia_skills import tool, tool_registry
from gaia_skills.json_types import NotJson, allowed_types
from gaia_skills.manifests import Tool
from gaia_skills.signatures import problems_of


def declared(**parameters: dict[str, object]) -> Tool:
    required = [name for name, schema in parameters.items() if schema.pop("required", False)]
    return Tool("run", "", {"type": "object", "properties": parameters, "required": required}, False)


def said(tool: Tool, function: Callable[..., Any]) -> list[str]:
    return [one.message for one in problems_of(tool, function)]


class Point(TypedDict):
    x: int


class Own:
    pass


@pytest.mark.parametrize(
    ("annotation", "types"),
    [
        (str, {"string"}),
        (float, {"number", "integer"}),
        (bool, {"boolean"}),
        (Optional[int], {"integer", "null"}),
        (int | None, {"integer", "null"}),
        (Union[str, list[str]], {"string", "array"}),
        (Literal["a", 1], {"string", "integer"}),
        (Annotated[str, "words"], {"string"}),
        (dict[str, Any], {"object"}),
        (tuple[int, ...], {"array"}),
        (Point, {"object"}),
        (None, {"null"}),
    ],
)
def test_annotations_in_the_words_of_json(annotation: object, types: set[str]) -> None:
    assert set(allowed_types(annotation) or ()) == types


@pytest.mark.parametrize("annotation", [Any, Own, "str", Union[str, Own]])
def test_annotations_that_do_not_say(annotation: object) -> None:
    assert allowed_types(annotation) is None


@pytest.mark.parametrize(
    "annotation", [bytes, set[int], datetime.datetime, Callable[[], int], list[bytes], Iterator[str], ValueError]
)
def test_annotations_that_json_has_no_form_for(annotation: object) -> None:
    with pytest.raises(NotJson):
        allowed_types(annotation)


def test_the_decorator_takes_every_annotation_and_says_what_it_knows() -> None:
    @tool
    def run(text: str, data: bytes, own: Own, count: int | None = None) -> None:
        """Run it."""

    parameters = tool_registry()["run"]["parameters"]
    assert {name: one["type"] for name, one in parameters.items()} == {
        "text": "string",
        "data": "unknown",
        "own": "unknown",
        "count": "unknown",
    }
    assert [name for name, one in parameters.items() if one["required"]] == ["text", "data", "own"]


def test_a_function_that_agrees() -> None:
    def run(query: str, limit: int = 5) -> dict[str, object]:
        """Run it."""
        return {}

    tool = declared(query={"type": "string", "required": True}, limit={"type": "integer", "default": 5})
    assert said(tool, run) == []


def test_names_defaults_and_kinds() -> None:
    def run(query: str, /, other: int, limit: int) -> dict[str, object]:
        """Run it."""
        return {}

    tool = declared(
        query={"type": "string", "required": True}, limit={"type": "integer"}, gone={"type": "string", "required": True}
    )
    assert said(tool, run) == [
        "run: the function has no parameter 'gone'",
        "run: 'query' is positional-only, and a tool is called with names",
        "run: the manifest does not declare the parameter 'other', which is needed",
        "run: 'limit' is optional in the manifest, and the function has no default for it",
    ]


def test_types_docstring_and_result() -> None:
    async def run(query: bytes, limit: str = "") -> set[int]:
        return set()

    tool = declared(query={"type": "string", "required": True}, limit={"type": "integer"})
    assert said(tool, run) == [
        "run has no docstring",
        "run is async: calling it gives a coroutine, which is no JSON",
        "run: 'query' is string in the manifest and bytes in the code",
        "run: 'limit' is integer in the manifest and string in the code",
        "run returns set, which JSON cannot hold",
    ]


def test_keyword_arguments_take_whatever_is_declared_and_an_undeclared_default_is_no_harm() -> None:
    def run(own: int = 1, **more: Any) -> dict[str, object]:
        """Run it."""
        return {}

    assert said(declared(query={"type": "string", "required": True}), run) == []
