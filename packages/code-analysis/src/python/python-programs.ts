import { outputSources } from "../engine/command-output.ts";
import { HOLE, joinSources, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import type { Call } from "./values/call-site.ts";
import { embed, emit } from "./values/emit.ts";
import { lineOf } from "./values/program.ts";

const SHELLS = /(?:^|\/)(?:bash|sh|zsh|dash|ksh)$/;
const PYTHONS = /(?:^|\/)python[\d.]*(?:\.exe)?$|^⟨python⟩$/;

/** A program was started: its own words are read as code where they are known, and tell what its output holds. */
export function ran(call: Call, target: Value, inputs: readonly Value[], name: string): Value {
  const { frame, node } = call;
  const line = lineOf(frame.module, node);
  const items = target.items;
  const [program, flag, script] = items ?? [];
  const command = items === null ? (target.text ?? "") : items.map((item) => item.text ?? HOLE).join(" ");
  if (items === null && target.text !== null && name !== "webbrowser.open" && name !== "os.startfile") {
    embed(frame, node, {
      language: "bash",
      text: target.text,
      from: target.folded && wholeText(target) !== null ? "decoded" : "string",
    });
  } else if (program?.text != null && flag?.text != null && script?.text != null && /^-[a-z]*c$/.test(flag.text)) {
    if (SHELLS.test(program.text)) embed(frame, node, { language: "bash", text: script.text, from: "string" });
    if (PYTHONS.test(program.text)) embed(frame, node, { language: "python", text: script.text, from: "string" });
  } else if (items !== null && program?.text != null)
    embed(frame, node, {
      language: "bash",
      text: items.map((item) => shellWord(item.text ?? HOLE)).join(" "),
      from: "string",
    });
  keepDownload(call, target);
  schedule(call, command, inputs);
  const sources = outputSources(command, line);
  return {
    ...UNKNOWN,
    name: `${name}()`,
    sources: joinSources(
      sources,
      inputs.flatMap((value) => sourcesOf(value)),
    ),
    place: target,
  };
}

/** A text that was written to the path that is run now. */
export function embedWritten({ frame, node }: Call, target: Value): void {
  const words = target.items?.map(({ text }) => text ?? "") ?? (target.text ?? "").split(/\s+/, 20);
  for (const word of words) {
    const text = frame.module.written.get(word);
    if (text === undefined) continue;
    const isShell = SHELLS.test(words[0] ?? "") || /^#!.{0,60}sh\b/.test(text);
    embed(frame, node, { language: isShell ? "bash" : "python", text, from: "string" });
  }
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./~\uFFFC-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Programs that fetch a file, and the option before the place where it is kept. */
const FETCHING: [RegExp, RegExp][] = [
  [/^(?:\S{0,200}\/)?curl(?:\.exe)?$/, /^(?:-[a-zA-Z]*o|--output)$/],
  [/^(?:\S{0,200}\/)?wget2?(?:\.exe)?$/, /^(?:-[a-z]*O|--output-document)$/],
  [/^(?:\S{0,200}\/)?(?:aria2c|axel|http|https|xh|lftp|youtube-dl)$/, /^(?:-o|--out|--output)$/],
  [/^(?:\S{0,200}\/)?(?:powershell|pwsh)(?:\.exe)?$/i, /^-OutFile$/i],
];

/** `run(["curl", "-o", path, url])`: what was fetched lies at the path from then on. */
function keepDownload({ name, frame, node }: Call, target: Value): void {
  const items: readonly Value[] =
    target.items ?? (target.text ?? "").split(/\s+/, 60).map((text) => ({ ...UNKNOWN, text }));
  const option = FETCHING.find(([program]) => program.test(items[0]?.text ?? ""))?.[1];
  if (option === undefined) return;
  const at = items.findIndex(({ text }) => option.test(text ?? ""));
  const path = at === -1 ? undefined : items[at + 1];
  const url = items.find(({ text }) => /^(?:https?|ftp):\/\//.test(text ?? ""));
  if (path?.text == null || url?.text == null || path.text === "-") return;
  const isUnchecked = items.some(({ text }) =>
    /^(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure|--no-check-certificate)$/.test(text ?? ""),
  );
  const what = `${url.text.slice(0, 180)}${isUnchecked ? " (unverified)" : ""}`;
  const content: Value = { ...UNKNOWN, sources: [{ taint: "network", what, line: lineOf(frame.module, node) }] };
  emit(frame, node, { act: "write", callee: `${name} ${items[0]?.text ?? ""}`, target: path, inputs: [content] });
}

/** `run(["crontab", "-"], input=line)`, `at now`: what they read is run later. */
function schedule({ name, frame, node }: Call, command: string, inputs: readonly Value[]): void {
  const given = inputs.filter(({ text }) => text !== null);
  if (given.length === 0 || !/^(?:\S{0,200}\/)?(?:crontab(?:\s+-u\s+\S+)?(?:\s+-)?$|at\s|batch$)/.test(command.trim()))
    return;
  emit(frame, node, {
    act: "write",
    callee: `${name} ${command.slice(0, 20)}`,
    target: { ...UNKNOWN, text: "/var/spool/cron/crontabs" },
    inputs: given,
  });
}
