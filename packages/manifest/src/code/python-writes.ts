import type { Node } from "web-tree-sitter";
import type { Point } from "@gaia/syntax";

/** A call that changes files; `call` is how it is written, without its arguments. */
export type PythonWrite = Point & { call: string };

/** Text without any of these has none. */
export const MAY_WRITE = new RegExp(
  String.raw`\bopen\b|write_(?:text|bytes)|` +
    String.raw`\b(?:unlink|mkdir|makedirs|rmdir|removedirs|touch|rmtree|copy\w{0,4}|move|remove|rename\w?|replace|truncate|` +
    String.raw`symlink\w{0,3}|link|chmod|chown|mkstemp|NamedTemporaryFile)\b`,
);

/** Of a path, whatever it is called. */
const PATH_METHODS = new Set("write_text write_bytes unlink mkdir rmdir touch symlink_to hardlink_to".split(" "));

const MODULE_FUNCTIONS = new Map(
  Object.entries({
    os: "remove unlink rename renames replace mkdir makedirs rmdir removedirs chmod chown truncate symlink link mkfifo",
    shutil: "copy copy2 copyfile copytree copymode move rmtree chown make_archive unpack_archive",
  }).map(([module, names]) => [module, new Set(names.split(" "))]),
);

/** Whether a call writes to the file system, as far as its own text shows. */
export function readWrite(call: Node): PythonWrite[] {
  const callee = call.childForFieldName("function");
  const isMethod = callee?.type === "attribute";
  const name = (isMethod ? callee.childForFieldName("attribute") : callee)?.text.slice(0, 60) ?? "";
  const owner = isMethod ? callee.childForFieldName("object") : null;
  const module = owner?.type === "identifier" ? owner.text.slice(0, 60) : null;
  const isWrite =
    name === "open"
      ? opensToWrite(call, isMethod && !["io", "aiofiles", "codecs", "os"].includes(module ?? ""))
      : isMethod && (PATH_METHODS.has(name) || (module !== null && MODULE_FUNCTIONS.get(module)?.has(name) === true));
  if (!isWrite) return [];
  const { row, column } = call.startPosition;
  return [{ line: row + 1, column: column + 1, call: module === null ? name : `${module}.${name}` }];
}

/** `open(path, "w")`, or `path.open("w")`. A mode that is no plain text is not known to write. */
function opensToWrite(call: Node, isOfPath: boolean): boolean {
  const given = call.childForFieldName("arguments")?.namedChildren.slice(0, 8) ?? [];
  const byName = given.find((one) => one.type === "keyword_argument" && one.childForFieldName("name")?.text === "mode");
  const positional = given.filter(({ type }) => type !== "keyword_argument" && type !== "comment");
  const mode = byName?.childForFieldName("value") ?? positional[isOfPath ? 0 : 1];
  return mode?.type === "string" && /^["'][rbt]{0,2}[wax+]/.test(mode.text.slice(0, 8));
}
