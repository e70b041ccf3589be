import { inPieces } from "@gaia/reading";
import { outputSources } from "../engine/command-output.ts";
import {
  HOLE,
  joinSources,
  literal,
  sourceIn,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  withSources,
} from "../engine/value.ts";
import { cutOff } from "../engine/reader.ts";
import { BUILTINS } from "./builtins.ts";
import { type Call, sayOf } from "./call.ts";
import { FILE_PROGRAMS } from "./file-programs.ts";
import { FILTERS, filterProgram } from "./filters.ts";
import { INTERPRETERS, looksLikeInterpreter, runInterpreter, saysExecution } from "./interpreters.ts";
import { NETWORK_PROGRAMS } from "./network-programs.ts";
import { fileKey, type Machine, say, type Started } from "./shell-machine.ts";
import { runAlias } from "./shell-alias.ts";
import { SYSTEM_PROGRAMS } from "./system-programs.ts";

/** Programs that start another one, and which of their own options take a value. */
const WRAPPERS: Record<string, RegExp> = {
  sudo: /^-[ugpCDhrtT]$/,
  doas: /^-[uC]$/,
  pkexec: /^--user$/,
  env: /^-[uCS]$/,
  nohup: /^$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
  gtimeout: /^-[ks]$/,
  nice: /^-n$/,
  ionice: /^-[cn]$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  xargs: /^-[ILnPsdEa]$/,
  parallel: /^-[jI]$/,
  setsid: /^$/,
  stdbuf: /^-[ioe]$/,
  caffeinate: /^-[tw]$/,
  busybox: /^$/,
  proxychains: /^-f$/,
  proxychains4: /^-f$/,
  torsocks: /^$/,
  torify: /^$/,
  unbuffer: /^$/,
  watch: /^-n$/,
  strace: /^-[eo]$/,
  chronic: /^$/,
  noglob: /^$/,
  nocorrect: /^$/,
};

