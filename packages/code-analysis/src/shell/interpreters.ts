import type { CodeLanguage } from "@gaia/reading";
import { HOLE, literal, sourceIn, tainted, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import { type Call, hasFlag, optionValues, sayOf, textOf } from "./call.ts";
import { embed, fileKey, fromFolder, start } from "./shell-machine.ts";

interface Interpreter {
  language: CodeLanguage;
  /** Options that are followed by code. */
  code: string[];
  /** Options that are followed by something else. */
  valued: string[];
}

const SHELL: Interpreter = { language: "bash", code: ["-c"], valued: ["-o", "-O", "--rcfile", "--init-file"] };
const POWERSHELL: Interpreter = {
  language: "powershell",
  code: ["-c", "-C", "-Command", "-command", "-EncodedCommand", "-encodedcommand", "-enc", "-Enc", "-e", "-ec", "/c"],
  valued: [
    "-ExecutionPolicy",
    "-executionpolicy",
    "-ep",
    "-ex",
    "-w",
    "-WindowStyle",
    "-windowstyle",
    "-File",
    "-Version",
  ],
};

/** Programs that run code, and how it is handed to them. */
export const INTERPRETERS: Record<string, Interpreter> = {
  sh: SHELL,
  bash: SHELL,
  zsh: SHELL,
  dash: SHELL,
  ash: SHELL,
  ksh: SHELL,
  mksh: SHELL,
  rbash: SHELL,
  fish: { ...SHELL, language: "fish" },
  su: { language: "bash", code: ["-c"], valued: ["-s", "-g"] },
  script: { language: "bash", code: ["-c"], valued: [] },
  at: { language: "bash", code: [], valued: ["-f", "-t", "-q"] },
  batch: { language: "bash", code: [], valued: [] },
  python: { language: "python", code: ["-c"], valued: ["-W", "-X", "-m"] },
  node: {
    language: "javascript",
    code: ["-e", "--eval", "-p", "--print"],
    valued: ["-r", "--require", "--import", "--loader"],
  },
  bun: { language: "typescript", code: ["-e", "--eval"], valued: ["-r", "--preload"] },
  deno: { language: "typescript", code: ["eval"], valued: [] },
  tsx: { language: "typescript", code: ["-e", "--eval"], valued: [] },
  perl: { language: "perl", code: ["-e", "-E", "-ne", "-pe", "-le"], valued: ["-I"] },
  ruby: { language: "ruby", code: ["-e"], valued: ["-r", "-I"] },
  php: { language: "php", code: ["-r"], valued: ["-d", "-S", "-t"] },
  osascript: { language: "applescript", code: ["-e"], valued: ["-l"] },
  powershell: POWERSHELL,
  pwsh: POWERSHELL,
  cmd: { language: "batch", code: ["/c", "/C", "/k"], valued: [] },
  java: { language: "unknown", code: [], valued: ["-D"] },
  dotnet: { language: "unknown", code: [], valued: [] },
  mono: { language: "unknown", code: [], valued: [] },
  wine: { language: "unknown", code: [], valued: [] },
  Rscript: { language: "r", code: ["-e"], valued: [] },
  R: { language: "r", code: ["-e"], valued: ["-f"] },
  luajit: { language: "lua", code: ["-e"], valued: ["-l"] },
  lua: { language: "lua", code: ["-e"], valued: ["-l"] },
  tclsh: { language: "tcl", code: [], valued: [] },
  wish: { language: "tcl", code: [], valued: [] },
  expect: { language: "tcl", code: ["-c"], valued: [] },
  julia: { language: "julia", code: ["-e", "-E", "--eval"], valued: ["--project"] },
  groovy: { language: "groovy", code: ["-e"], valued: ["-cp"] },
  kotlin: { language: "kotlin", code: ["-e"], valued: ["-cp"] },
  scala: { language: "scala", code: ["-e"], valued: ["-cp"] },
  elixir: { language: "elixir", code: ["-e", "--eval"], valued: ["-r"] },
  iex: { language: "elixir", code: ["-e", "--eval"], valued: [] },
  erl: { language: "erlang", code: ["-eval"], valued: ["-s"] },
  escript: { language: "erlang", code: [], valued: [] },
  runghc: { language: "haskell", code: ["-e"], valued: [] },
  runhaskell: { language: "haskell", code: ["-e"], valued: [] },
  guile: { language: "lisp", code: ["-c"], valued: ["-l"] },
  sbcl: { language: "lisp", code: ["--eval"], valued: [] },
  racket: { language: "lisp", code: ["-e"], valued: [] },
  bb: { language: "clojure", code: ["-e"], valued: [] },
  clojure: { language: "clojure", code: ["-e"], valued: [] },
  ocaml: { language: "ocaml", code: ["-e"], valued: ["-I"] },
  swift: { language: "swift", code: ["-e"], valued: [] },
  nu: { language: "nushell", code: ["-c"], valued: [] },
  jshell: { language: "java", code: [], valued: [] },
  cscript: { language: "vbscript", code: [], valued: [] },
  wscript: { language: "vbscript", code: [], valued: [] },
};

const VERSIONED = /^(python|pypy|perl|ruby|php|lua|node)[\d.]{1,8}$/;

export function looksLikeInterpreter(name: string): boolean {
  return VERSIONED.test(name);
}

function interpreterOf(name: string): Interpreter {
  const plain = VERSIONED.exec(name)?.[1] ?? name;
  return INTERPRETERS[plain === "pypy" ? "python" : plain] ?? SHELL;
}

/**
 * Follows code that is handed to an interpreter: in an option, in a file, or as what comes in. `file`: the first
 * argument is a script that is started or sourced.
 */
export function runInterpreter(call: Call, how: "program" | "file"): Value {
  if (how === "file") return runFile(call, 0, "bash");
  const interpreter = interpreterOf(call.name);
  if (call.connection !== null && interpreter.language === "bash")
    sayOf(call, { act: "redirect-streams", target: call.connection });
  const codes = optionValues(call, ...interpreter.code);
  if (codes.length > 0) {
    const isEncoded = call.texts.some((text) => /^[-/]e(?:c|n\w{0,13})?$/i.test(text)) && interpreter === POWERSHELL;
    return runCode(
      call,
      interpreter.language,
      isEncoded
        ? codes.map(decodedCommand)
        : interpreter.language === "powershell"
          ? [restAfter(call, interpreter.code)]
          : codes,
    );
  }
  if (interpreter === POWERSHELL || call.name === "cmd") {
    const rest = call.args.slice(call.texts.findIndex((text) => !/^[-/]/.test(text)));
    const script = call.texts.find((text) => /\.ps1$|\.bat$/i.test(text));
    if (script === undefined && rest.length > 0 && !/^[-/]/.test(textOf(rest[0])))
      return runCode(call, interpreter.language, [joined(rest)]);
  }
  const at = fileOperand(call, interpreter);
  if (at !== -1 && !(hasFlag(call, "-s") && interpreter === SHELL)) return runFile(call, at, interpreter.language);
  if (call.texts.includes("-m")) return UNKNOWN;
  const { stdin } = call;
  if (stdin === null) {
    if (hasFlag(call, "-i")) sayOf(call, { act: "pty" });
    return { ...UNKNOWN, text: HOLE, name: interpreter.language === "bash" ? "shell session" : null };
  }
  if (hasFlag(call, "-V", "--version", "--help", "-h")) return UNKNOWN;
  saysExecution(call, stdin, "standard input");
  const line = heredocLine(stdin) ?? call.line;
  const output = follow(call, interpreter.language, stdin, line, "heredoc");
  return { ...output, name: "shell session" };
}

function runCode(call: Call, language: CodeLanguage, codes: Value[]): Value {
  let output: Value = UNKNOWN;
  for (const code of codes.slice(0, 10)) {
    saysExecution(call, code, "an argument");
    output = follow(call, language, code, call.line, "string");
  }
  return output;
}

/** Says that what came from the network, or was decoded, becomes code; and which files do. */
export function saysExecution(call: Call, code: Value, from: string, path?: Value): void {
  const { language } =
    Object.hasOwn(INTERPRETERS, call.name) || looksLikeInterpreter(call.name) ? interpreterOf(call.name) : SHELL;
  for (const { taint, what } of code.sources)
    if (taint === "file") start(call.machine, { path: what.replaceAll("*", HOLE), language, isByName: false });
  if (sourceIn(code, "decoded", "blob") !== null)
    sayOf(call, { act: "evaluate", inputs: [code], options: optionsOf(call, from) });
  if (sourceIn(code, "network") !== null)
    sayOf(call, {
      act: "run",
      callee: `${call.name} `,
      target: literal(call.name),
      inputs: [code],
      options: { ...optionsOf(call, from), executes: literal(from), ...(path === undefined ? {} : { path }) },
    });
}

function optionsOf(call: Call, from: string): Record<string, Value> {
  const { machine } = call;
  return {
    ...(machine.isUnseen ? { silent: literal("true"), background: literal("true") } : {}),
    ...(machine.loops > 0 ? { repeats: literal("true") } : {}),
    from: literal(from),
    ...(call.through.length > 0 ? { through: literal(call.through.join(" ")) } : {}),
    ...(call.isSilent ? { silent: literal("true") } : {}),
    ...(call.isBackground ? { background: literal("true") } : {}),
  };
}

/** Reads code that is known: shell as part of this script, anything else by its own reader. */
function follow(call: Call, language: CodeLanguage, code: Value, line: number, from: "string" | "heredoc"): Value {
  if (code.text === null || code.text === HOLE || code.text.trim() === "") return { ...UNKNOWN, sources: code.sources };
  const isDecoded = sourceIn(code, "decoded") !== null || code.folded;
  if (language === "bash" && wholeText(code) !== null && !isDecoded)
    return unseen(call, () => call.machine.runText(code.text ?? "", call.stdin === code ? null : call.stdin));
  embed(call.machine, line, {
    language,
    text: code.text,
    from: isDecoded && sourceIn(code, "decoded") !== null ? "decoded" : from,
  });
  return { ...UNKNOWN, text: HOLE };
}

/** What a command without output starts in the background is as unseen as that. */
function unseen(call: Call, run: () => Value): Value {
  const { machine, isSilent, isBackground, through } = call;
  const before = machine.isUnseen;
  machine.isUnseen ||= isSilent && (isBackground || through.some((name) => name === "nohup" || name === "setsid"));
  const output = run();
  machine.isUnseen = before;
  return output;
}

function runFile(call: Call, at: number, language: CodeLanguage): Value {
  const path = call.args[at];
  if (path === undefined) {
    // fish reads what is piped into `source`.
    if (call.stdin !== null) saysExecution(call, call.stdin, "standard input");
    return UNKNOWN;
  }
  const content = path.place ?? call.machine.files.get(fileKey(textOf(path)));
  if (content === undefined) {
    sayOf(call, { act: "load", target: path });
    const isByName =
      language === "bash" && !Object.hasOwn(INTERPRETERS, call.name) && !/^(?:source|\.)$/.test(call.name);
    start(call.machine, { path: fromFolder(call.machine, path).text ?? HOLE, language, isByName });
    return { ...UNKNOWN, text: HOLE };
  }
  saysExecution(call, content, "a file", path);
  const known = content.text ?? "";
  const named = textOf(path).endsWith(".py") ? "python" : /\.[cm]?js$/.test(textOf(path)) ? "javascript" : language;
  const shebang = /^#![^\n]{0,100}?(python|node|perl|ruby)/.exec(known)?.[1];
  const own: CodeLanguage =
    shebang === "node" ? "javascript" : shebang === undefined ? named : (shebang as CodeLanguage);
  return follow(call, own, content, heredocLine(content) ?? call.line, "heredoc");
}

function fileOperand(call: Call, interpreter: Interpreter): number {
  for (let index = 0; index < call.texts.length; index += 1) {
    const text = call.texts[index] ?? "";
    if (text === "-" || text === "/dev/stdin") return -1;
    if (text === "-m") return -1;
    if (interpreter.valued.includes(text)) index += 1;
    else if (call.name === "deno" || call.name === "bun") {
      if (!text.startsWith("-") && text !== "run") return index;
    } else if (!/^[-+]/.test(text)) return index;
  }
  return -1;
}

/** `-EncodedCommand`: base64 of UTF-16LE. */
function decodedCommand(value: Value): Value {
  const text = wholeText(value);
  if (text === null || !/^[A-Za-z0-9+/=\s]{8,}$/.test(text))
    return { ...UNKNOWN, sources: [...value.sources, ...tainted("decoded", "an encoded command", 1).sources] };
  const bytes = Buffer.from(text, "base64");
  const decoded = bytes[1] === 0 ? bytes.toString("utf16le") : bytes.toString("utf8");
  return { ...tainted("decoded", "an encoded command", 1), text: decoded, folded: true };
}

function restAfter(call: Call, options: readonly string[]): Value {
  return joined(call.args.slice(call.texts.findIndex((text) => options.includes(text)) + 1));
}

function joined(values: readonly Value[]): Value {
  return { ...UNKNOWN, text: values.map(textOf).join(" "), sources: values.flatMap(({ sources }) => sources) };
}

function heredocLine(value: Value): number | null {
  const place = value.place?.text ?? "";
  return place.startsWith("\0") ? Number(place.slice(1)) : null;
}
