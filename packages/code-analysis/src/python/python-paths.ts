import { deviceAt, isDotenv, isWholePlace, secretPlace } from "../engine/sensitive-path.ts";
import {
  HOLE,
  joinSources,
  literal,
  named,
  type Source,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
} from "../engine/value.ts";
import type { Call, Handler } from "./values/call-site.ts";
import { embed, emit, languageBegun, languageWritten, of } from "./values/emit.ts";
import { joinedPath, PATH } from "./values/operator.ts";
import { lineOf } from "./values/program.ts";

/** What reading a path gives. */
export function contentSources(path: Value, line: number): readonly Source[] {
  const text = path.text ?? "";
  const found: Source[] = [];
  const place = secretPlace(text);
  const device = deviceAt(text);
  if (device !== null) found.push({ taint: "user-data", what: device, line });
  else if (place !== null) found.push({ taint: "secret-file", what: text.slice(0, 120), line });
  else if (isDotenv(text)) found.push({ taint: "dotenv", what: text.slice(0, 120), line });
  else if (isWholePlace(text) && text !== "" && text !== "/tmp")
    found.push({ taint: "user-files", what: text.slice(0, 120), line });
  else if (text !== "") found.push({ taint: "file", what: text.slice(0, 200), line });
  return joinSources(
    found,
    path.sources.filter(({ taint }) => taint === "user-files" || taint === "secret-file" || taint === "input"),
  );
}

function pathValue(text: string, from: readonly Value[], isObject: boolean): Value {
  let sources: readonly Source[] = [];
  for (const value of from) sources = joinSources(sources, sourcesOf(value));
  return { ...UNKNOWN, text, folded: from.some(({ folded }) => folded), name: isObject ? PATH : null, sources };
}

const joined = (args: readonly Value[]): string => {
  let text = args[0]?.text ?? HOLE;
  for (const part of args.slice(1)) text = joinedPath(text, part.text ?? HOLE);
  return text;
};

const same: Handler = ({ args, self }) => {
  const value = args[0] ?? self;
  return value === null || value === undefined || value.text === null ? null : value;
};

const open: Handler = (call) => {
  const path =
    call.name === "open" ||
    call.name === "os.open" ||
    call.name === "os.fdopen" ||
    call.name === "aiofiles.open" ||
    /^(?:gzip|bz2|lzma)\.open$/.test(call.name ?? "")
      ? descriptor(of(call.args[0] ?? call.keywords.get("file")))
      : of(call.self ?? undefined);
  const mode = wholeText(call.keywords.get("mode") ?? (call.self?.name === PATH ? call.args[0] : call.args[1])) ?? "r";
  const isWriting = call.name === "os.open" ? isOpenedToWrite(call) : /[wax+]/.test(mode);
  const line = lineOf(call.frame.module, call.node);
  if (!isWriting || mode.includes("+"))
    emit(call.frame, call.node, { act: "read", callee: call.name ?? "open", target: path });
  if (isWriting)
    emit(call.frame, call.node, {
      act: "write",
      callee: call.name ?? "open",
      target: path,
      options: mode.includes("a") ? { append: literal("true") } : {},
    });
  const place = { ...path, ...(mode.includes("a") ? { naming: "string" as const } : {}) };
  return { ...named("open()"), place, sources: isWriting ? [] : contentSources(path, line) };
};

/** A descriptor stands for the file it was opened for. */
const descriptor = (value: Value): Value =>
  value.name === "open()" && value.place !== undefined ? value.place : value;

const isOpenedToWrite = ({ frame, node }: Call): boolean =>
  /O_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)/.test(
    frame.module.text.slice(node.start, Math.min(node.end, node.start + 500)),
  );

const readPath: Handler = (call) => {
  const path = of(call.self ?? undefined);
  emit(call.frame, call.node, { act: "read", callee: `Path.${call.method}`, target: path });
  return { ...UNKNOWN, sources: contentSources(path, lineOf(call.frame.module, call.node)) };
};

