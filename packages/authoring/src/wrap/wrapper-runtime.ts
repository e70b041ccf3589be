import { pythonString } from "@gaia/manifest/kernel";

/** Names that the generated module uses itself: a tool of such a name would take its place. */
export const RUNTIME_NAMES: ReadonlySet<string> = new Set(
  [
    "tool Any Optional importlib json subprocess Path arguments",
    "_FOLDER _TIMEOUT_SECONDS _modules _call_python _call_process",
    "str int float bool list dict len getattr callable",
    "AttributeError RuntimeError ValueError NotImplementedError",
  ].flatMap((row) => row.split(" ")),
);

/** What every generated `tools.py` begins with, behind its docstring. */
export const RUNTIME_LINES = `import importlib.util
import json
import subprocess
from pathlib import Path
from typing import Any, Optional

from gaia.agents.base.tools import tool

_FOLDER = Path(__file__).resolve().parent
_TIMEOUT_SECONDS = 60
_modules = {}


def _call_python(path, functions, arguments):
    """Imports a handler when it is first called, and calls the first function of it that is there."""
    if path not in _modules:
        spec = importlib.util.spec_from_file_location("openclaw_handler_%d" % len(_modules), _FOLDER / path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _modules[path] = module
    for name in functions:
        function = getattr(_modules[path], name, None)
        if callable(function):
            return function(**arguments)
    raise AttributeError("%s has none of %s" % (path, ", ".join(functions)))


def _call_process(program, path, arguments):
    """Runs a handler with the arguments as JSON on its standard input; its output is JSON, or text."""
    done = subprocess.run(
        [program, str(_FOLDER / path)],
        input=json.dumps(arguments),
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_SECONDS,
        cwd=str(_FOLDER),
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError("%s ended with code %d: %s" % (path, done.returncode, done.stderr[-2000:]))
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"output": done.stdout}`.split("\n");

/** The last lines of a generated function. */
export function handlerLines(
  tool: string,
  handler: { file: string; symbol: string | null; kind: "python" | "node" | "shell" } | null,
): string[] {
  if (handler === null)
    return [`    raise NotImplementedError(${pythonString(`${tool} has no handler that could be wrapped`)})`];
  const path = pythonString(handler.file);
  if (handler.kind === "python") {
    const functions = handler.symbol === null ? [tool, "handler", "handle", "run", "main"] : [handler.symbol];
    return [`    return _call_python(${path}, [${functions.map(pythonString).join(", ")}], arguments)`];
  }
  const program = handler.kind === "node" ? "node" : "bash";
  return [`    return _call_process(${pythonString(program)}, ${path}, arguments)`];
}
