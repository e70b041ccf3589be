import type { LeanNode } from "../../engine/lean-tree.ts";
import { isSecretName } from "../../engine/secret-name.ts";
import { HOLE, literal, named, tainted, UNKNOWN, type Value, wholeText, withSources } from "../../engine/value.ts";
import { emit, type JsProgram, lineOf } from "./js-program.ts";

/** A name that nothing declares. */
export function globalNamed(program: JsProgram, name: string, node: LeanNode): Value {
  return name === "process"
    ? named("process")
    : withSources(
        named(name),
        name === "document.cookie" ? tainted("secret-file", "cookies", lineOf(program, node)).sources : [],
      );
}

/** `object.key`. */
export function member(program: JsProgram, object: Value, key: string, node: LeanNode): Value {
  const line = lineOf(program, node);
  const entry = object.entries?.get(key);
  if (entry !== undefined) return entry;
  if (object.name === "this" || object.name === "exports" || object.name === "module.exports")
    return program.members.get(key) ?? UNKNOWN;
  if (key === "length")
    return object.text !== null && object.items === null && wholeText(object) !== null
      ? { ...literal(String(object.text.length)), type: "number" }
      : object.items === null
        ? UNKNOWN
        : { ...literal(String(object.items.length)), type: "number" };
  const { name } = object;
  // `{ ...process.env }.NAME`
  if (name === null && object.entries !== null && object.sources.some(({ taint }) => taint === "env-all"))
    return environment(program, key, node);
  if (name === null) {
    // What a value holds is as foreign as the value.
    return object.sources.length === 0 && object.place === undefined
      ? UNKNOWN
      : {
          ...UNKNOWN,
          text: HOLE,
          sources: object.sources,
          ...(object.place === undefined ? {} : { place: object.place }),
        };
  }
  if (key === "constructor" && name.startsWith("function#")) return { ...named("Function"), naming: "string" };
  if (name === "input event")
    return /^(?:value|data|clipboardData|key|code|innerText|textContent|innerHTML|files|elements)$/.test(key)
      ? { ...tainted("user-data", "keyboard", line), text: HOLE }
      : /^(?:target|currentTarget|srcElement|detail|nativeEvent)$/.test(key)
        ? named("input event")
        : UNKNOWN;
  if (name === "keyboard event")
    return /^(?:key|code|keyCode|which|char)$/.test(key)
      ? { ...tainted("user-data", "keyboard", line), text: HOLE }
      : UNKNOWN;
  const full = name === "globalThis" ? key : `${name}.${key}`.slice(0, 200);
  if (name === "globalThis")
    return { ...globalNamed(program, key, node), ...(object.naming === undefined ? {} : { naming: object.naming }) };
  if (full === "process.env" || full === "import.meta.env" || full === "Bun.env")
    return { ...tainted("env-all", "the environment", line), name: "process.env" };
  if (name === "process.env") return environment(program, key, node);
  if (full === "process.argv") return { ...tainted("input", "the command line", line), text: HOLE };
  if (full === "process.platform" || full === "process.arch") return { ...UNKNOWN, text: HOLE };
  if (full === "document.cookie" || full === "window.localStorage")
    return { ...tainted("secret-file", "the browser's cookies", line), text: HOLE };
  if (/^(?:fs|util|dns|timers|stream)\.promises$/.test(full)) return { ...object, name };
  if (key === "default" && !name.includes(".")) return object;
  return {
    ...UNKNOWN,
    name: full,
    sources: object.sources,
    ...(object.place === undefined ? {} : { place: object.place }),
    ...(object.naming === undefined ? {} : { naming: object.naming }),
  };
}

/** One variable of the environment. */
export function environment(program: JsProgram, name: string, node: LeanNode): Value {
  emit(program, node, { act: "environment", callee: `process.env.${name}`.slice(0, 120), target: literal(name) });
  if (/^(?:HOME|USERPROFILE)$/.test(name)) return literal("~");
  if (/^(?:APPDATA|LOCALAPPDATA)$/.test(name)) return literal(`~/AppData/${name === "APPDATA" ? "Roaming" : "Local"}`);
  const sources = isSecretName(name) ? tainted("secret-env", name, lineOf(program, node)).sources : [];
  return { ...UNKNOWN, text: HOLE, sources };
}