/** What is written to a path; read as code where it is some. */
export function write(call: Call, path: Value, content: Value, isAppending: boolean): Value {
  emit(call.frame, call.node, {
    act: "write",
    callee: call.name ?? "write",
    target: path,
    inputs: [content],
    options: isAppending ? { append: literal("true") } : {},
  });
  const language = (path.text === null ? null : languageWritten(path.text)) ?? languageBegun(content.text ?? "");
  if (language !== null && content.text !== null && content.text.length > 12)
    embed(call.frame, call.node, {
      language,
      text: content.text,
      from:
        content.folded && wholeText(content) !== null && content.sources.some(({ taint }) => taint === "blob")
          ? "decoded"
          : "string",
    });
  else if (path.text !== null && content.text !== null && call.frame.module.written.size < 200)
    call.frame.module.written.set(path.text, content.text);
  return { ...UNKNOWN, sources: [] };
}

const writePath: Handler = (call) =>
  write(call, of(call.self ?? undefined), of(call.args[0] ?? call.keywords.get("data")), false);
const writeFile: Handler = (call) => {
  const place = call.callee.place ?? call.self?.place;
  return write(call, of(place), of(call.args[0]), place?.naming === "string");
};

const copy: Handler = (call) => {
  const [from, to] = [of(call.args[0] ?? call.keywords.get("src")), of(call.args[1] ?? call.keywords.get("dst"))];
  emit(call.frame, call.node, { act: "read", callee: call.name ?? "", target: from });
  emit(call.frame, call.node, {
    act: "write",
    callee: call.name ?? "",
    target: to,
    inputs: [{ ...UNKNOWN, sources: contentSources(from, lineOf(call.frame.module, call.node)) }],
  });
  return to;
};

/** `os.write(descriptor, data)` */
const writeDescriptor: Handler = (call) => {
  const place = call.args[0]?.place;
  return place === undefined ? UNKNOWN : write(call, place, of(call.args[1]), false);
};

/** `shutil.copyfileobj(source, target)` */
const poured: Handler = (call) => {
  const [from, to] = [of(call.args[0] ?? call.keywords.get("fsrc")), of(call.args[1] ?? call.keywords.get("fdst"))];
  return to.place === undefined ? UNKNOWN : write(call, to.place, { ...UNKNOWN, sources: sourcesOf(from) }, false);
};

const saved: Handler = (call) => {
  const [url, path] = [
    of(call.args[0] ?? call.keywords.get("url")),
    of(call.args[1] ?? call.keywords.get("filename") ?? call.keywords.get("out")),
  ];
  const line = lineOf(call.frame.module, call.node);
  const content: Value = {
    ...UNKNOWN,
    sources: [{ taint: "network", what: (url.text ?? "a peer").slice(0, 200), line }],
  };
  emit(call.frame, call.node, { act: "fetch", callee: call.name ?? "", target: url });
  const target = path.text === null ? literal(`⟨download ${line}⟩`) : path;
  emit(call.frame, call.node, { act: "write", callee: call.name ?? "", target, inputs: [content] });
  return { ...UNKNOWN, items: [target, UNKNOWN], sources: [] };
};

const temporary =
  (isDirectory: boolean): Handler =>
  (call) => {
    const line = lineOf(call.frame.module, call.node);
    const suffix = wholeText(call.keywords.get("suffix")) ?? "";
    const path = literal(`/tmp/⟨${line}⟩${isDirectory ? "" : suffix}`);
    if (call.name?.endsWith("NamedTemporaryFile") === true) return { ...named("open()"), place: path };
    if (call.name?.endsWith("mkstemp") === true)
      return { ...UNKNOWN, items: [{ ...named("open()"), place: path }, path] };
    return path;
  };

/** A buffer is a file without a name: what is written into it is read from it. */
const memory: Handler = (call) => {
  const line = lineOf(call.frame.module, call.node);
  const what = `⟨memory ${line}:${call.node.start}⟩`;
  const own: Source = { taint: "file", what, line };
  return { ...named(`${call.name}()`), place: literal(what), sources: joinSources([own], sourcesOf(of(call.args[0]))) };
};

