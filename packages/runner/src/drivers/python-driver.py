"""Runs one tool inside the sandbox: reads an order on standard input, answers with one marked line on what was standard output.

What the tool and its children print goes to standard error: the line is written on a descriptor that they are not given.
"""

import asyncio
import dataclasses
import enum
import importlib
import importlib.util
import inspect
import json
import os
import sys
import traceback
import typing

ORDER = json.loads(sys.stdin.buffer.read())
_OUT = os.dup(1)
os.set_inheritable(_OUT, False)
os.dup2(2, 1)
_null = os.open(os.devnull, os.O_RDONLY)
os.dup2(_null, 0)

OPENED = {}
MISSED = []


def audit(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        OPENED[os.fsdecode(arguments[0])] = bool(
            isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        )
    elif event in ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.chmod", "os.truncate", "os.symlink"):
        if isinstance(arguments[0], (str, bytes)):
            OPENED[os.fsdecode(arguments[0])] = True


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def watch_environment():
    """Names that were asked for and are not there."""
    kind = type(os.environ)
    found = kind.__getitem__

    def get(self, name):
        try:
            return found(self, name)
        except KeyError:
            MISSED.append(str(name))
            raise

    kind.__getitem__ = get


_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", tuple: "array", dict: "object"}


def types_of(annotation):
    """The JSON types of an annotation; None: any."""
    if annotation is type(None):
        return set()
    plain = typing.get_origin(annotation) or annotation
    if plain in _TYPES:
        found = {_TYPES[plain]}
        return found | {"integer"} if plain is float else found
    if plain is typing.Union or type(annotation).__name__ == "UnionType":
        members = [types_of(one) for one in typing.get_args(annotation)]
        return None if any(one is None for one in members) else set().union(*members)
    return None


def problems_of(declared, function):
    """Specification, section 5.4."""
    name = declared["name"]
    if not (inspect.getdoc(function) or "").strip():
        yield f"{name} has no docstring"
    own = inspect.signature(function).parameters
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in own.values())
    open_ended = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    named = {key: one for key, one in own.items() if one.kind not in open_ended}
    properties = declared["inputSchema"].get("properties") or {}
    for key in properties:
        if key not in named and not takes_any:
            yield f"{name}: the function has no parameter {key!r}"
    try:
        hints = typing.get_type_hints(function)
    except Exception:
        hints = {}
    for key, parameter in named.items():
        if key not in properties:
            if parameter.default is inspect.Parameter.empty:
                yield f"{name}: the manifest does not declare the parameter {key!r}, which is needed"
            continue
        wanted = properties[key].get("type") if isinstance(properties[key], dict) else None
        wanted = {one for one in (wanted if isinstance(wanted, list) else [wanted]) if isinstance(one, str)} - {"null"}
        allowed = types_of(hints[key]) if key in hints else None
        if allowed is not None and not wanted <= allowed:
            said = " or ".join(sorted(allowed)) or "null"
            yield f"{name}: {key!r} is {' or '.join(sorted(wanted))} in the manifest and {said} in the code"


