import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { literal, named, UNKNOWN, type Value } from "../engine/value.ts";
import { setName } from "./python-assign.ts";
import { emit } from "./values/emit.ts";
import { dottedOf } from "./values/literal.ts";
import { properName } from "./values/member.ts";
import type { PyFrame, PyModule, PyProgram } from "./values/program.ts";

/** `import a.b`, `import a as b`, `from a import b as c`. */
export function importNames(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  const { text } = frame.module;
  const names = node.children.filter((child) => child.field === "name");
  if (node.type === "import_statement") {
    for (const each of names) {
      const isAliased = each.type === "aliased_import";
      const module = dottedOf(isAliased ? fieldOf(each, "name") : each, text);
      if (module === null) continue;
      emit(frame, node, { act: "import", callee: "import", target: literal(module) });
      const alias = isAliased ? dottedOf(fieldOf(each, "alias"), text) : null;
      const first = module.split(".", 1)[0] ?? module;
      const own = findModule(program, frame.module, module);
      setName(
        frame,
        alias ?? first,
        own === null ? named(alias === null ? first : module) : named(`⟨module⟩${own.name}`),
      );
    }
    return;
  }
  const from = fieldOf(node, "module_name");
  const source = from === null ? "" : text.slice(from.start, from.end).replaceAll(/\s/g, "").normalize("NFKC");
  const module = source.replace(/^\.+/, "");
  emit(frame, node, { act: "import", callee: "import", target: literal(source) });
  const own = findModule(program, frame.module, module);
  for (const each of names) {
    const isAliased = each.type === "aliased_import";
    const name = dottedOf(isAliased ? fieldOf(each, "name") : each, text);
    if (name === null) continue;
    const alias = isAliased ? dottedOf(fieldOf(each, "alias"), text) : name;
    setName(
      frame,
      alias ?? name,
      own === null ? ofPackage(program, frame.module, module, name) : (own.frame?.names.get(name) ?? UNKNOWN),
    );
  }
  if (node.children.some((child) => child.type === "wildcard_import")) {
    for (const [name, value] of own?.frame?.names ?? []) setName(frame, name, value);
    for (const name of STARRED.get(module) ?? []) setName(frame, name, named(properName(`${module}.${name}`)));
  }
}

/** What `from module import *` is used for. */
const STARRED = new Map<string, readonly string[]>(
  Object.entries({
    os: ["system", "popen", "environ", "path", "remove", "walk", "dup2", "execv", "getenv"],
    subprocess: ["run", "call", "Popen", "check_output", "check_call", "getoutput", "PIPE"],
    socket: ["socket", "create_connection", "AF_INET", "SOCK_STREAM", "gethostname"],
    base64: ["b64decode", "b64encode"],
    "urllib.request": ["urlopen", "urlretrieve", "Request"],
    ctypes: ["windll", "CDLL", "memmove", "CFUNCTYPE"],
    shutil: ["rmtree", "copy"],
    requests: ["get", "post", "put", "Session"],
  }),
);

function ofPackage(program: PyProgram, from: PyModule, module: string, name: string): Value {
  const inner = findModule(program, from, module === "" ? name : `${module}.${name}`);
  return inner === null
    ? named(properName(module === "" ? name : `${module}.${name}`))
    : named(`⟨module⟩${inner.name}`);
}

/** A module of the skill: by its path from the root, beside the one that asks, or by its last name. */
function findModule(program: PyProgram, from: PyModule, name: string): PyModule | null {
  if (name === "" || from.name === "") return null;
  const beside = from.name.includes(".") ? `${from.name.slice(0, from.name.lastIndexOf(".") + 1)}${name}` : name;
  const found = program.modules.get(beside) ?? program.modules.get(name);
  return found === undefined || found === from ? null : found;
}