/** Follows a program that starts; answers with what it prints. */
export function callProgram(machine: Machine, started: Started): Value {
  let { fields, naming } = started;
  let { stdin } = started;
  const through: string[] = [];
  for (let hops = 0; hops < 8; hops += 1) {
    const text = fields[0]?.text ?? HOLE;
    const alias = machine.aliases.get(text);
    if (alias !== undefined && hops < 3) {
      if (/[|;&<>$`"'()\n]/.test(alias)) return runAlias(machine, text, alias, started);
      const words = alias
        .trim()
        .split(/\s+/)
        .map((word) => literal(word));
      fields = [...words, ...fields.slice(1)];
      naming = "string";
    }
    const name = baseName(fields[0]?.text ?? HOLE);
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (valued === undefined || (name === "exec" && fields.length === 1)) break;
    if ((name === "command" || name === "sudo") && /^-[vVl]$/.test(fields[1]?.text ?? "")) break;
    const rest = afterWrapper(name, fields.slice(1), valued, machine);
    if (rest.length === 0) break;
    through.push(name);
    // What comes in becomes arguments.
    fields =
      name === "xargs" && stdin !== null
        ? [
            ...rest.map((field) => replaced(field, stdin as Value)),
            ...(rest.some(({ text: word }) => word?.includes("{}")) ? [] : [stdin]),
          ]
        : rest;
    if (name === "xargs") stdin = null;
    if (rest[0]?.folded === true && rest[0].text !== null) naming = "computed";
  }
  const [first = UNKNOWN] = fields;
  const args = fields.slice(1);
  const call: Call = {
    ...started,
    machine,
    stdin,
    // A variable for a program is ordinary; a name in pieces is not, where the program is one to hide.
    naming: naming === "computed" && isHidden(machine, baseName(first.text ?? HOLE)) ? "computed" : "plain",
    name: baseName(first.text ?? HOLE),
    args,
    texts: args.map(({ text }) => text ?? HOLE),
    through,
  };
  return dispatch(call, first, fields);
}

const RUNS_INPUT = inPieces(
  "",
  String.raw`^(?:go run|rustc|cargo script|rust-script|dotnet(?:-script| script| fsi)?|crystal (?:run|eval)|`,
  String.raw`nim [cre]|zig run|dart run|v run|rdmd|tcc -run|gcc|cc|clang|kotlinc|scala-cli(?: run)?|jbang|gawk|`,
  String.raw`awk -f|gawk -f|nvim -l|emacs --script|osascript -l \S{1,20}) .{0,60}?(?:-|\/dev\/stdin|-x ?c -)(?:$| )`,
);

const baseName = (path: string): string =>
  path.slice(path.replace(/[/\\]+$/, "").lastIndexOf("/") + 1).replace(/\.exe$/i, "");

const replaced = (field: Value, stdin: Value): Value =>
  field.text?.includes("{}")
    ? withSources({ ...field, text: field.text.replaceAll("{}", HOLE) }, sourcesOf(stdin))
    : field;

/** What stands after a wrapper's own options and assignments. */
function afterWrapper(name: string, fields: readonly Value[], valued: RegExp, machine: Machine): readonly Value[] {
  let at = 0;
  let durations = name === "timeout" || name === "gtimeout" ? 1 : 0;
  for (; at < fields.length; at += 1) {
    const text = fields[at]?.text ?? HOLE;
    const assign = /^([A-Za-z_]\w{0,100})=/.exec(text);
    if (assign !== null)
      machine.variables.set(assign[1] ?? "", { ...(fields[at] as Value), text: text.slice(assign[0].length) });
    else if (text.startsWith("-") && text.length > 1) at += valued.test(text) ? 1 : 0;
    else if (durations > 0) durations -= 1;
    else break;
  }
  return fields.slice(at);
}

/** Programs whose names somebody would hide. */
const HIDDEN = inPieces(
  "",
  String.raw`^(?:curl|wget|nc|ncat|netcat|socat|bash|sh|zsh|dash|python[\d.]*|perl|ruby|node|php|base64|xxd|eval|`,
  String.raw`osascript|powershell|pwsh|rm|dd|chmod|crontab|launchctl|security|ssh|scp|openssl|telnet)$`,
);

/** A name that nobody finds in the text: `c=cu; $c''rl`. */
function isHidden(machine: Machine, name: string): boolean {
  return HIDDEN.test(name) && !machine.unit.text.includes(name.replace(/[\d.]+$/, ""));
}

const bare = (value: Value): Value => ({
  ...value,
  sources: [],
  items: value.items?.map((item) => ({ ...item, sources: [] })) ?? null,
});

const MOST_CALL_DEPTH = 8;

function dispatch(call: Call, first: Value, fields: readonly Value[]): Value {
  const { machine, name } = call;
  const body = machine.functions.get(name);
  if (body !== undefined && first.text === name) return callFunction(call, name);
  if (name.includes(HOLE) || name === "") {
    const path = first.text ?? HOLE;
    // A downloaded or decoded program, or one that nobody can tell.
    if (sourceIn(first, "network", "decoded", "blob") !== null)
      say(machine, { act: "evaluate", callee: "a variable", line: call.line, inputs: [first] });
    else if (machine.files.has(fileKey(path)))
      runInterpreter({ ...call, args: [first, ...call.args], texts: [path, ...call.texts] }, "file");
    else if (/^[\w./~-]{2,}/.test(path))
      sayOf(call, { act: "run", target: commandOf(fields), callee: path.replaceAll(HOLE, "*") });
    return UNKNOWN;
  }
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (builtin !== undefined) return builtin(call) ?? UNKNOWN;
  const path = first.text ?? "";
  // What network programs carry is told by what they send.
  const target = Object.hasOwn(NETWORK_PROGRAMS, name) ? bare(commandOf(fields)) : commandOf(fields);
  sayOf(call, { act: "run", target, options: optionsOf(call) });
  // A compiler that is told to run what comes in.
  if (RUNS_INPUT.test(`${name} ${call.texts.slice(0, 6).join(" ")}`)) {
    if (call.stdin !== null) saysExecution(call, call.stdin, "standard input");
    return UNKNOWN;
  }
  if (Object.hasOwn(INTERPRETERS, name) || looksLikeInterpreter(name)) return runInterpreter(call, "program");
  for (const table of [NETWORK_PROGRAMS, FILE_PROGRAMS, SYSTEM_PROGRAMS]) {
    const program = Object.hasOwn(table, name) ? table[name] : undefined;
    if (program !== undefined) return program(call) ?? outputOf(call, fields);
  }
  if (Object.hasOwn(FILTERS, name)) return filterProgram(call);
  const foreign = path.includes("/") ? machine.unpacked.find(({ folder }) => isBelow(path, folder)) : undefined;
  if (foreign !== undefined && !machine.files.has(fileKey(path))) machine.files.set(fileKey(path), foreign.value);
  const found = path.includes("/") ? undefined : onPath(machine, path);
  if (found !== undefined)
    runInterpreter({ ...call, args: [literal(found), ...call.args], texts: [found, ...call.texts] }, "file");
  else if (path.includes("/") || machine.files.has(fileKey(path)))
    runInterpreter({ ...call, args: [first, ...call.args], texts: [path, ...call.texts] }, "file");
  return outputOf(call, fields);
}

/** A program that the script itself wrote into a folder of its PATH. */
function onPath(machine: Machine, name: string): string | undefined {
  const folders = machine.variables.get("PATH")?.text?.split(":").slice(0, 12) ?? [];
  return folders
    .filter((folder) => folder !== "" && folder !== HOLE)
    .map((folder) => `${folder.replace(/\/+$/, "")}/${name}`)
    .find((path) => machine.files.has(fileKey(path)));
}

const isBelow = (path: string, folder: string): boolean =>
  folder === "" ? !/^[/~]/.test(path) : fileKey(path).startsWith(folder);

function optionsOf(call: Call): Record<string, Value> {
  const options: Record<string, Value> = {};
  if (call.through.length > 0) options["through"] = literal(call.through.join(" "));
  if (call.isSilent) options["silent"] = literal("true");
  if (call.isBackground) options["background"] = literal("true");
  return options;
}

function commandOf(fields: readonly Value[]): Value {
  const text = fields
    .map((field) => field.text ?? HOLE)
    .join(" ")
    .slice(0, 8_000);
  const sources = fields.reduce((all: Value["sources"], field) => joinSources(all, sourcesOf(field)), []);
  return { ...UNKNOWN, text, items: fields, sources };
}

function outputOf(call: Call, fields: readonly Value[]): Value {
  const line = call.line + call.machine.unit.firstLine - 1;
  const command = fields.map((field) => field.text ?? HOLE).join(" ");
  const sources = outputSources(command, line);
  const passed = call.stdin === null ? [] : sourcesOf(call.stdin);
  return { ...UNKNOWN, text: HOLE, sources: joinSources(sources, passed) };
}

function callFunction(call: Call, name: string): Value {
  const { machine } = call;
  const body = machine.functions.get(name);
  if (body === undefined) return UNKNOWN;
  if (machine.depth > MOST_CALL_DEPTH * 4) {
    cutOff(machine, "its functions call each other deeper than is followed");
    return UNKNOWN;
  }
  machine.called.add(name);
  const { scope } = machine;
  const { given, folder, groups } = machine;
  // The function's own brackets are none that it stands in.
  machine.groups = -1;
  const before = new Map(machine.variables);
  machine.given = call.args;
  for (let index = 1; index <= 9; index += 1) machine.variables.set(String(index), call.args[index - 1] ?? literal(""));
  const all = commandOf(call.args);
  machine.variables.set("@", { ...all, items: null });
  machine.variables.set("*", { ...all, items: null });
  // One that calls itself is followed once.
  machine.functions.delete(name);
  machine.scope = scope === "" ? name : `${scope}.${name}`.slice(0, 200);
  const output = machine.runScript(body, call.stdin);
  machine.scope = scope;
  machine.given = given;
  machine.groups = groups;
  // Where a function goes is its own matter as often as not.
  machine.folder = folder;
  machine.functions.set(name, body);
  for (const key of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "@", "*"]) {
    const value = before.get(key);
    if (value === undefined) machine.variables.delete(key);
    else machine.variables.set(key, value);
  }
  return output;
}

/** A call whose arguments come from whoever starts the script. */
export function runUncalled(machine: Machine, name: string): void {
  const args = [{ ...tainted("input", "$1", 1), text: HOLE }];
  callProgram(machine, {
    fields: [literal(name), ...args],
    naming: "plain",
    stdin: null,
    connection: null,
    isSilent: false,
    isBackground: false,
    isPiped: false,
    line: 1,
  });
}