def load_tools():
    """tools.py, held against every declared tool (specification, sections 5.1 and 5.4)."""
    sys.path.insert(0, ORDER["root"])
    spec = importlib.util.spec_from_file_location("tools", os.path.join(ORDER["root"], "tools.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["tools"] = module
    spec.loader.exec_module(module)
    registry = importlib.import_module("gaia.agents.base.tools")._TOOL_REGISTRY
    problems, functions = [], {}
    for declared in ORDER["tools"]:
        entry = registry.get(declared["name"])
        function = entry["function"] if isinstance(entry, dict) else None
        if function is None:
            why = "is not decorated with @tool" if hasattr(module, declared["name"]) else "is not in tools.py"
            problems.append(f"{declared['name']} {why}")
            continue
        problems.extend(problems_of(declared, function))
        functions[declared["name"]] = function
    if problems:
        raise Refused("invalid_tools", "tools.py is not what the manifest declares: " + "; ".join(problems[:10]))
    return functions[ORDER["tool"]]


def load_aria():
    """The method of a registered class; the skill lies in the package aria_skills."""
    sys.path.insert(0, ORDER["root"])
    registry = importlib.import_module("aria_skills.registry").SkillRegistry
    base = importlib.import_module("aria_skills.base")
    for name in [*ORDER["dependencies"], ORDER["package"]]:
        importlib.import_module(f"aria_skills.{name}")
    kinds = {kind.__module__.split(".")[1]: kind for kind in registry._skill_classes.values() if "." in kind.__module__}
    kind = kinds.get(ORDER["package"])
    if kind is None:
        raise Refused("invalid_tools", f"aria_skills/{ORDER['package']} registers no class with @SkillRegistry.register")
    skill = kind(base.SkillConfig(name=ORDER["package"], config={}))
    if skill.name != ORDER["package"]:
        raise Refused("invalid_tools", f"its name is {skill.name!r}, and its directory {ORDER['package']!r}")
    for declared in ORDER["tools"]:
        if not callable(getattr(skill, declared["name"], None)):
            raise Refused("invalid_tools", f"{kind.__name__} has no method {declared['name']}")

    async def call(**arguments):
        if await skill.initialize() is False:
            raise Refused("tool_failed", f"{kind.__name__}.initialize() said that it cannot work here")
        try:
            result = getattr(skill, ORDER["tool"])(**arguments)
            return await result if inspect.isawaitable(result) else result
        finally:
            ending = getattr(skill, "close", None)
            if callable(ending):
                ended = ending()
                if inspect.isawaitable(ended):
                    await ended

    return call


def load_handler():
    """An OpenClaw handler: the named function, or the first of the usual names."""
    path = os.path.join(ORDER["root"], ORDER["file"])
    sys.path.insert(0, ORDER["root"])
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("openclaw_handler", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["openclaw_handler"] = module
    spec.loader.exec_module(module)
    names = [ORDER["symbol"]] if ORDER["symbol"] else [ORDER["tool"], "handler", "handle", "run", "main"]
    for name in names:
        if callable(getattr(module, name, None)):
            return getattr(module, name)
    raise Refused("invalid_tools", f"{ORDER['file']} has none of {', '.join(names)}")


def plain(value, depth=0):
    """JSON of what a tool gave; raises TypeError for what JSON does not hold."""
    if depth > 64:
        raise TypeError("it is nested too deeply")
    if isinstance(value, enum.Enum):
        return plain(value.value, depth + 1)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name), depth + 1) for one in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(key): plain(one, depth + 1) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one, depth + 1) for one in value]
    return value


def causes_of(error):
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def told(error):
    """What the outside needs to name a permission that is missing."""
    chain = []
    for one in causes_of(error):
        filename = getattr(one, "filename", None)
        path = os.fsdecode(filename) if isinstance(filename, (str, bytes)) else None
        frames = [frame.name for frame in traceback.extract_tb(one.__traceback__)]
        chain.append(
            {
                "type": type(one).__name__,
                "message": str(one)[:2000],
                "errno": getattr(one, "errno", None) if isinstance(one, OSError) else None,
                "path": path,
                "isProgram": "_execute_child" in frames or "execvp" in frames,
                "isWritten": bool(path and OPENED.get(path, False)),
                "module": getattr(one, "name", None) if isinstance(one, ImportError) else None,
            }
        )
    return {
        "code": error.code if isinstance(error, Refused) else "tool_failed",
        "message": str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"[:4000],
        "causes": chain[:8],
        "missedVariables": MISSED[-16:],
    }


def answer(found):
    line = ORDER["mark"] + json.dumps(found, ensure_ascii=True, allow_nan=False) + "\n"
    data = memoryview(line.encode())
    while data:
        data = data[os.write(_OUT, data) :]


def main():
    sys.path.extend(ORDER["paths"])
    sys.addaudithook(audit)
    watch_environment()
    function = {"tools": load_tools, "aria": load_aria, "handler": load_handler}[ORDER["kind"]]()
    try:
        inspect.signature(function).bind(**ORDER["input"])
    except TypeError as error:
        raise Refused("invalid_input", f"{ORDER['tool']}: {error}") from None
    except ValueError:
        pass
    result = function(**ORDER["input"])
    if inspect.isawaitable(result):

        async def wait():
            return await result

        result = asyncio.run(wait())
    try:
        output = plain(result)
        json.dumps(output, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Refused("invalid_output", f"{ORDER['tool']} gave what JSON does not hold: {error}") from None
    return {"ok": True, "output": output}


try:
    FOUND = main()
except BaseException as error:  # an exit of the tool's is a failure of the tool's
    FOUND = {"ok": False, "error": told(error)}
answer(FOUND)
sys.stderr.flush()
os._exit(0)
