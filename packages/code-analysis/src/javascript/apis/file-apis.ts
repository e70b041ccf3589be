import {
  HOLE,
  joinSources,
  literal,
  named,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  withSources,
} from "../../engine/value.ts";
import { isWholePlace, secretPlace } from "../../engine/sensitive-path.ts";
import { type ApiCall, type ApiTable, say } from "../program/js-api.ts";
import type { CodeLanguage } from "@gaia/reading";
import { pickedBy } from "../program/js-picked.ts";
import { contentOf, embed } from "../program/js-program.ts";

function read(call: ApiCall): Value {
  const [path = UNKNOWN] = call.args;
  say(call, { act: "read", target: path });
  return contentOf(path, call.line);
}

function write(call: ApiCall): Value {
  const [path = UNKNOWN, content] = call.args;
  say(call, {
    act: "write",
    target: path,
    inputs: content === undefined ? [] : [content],
    options: /append/i.test(call.name) ? { append: literal("true") } : {},
  });
  const language = LANGUAGES.find(([pattern]) => pattern.test(path.text ?? ""))?.[1];
  if (language !== undefined && content?.text != null && /[\s(;]/.test(content.text))
    embed(call.program, call.node, { language, text: content.text, from: "string" });
  return { ...(call.name.endsWith("Stream") ? named("file stream") : UNKNOWN), place: path };
}

/** Code that is written to a file is there to be run. */
const LANGUAGES: [RegExp, CodeLanguage][] = [
  [/\.[cm]?jsx?$/i, "javascript"],
  [/\.[cm]?ts$/i, "typescript"],
  [/\.(?:sh|bash|zsh|command)$/i, "bash"],
  [/\.pyw?$/i, "python"],
  [/\.ps1$/i, "powershell"],
];

function copy(call: ApiCall): Value {
  const [from = UNKNOWN, to = UNKNOWN] = call.args;
  say(call, { act: "read", target: from });
  say(call, { act: "write", target: to, inputs: [contentOf(from, call.line)] });
  return UNKNOWN;
}

function list(call: ApiCall): Value {
  const [first = UNKNOWN, options] = call.args;
  const from = options?.entries?.get("cwd");
  const path: Value = from?.text == null ? first : { ...from, sources: joinSources(from.sources, first.sources) };
  say(call, { act: "list", target: path });
  const text = path.text ?? "";
  const taint =
    text !== "" && isWholePlace(text) ? "user-files" : secretPlace(text) !== null ? "secret-file" : "listing";
  const found = tainted(taint, (path.text ?? "*").replaceAll(HOLE, "*"), call.line).sources;
  // A pattern that asks for the files of secrets.
  const picked = /glob/.test(call.name)
    ? pickedBy(`${first.text ?? ""}${(first.items ?? []).map((item) => item.text ?? "").join(" ")})`, call.line)
    : null;
  return {
    ...UNKNOWN,
    text: HOLE,
    sources: joinSources(joinSources(path.sources, found), picked === null ? [] : [picked]),
  };
}

function remove(call: ApiCall): Value {
  const [path = UNKNOWN, options] = call.args;
  const isTree = /rimraf|remove|emptyDir|rmdir/i.test(call.name) || options?.entries?.has("recursive") === true;
  say(call, { act: isTree ? "delete-tree" : "delete", target: path });
  return UNKNOWN;
}

/** A file that is opened; what is written to it later goes there. */
function opened(call: ApiCall): Value {
  const [path = UNKNOWN, flags] = call.args;
  const isWritten = /[wa+]/.test(flags?.text ?? "") || flags?.entries?.has("write") === true;
  if (isWritten) say(call, { act: "write", target: path });
  else say(call, { act: "read", target: path });
  return { ...named("file handle", path.sources), place: path };
}

function onHandle(call: ApiCall, handle: Value, data: Value | undefined): Value {
  const target = handle.place ?? UNKNOWN;
  say(call, { act: "write", target: withSources(target, handle.sources), inputs: data === undefined ? [] : [data] });
  return UNKNOWN;
}

/** Parts of a path, joined; what is not known leaves a hole. */
function joinPath(call: ApiCall): Value {
  const parts = call.args.map((arg) => (arg.name === "__dirname" ? "" : (arg.text ?? HOLE)));
  const absolute = call.name.endsWith("resolve") ? parts.findLastIndex((part) => /^[/~]/.test(part)) : -1;
  const text = parts
    .slice(Math.max(absolute, 0))
    .filter((part) => part !== "")
    .join("/")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/(?<=^|\/)\.\//g, "");
  return {
    ...UNKNOWN,
    text,
    folded: true,
    sources: call.args.reduce((all: Value["sources"], arg) => joinSources(all, sourcesOf(arg)), []),
  };
}

const FS = String.raw`^(?:fs|original-fs|memfs|Deno|Bun|sdk\.fs)\.`;

/** Files and paths. */
export const FILE_APIS: ApiTable = [
  [
    new RegExp(
      `${FS}(?:readFile|readFileSync|createReadStream|readTextFile|readTextFileSync|readJson|readJsonSync|readJSON|openAsBlob|file|read)$`,
    ),
    read,
  ],
  [
    new RegExp(
      `${FS}(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|outputFile|outputFileSync|` +
        `writeTextFile|writeTextFileSync|writeJson|writeJsonSync|symlink|symlinkSync)$|^Bun\\.write$`,
    ),
    write,
  ],
  [new RegExp(`${FS}(?:copyFile|copyFileSync|cp|cpSync|copy|copySync|rename|renameSync|move|moveSync)$`), copy],
  [
    new RegExp(
      `${FS}(?:readdir|readdirSync|opendir|opendirSync|readDir|readDirSync|glob|globSync)$|^(?:glob|fast-glob|globby)(?:\\.\\w+)?$`,
    ),
    list,
  ],
  [
    new RegExp(
      `${FS}(?:rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|remove|removeSync|emptyDir|emptyDirSync)$|` +
        `^(?:rimraf|del|trash)(?:\\.(?:sync|rimraf|default|deleteAsync))?$`,
    ),
    remove,
  ],
  [
    new RegExp(`${FS}(?:truncate|truncateSync)$`),
    (call) => {
      say({ ...call, name: "fs.truncate" }, { act: "write", target: call.args[0] ?? UNKNOWN });
      return UNKNOWN;
    },
  ],
  [
    new RegExp(`${FS}(?:chmod|chmodSync|fchmod)$`),
    (call) => {
      say(call, { act: "permit", target: call.args[0] ?? UNKNOWN });
      return UNKNOWN;
    },
  ],
  [/^(?:path|node:path|path\.posix|path\.win32|upath)\.(?:join|resolve|normalize)$/, joinPath],
  [
    /^path(?:\.posix)?\.(?:dirname|basename|extname|relative)$/,
    (call) => {
      const path = call.args[0] ?? UNKNOWN;
      const last =
        call.name.endsWith("basename") && path.text !== null ? path.text.slice(path.text.lastIndexOf("/") + 1) : "";
      return { ...UNKNOWN, text: last === "" ? HOLE : last, sources: sourcesOf(path) };
    },
  ],
  [/^os\.homedir$|^(?:homedir|user-home|os-homedir|untildify)$|^app\.getPath$/, () => literal("~")],
  [
    new RegExp(
      `${FS}(?:mkdtemp|mkdtempSync|makeTempDir|makeTempDirSync)$|^(?:tmp|tempy)\\.(?:dirSync|directory|file|fileSync|tmpNameSync)$`,
    ),
    (call) => ({ ...UNKNOWN, text: `${call.args[0]?.text ?? "/tmp/⟨temporary⟩"}${HOLE}`, folded: true }),
  ],
  [new RegExp(`${FS}(?:open|openSync)$`), opened],
  [
    /^file (?:handle|stream)\.(?:write|end|writeFile|appendFile|writev|truncate)$/,
    (call) => onHandle(call, call.self, call.args[0]),
  ],
  [
    /^file handle\.(?:read|readFile|createReadStream|readableWebStream)$/,
    (call) => contentOf(call.self.place ?? UNKNOWN, call.line),
  ],
  [
    new RegExp(`${FS}(?:write|writeSync|writev|writevSync|ftruncate|ftruncateSync)$`),
    (call) => onHandle(call, call.args[0] ?? UNKNOWN, call.args[1]),
  ],
  [/^os\.tmpdir$/, () => literal("/tmp")],
  [/^process\.cwd$/, () => ({ ...literal("."), name: "__dirname" })],
  [/^url\.fileURLToPath$|^fileURLToPath$/, () => literal("./this-file")],
  [
    /^os\.(?:hostname|userInfo|networkInterfaces|platform|release|version|type|cpus|arch)$/,
    (call) =>
      /hostname|userInfo|networkInterfaces/.test(call.name)
        ? { ...tainted("host-info", call.name, call.line), text: HOLE }
        : { ...UNKNOWN, text: HOLE },
  ],
];