/** Paths, and the files that they name. */
export const PATH_HANDLERS: [string, Handler][] = [
  ["os.path.join", ({ args }) => pathValue(joined(args), args, false)],
  [
    "os.path.expanduser",
    ({ args }) => (args[0]?.text == null ? null : { ...args[0], text: args[0].text.replace(/^~[a-z]+(?=\/)/, "~") }),
  ],
  [
    "os.path.expandvars",
    ({ args }) =>
      args[0]?.text == null
        ? null
        : {
            ...args[0],
            text: args[0].text
              .replaceAll(/\$\{?HOME\}?|%USERPROFILE%/g, "~")
              .replaceAll(/%APPDATA%/gi, "~/AppData/Roaming")
              .replaceAll(/%LOCALAPPDATA%/gi, "~/AppData/Local"),
          },
  ],
  ...["abspath", "realpath", "normpath", "normcase"].map((name): [string, Handler] => [`os.path.${name}`, same]),
  [
    "os.path.basename",
    ({ args }) =>
      args[0]?.text == null ? null : { ...args[0], text: args[0].text.slice(args[0].text.lastIndexOf("/") + 1) },
  ],
  [
    "os.path.dirname",
    ({ args }) =>
      args[0]?.text == null
        ? null
        : { ...args[0], text: args[0].text.includes("/") ? args[0].text.slice(0, args[0].text.lastIndexOf("/")) : "." },
  ],
  ...["pathlib.Path", "pathlib.PosixPath", "pathlib.PurePath", "pathlib.WindowsPath"].map((name): [string, Handler] => [
    name,
    ({ args }) => pathValue(args.length === 0 ? "." : joined(args), args, true),
  ]),
  ["pathlib.Path.home", () => pathValue("~", [], true)],
  ["pathlib.Path.cwd", ({ frame }) => pathValue(frame.module.directory, [], true)],
  ...["expanduser", "resolve", "absolute", "as_posix"].map((name): [string, Handler] => [
    `${PATH}.${name}`,
    ({ self }) => self,
  ]),
  [
    `${PATH}.joinpath`,
    ({ self, args }) => pathValue(joined([of(self ?? undefined), ...args]), [of(self ?? undefined), ...args], true),
  ],
  [
    `${PATH}.with_suffix`,
    ({ self, args }) =>
      self?.text == null ? null : { ...self, text: self.text.replace(/\.[^./]*$/, "") + (args[0]?.text ?? HOLE) },
  ],
  [
    `${PATH}.with_name`,
    ({ self, args }) =>
      self?.text == null
        ? null
        : { ...self, text: `${self.text.slice(0, self.text.lastIndexOf("/") + 1)}${args[0]?.text ?? HOLE}` },
  ],
  ...["open", "os.open", "os.fdopen", `${PATH}.open`, "gzip.open", "bz2.open", "lzma.open", "aiofiles.open"].map(
    (name): [string, Handler] => [name, open],
  ),
  [`${PATH}.read_text`, readPath],
  [`${PATH}.read_bytes`, readPath],
  [`${PATH}.write_text`, writePath],
  [`${PATH}.write_bytes`, writePath],
  ["open().write", writeFile],
  ["open().writelines", writeFile],
  ["open().truncate", (call) => write({ ...call, name: "open().truncate" }, of(call.callee.place), literal(""), false)],
  ...[
    "shutil.copy",
    "shutil.copy2",
    "shutil.copyfile",
    "shutil.copytree",
    "shutil.move",
    "os.rename",
    "os.replace",
    "os.symlink",
    "os.link",
  ].map((name): [string, Handler] => [name, copy]),
  ...["os.write", "os.pwrite"].map((name): [string, Handler] => [name, writeDescriptor]),
  ["shutil.copyfileobj", poured],
  ["urllib.request.urlretrieve", saved],
  ["wget.download", saved],
  ...["tempfile.mktemp", "tempfile.mkstemp", "tempfile.NamedTemporaryFile"].map((name): [string, Handler] => [
    name,
    temporary(false),
  ]),
  ["tempfile.mkdtemp", temporary(true)],
  ["tempfile.TemporaryDirectory", temporary(true)],
  ["io.BytesIO", memory],
  ["io.StringIO", memory],
  ["tempfile.gettempdir", () => literal("/tmp")],
  [
    "dotenv.dotenv_values",
    (call) => ({
      ...UNKNOWN,
      sources: [{ taint: "dotenv", what: ".env", line: lineOf(call.frame.module, call.node) }],
    }),
  ],
];
