import { inPieces } from "@gaia/reading";
import { outputSources } from "../../engine/command-output.ts";
import { HOLE, joinSources, named, sourcesOf, UNKNOWN, type Value, wholeText } from "../../engine/value.ts";
import { type ApiCall, type ApiTable, say } from "../program/js-api.ts";
import { embed } from "../program/js-program.ts";

const SHELLS = /^(?:\S*\/)?(?:ba|z|da|k)?sh$/;

const REMOVING = /(?:^|[\s;&|'"])(?:rm|shred|srm|unlink|del|rd|rmdir|trash)\s/i;

/** A command that removes what was found below the user's own folders. */
function removing(call: ApiCall, line: Value, text: string): void {
  const found = sourcesOf(line).filter(({ taint }) => taint === "user-files");
  if (found.length > 0 && REMOVING.test(text))
    say({ ...call, name: "rm" }, { act: "delete-tree", target: { ...UNKNOWN, text: HOLE, sources: found } });
}

/** `exec(line)`: a whole command line for a shell. */
function shellLine(call: ApiCall, line: Value): Value {
  say(call, { act: "run", target: line });
  const text = line.text ?? "";
  removing(call, line, text);
  embed(call.program, call.node, { language: "bash", text, from: "string" });
  return output(
    call,
    text,
    sourcesOf(line).filter(({ taint }) => taint === "network"),
  );
}

/** `spawn(program, args)`: a program and its arguments. */
function program(call: ApiCall): Value {
  const [first = UNKNOWN, list, options] = call.args;
  const args = list?.items ?? [];
  const isShell = [list, options].some(
    (value) => value?.entries?.has("shell") === true && value.entries.get("shell")?.text !== "false",
  );
  const words = [first, ...args];
  const text = words.map((word) => word.text ?? HOLE).join(" ");
  const sources = words.reduce((all: Value["sources"], word) => joinSources(all, sourcesOf(word)), []);
  say(call, { act: "run", target: { ...UNKNOWN, text, items: words, sources } });
  removing(call, { ...UNKNOWN, sources }, text);
  // What a peer says is what such a shell runs, whatever the program is.
  const script = RUNS_TEXT.test(wholeText(first) ?? "") ? scriptOf(args) : undefined;
  if (script !== undefined && sourcesOf(script).some(({ taint }) => taint === "network"))
    say(call, { act: "run", target: { ...script, items: null } });
  const line = isShell || list?.items == null ? text : words.map((word) => quoted(word.text ?? HOLE)).join(" ");
  embed(call.program, call.node, { language: "bash", text: line, from: "string" });
  const child = output(call, text, []);
  const isInteractive =
    SHELLS.test(wholeText(first) ?? "") || /^(?:cmd(?:\.exe)?|powershell(?:\.exe)?)$/i.test(wholeText(first) ?? "");
  return {
    ...child,
    name: isInteractive && args.every((arg) => (arg.text ?? "").startsWith("-i")) ? "shell session" : "child process",
  };
}

const RUNS_TEXT =
  /^(?:\S{0,200}[/\\])?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*w?|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|osascript|cmd)(?:\.exe)?$/i;

/** What an interpreter is told to run: the text behind `-c`. */
const scriptOf = (args: readonly Value[]): Value | undefined =>
  args[
    args.findIndex(({ text }) =>
      /^(?:-[a-z]*[cer]|--eval|-p|-(?:enc|EncodedCommand|Command)|\/c|\/k)$/i.test(text ?? ""),
    ) + 1 || args.length
  ];

const quoted = (word: string): string => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function output(call: ApiCall, text: string, sources: Value["sources"]): Value {
  return {
    ...UNKNOWN,
    text: HOLE,
    name: "child process",
    sources: joinSources(outputSources(text, call.line), sources),
  };
}

/** A stream is tied to another: a shell to a connection. */
function pipe(call: ApiCall): Value {
  const [to = UNKNOWN] = call.args;
  const names = `${call.self.name} ${to.name}`;
  if (/shell session/.test(names) && /connection/.test(names))
    say(call, { act: "redirect-streams", target: call.self.place ?? to.place ?? UNKNOWN, inputs: [named("socket")] });
  else if (to.name === "file stream") say(call, { act: "write", target: to.place ?? UNKNOWN, inputs: [call.self] });
  else if (to.name?.startsWith("connection") === true || to.name?.startsWith("http request") === true)
    say(call, { act: "send", target: to.place ?? UNKNOWN, inputs: [call.self] });
  return to;
}

/** Programs that are started. */
export const PROCESS_APIS: ApiTable = [
  [
    inPieces(
      "",
      String.raw`^(?:child_process|node-pty|pty)\.(?:exec|execSync|execAsync)$|^(?:shelljs|sh|shell)\.exec$|`,
      String.raw`^execa\.(?:command|commandSync|execaCommand|execaCommandSync)$|^util\.promisify\(\)\.exec$`,
    ),
    (call) => shellLine(call, call.args[0] ?? UNKNOWN),
  ],
  [
    inPieces(
      "",
      String.raw`^(?:child_process)\.(?:spawn|spawnSync|execFile|execFileSync)$|^(?:execa|execa\.(?:execa|execaSync|sync|`,
      String.raw`default)|cross-spawn|spawn|node-pty\.spawn|Bun\.spawn|Bun\.spawnSync)$|^new Deno\.Command$|^Deno\.run$`,
    ),
    (call) => {
      const [first] = call.args;
      // `Bun.spawn([program, …])`.
      if (first?.items !== null && first?.items !== undefined)
        return program({ ...call, args: [first.items[0] ?? UNKNOWN, { ...UNKNOWN, items: first.items.slice(1) }] });
      const list = call.args[1]?.entries?.get("args");
      return program(list === undefined ? call : { ...call, args: [first ?? UNKNOWN, list] });
    },
  ],
  [/^(?:zx\.)?\$$|^Bun\.\$$|^bun\.\$$|^execa\.\$$/, (call) => shellLine(call, call.args[0] ?? UNKNOWN)],
  [
    /^child_process\.fork$/,
    (call) => {
      say(call, { act: "load", target: call.args[0] ?? UNKNOWN });
      return named("child process");
    },
  ],
  [/^util\.promisify$|^promisify$/, (call) => call.args[0] ?? UNKNOWN],
  [
    /^shell session(?:\.stdin)?\.write$/,
    (call) => {
      if (sourcesOf(call.args[0] ?? UNKNOWN).some(({ taint }) => taint === "network"))
        say(call, { act: "redirect-streams", target: call.args[0]?.place ?? UNKNOWN, inputs: [named("socket")] });
      return UNKNOWN;
    },
  ],
  [
    /^stream(?:\.promises)?\.pipeline$/,
    (call) => {
      const streams = call.args.filter(({ name }) => !(name?.startsWith("function#") ?? false));
      const to = streams.at(-1);
      return to === undefined || streams[0] === undefined ? UNKNOWN : pipe({ ...call, self: streams[0], args: [to] });
    },
  ],
  [/(?:^|\.)pipe$|^(?:shell session|child process|connection).*\.pipe$/, pipe],
  [/^(?:sudo-prompt|@vscode\/sudo-prompt)\.exec$/, (call) => shellLine(call, call.args[0] ?? UNKNOWN)],
];
