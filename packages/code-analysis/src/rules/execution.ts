import {
  INTERPRETER,
  DATA_FILE,
  BIN,
  IS_CHECKED_PATTERN,
  RUNS_TEXT,
  TEXT_FOLLOWS,
  FIND_PATTERN,
} from "./execution-patterns.ts";
import type { Severity } from "@gaia/policy";
import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isAnonymousHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { HOLE, type Source, sourcesOf, type Value, wholeText } from "../engine/value.ts";
import { names } from "./named-file.ts";
import { NATIVE_CODE } from "./native-code.ts";
import { putTogether } from "./written-nowhere.ts";
import { matchEach, oddHost, ofKind, originsOf, told, writtenIn } from "./matching/matching.ts";

const DOWNLOAD_HINT =
  "Ship the code in the package, where it is read, or install a published package of a fixed version.";

const downloaded: CodeRule = {
  id: "code/execution-download",
  severity: "critical",
  confidence: "high",
  title: "What comes from the network becomes code",
  rationale: "Code that is fetched when it runs was never inspected, and is another one tomorrow.",
  hint: DOWNLOAD_HINT,
  find: (code) => [
    ...matchEach(code, ["evaluate"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "network");
      if (source === null) return null;
      return { detail: `${event.callee} runs what ${told(source)} answers`, severity: fromNobody(source, event) };
    }),
    ...matchEach(code, ["deserialise"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "network");
      return source === null
        ? null
        : {
            detail: `${event.callee} restores objects from ${told(source)}, which runs what they say`,
            severity: /^(?:https?|ftp):/.test(source.what) ? "high" : "medium",
          };
    }),
    ...matchEach(code, ["run"], (event) => commanded(event) ?? fed(code, event) ?? scripted(code, event)),
  ],
};

/** Code of a named service may be a careless way to read its answer: a person looks. Of nobody's, it is an order. */
const fromNobody = (source: Source, event: CodeEvent): Severity =>
  oddHost({ ...event.target, items: null, text: source.what }) === null ? "high" : "critical";

/** `run(["bash"], input=data)`: an interpreter without a script reads it from its input. */
function fed(code: CodeUnderRules, event: CodeEvent): Omit<Match, "line"> | null {
  const { target } = event;
  if (event.inputs.length === 0 || event.options["executes"] !== undefined || code.reading.unit.language === "bash")
    return null;
  const words = target.items === null ? (target.text ?? "") : target.items.map(({ text }) => text ?? HOLE).join(" ");
  if (!INTERPRETER.test(words.trim())) return null;
  const source = ofKind(originsOf(code, event.inputs), "network");
  return source === null
    ? null
    : { detail: `${event.callee} feeds ${words} what ${told(source)} answers`, severity: "high" };
}

/** `run(["sh", "-c", answer])`: the whole script is what a peer says. */
function scripted(code: CodeUnderRules, event: CodeEvent): Omit<Match, "line"> | null {
  // What a shell puts into a shell has rules of its own.
  if (code.reading.unit.language === "bash") return null;
  const [script] = event.target.items === null ? [] : scriptsOf({ ...event, inputs: [] });
  if (script === undefined || (script.text !== null && !script.text.startsWith(HOLE))) return null;
  const source = ofKind(sourcesOf(script), "network");
  return source === null ? null : { detail: `${event.callee} runs what ${told(source)} answers` };
}

/** A command that a peer decides: all of it, or the program. */
function commanded(event: CodeEvent): Omit<Match, "line"> | null {
  const { target } = event;
  const head = target.items === null ? target : target.items[0];
  if (head === undefined) return null;
  const source = sourcesOf(head).find(({ taint }) => taint === "network");
  if (source === undefined) return null;
  const known = (head.text ?? "").split(HOLE)[0]?.trim() ?? "";
  if (target.items !== null && head.text !== null && !head.text.startsWith(HOLE)) return null;
  if (known === "" || /^(?:(?:ba|z|da)?sh|cmd|powershell)\b/.test(known))
    return { detail: `${event.callee} runs what ${told(source)} answers` };
  return { detail: `${event.callee} puts what ${told(source)} answers into a command`, severity: "medium" };
}

const downloadedFile: CodeRule = {
  id: "code/execution-downloaded-file",
  severity: "high",
  confidence: "high",
  title: "A file that was fetched or decoded is run",
  rationale: "A program that is fetched and started was never inspected.",
  hint: DOWNLOAD_HINT,
  find: (code) => {
    const written = [...writtenIn(code.all)].filter(([path, sources]) => foreignIn(path, sources) !== null);
    return matchEach(code, ["run", "load", "evaluate", "permit", "import"], (event) => {
      const hit = written.find(([path]) => names(event, path));
      const source = hit === undefined ? null : foreignIn(...hit);
      if (hit === undefined || source === null) return null;
      // A picture that is shown is opened by its viewer.
      if (event.callee === "os.startfile" && source.taint === "file") return null;
      if (event.act === "permit")
        return isRunnable(event)
          ? { detail: `${hit[0]} from ${told(source)} is made executable`, severity: "medium" }
          : null;
      return {
        detail: `${event.callee} runs ${hit[0].replaceAll(HOLE, "…")}, which came from ${told(source)}`,
        severity: isChecked(code, event, hit[0], source) ? "medium" : "high",
      };
    });
  },
};

/** What a file was made of that is no program of the package: something fetched, decoded, or cut out of a picture. */
const foreignIn = (path: string, sources: readonly Source[]): Source | null =>
  ofKind(sources, "network") ??
  ofKind(sources, "decoded", "blob") ??
  sources.find(({ taint, what }) => taint === "file" && DATA_FILE.test(what) && !DATA_FILE.test(path)) ??
  null;

const LINES_OF_A_FUNCTION = 40;

/** A maker's release over https, put where programs belong, whose digest was compared or that is only asked for its version. */
function isChecked(code: CodeUnderRules, event: CodeEvent, path: string, source: Source): boolean {
  const host = hostOf(source.what);
  if (source.taint !== "network" || !source.what.startsWith("https://") || host === null) return false;
  if (oddHost({ ...event.target, items: null, text: source.what }) !== null || isAnonymousHost(host)) return false;
  const { unit } = code.reading;
  if (unit.from === "decoded" || /^\/(?:tmp|var\/tmp|dev\/shm)\/|(?:^|\/)\.[\w-]{1,40}$/.test(path)) return false;
  const words = event.target.items?.map(({ text }) => text ?? "").join(" ") ?? event.target.text ?? "";
  if (BIN.test(path) && /^\S{1,200} (?:--version|version|-V|--help)\s*$/.test(words)) return true;
  const file = code.all.find((each) => each.unit.path === unit.path && each.unit.from === "file")?.unit ?? unit;
  const at = event.line - file.firstLine + 1;
  const before = file.text
    .split("\n", at)
    .slice(Math.max(0, at - LINES_OF_A_FUNCTION))
    .join("\n");
  return (
    /sha(?:256|384|512)/i.test(before) &&
    (isComparedByName(before) || IS_CHECKED_PATTERN.test(before)) &&
    /\b(?:raise|throw|exit|abort|die|return|assert|process\.exit|SystemExit)\b/.test(before)
  );
}

/** `got = sha256(data).hexdigest()`, and `got` is held against something. */
function isComparedByName(text: string): boolean {
  const name = /^\s*(?:const |let )?(\w{2,40})\s*=[^\n]{0,120}sha(?:256|384|512)[^\n]{0,120}digest\(/m.exec(text)?.[1];
  return name !== undefined && new RegExp(`\\bif\\b[^\\n]{0,60}\\b${name}\\b\\s*!==?|!==?\\s*${name}\\b`).test(text);
}

const isRunnable = ({ callee }: CodeEvent): boolean => !callee.includes("chown");

const decoded: CodeRule = {
  id: "code/execution-encoded-payload",
  severity: "high",
  confidence: "high",
  title: "Encoded text becomes code",
  rationale: "Code is encoded before it is run so that nobody reads it.",
  hint: "Write the code down as it is.",
  find: (code) => [
    ...matchEach(code, ["evaluate", "deserialise"], (event) => {
      const sources = originsOf(code, event.inputs);
      const source = ofKind(sources, "decoded", "blob");
      if (source === null) return event.act === "evaluate" ? putTogether(code, event) : null;
      if (
        event.act === "deserialise" &&
        !/marshal|dill|cloudpickle/.test(event.callee) &&
        ofKind(sources, "blob") === null &&
        wholeText(event.inputs[0]) === null
      )
        return { detail: `${event.callee} restores objects that ${told(source)} decodes`, severity: "medium" };
      return {
        detail:
          `${event.callee} runs what ${source.taint === "blob" ? "a literal of " : ""}${told(source)} ` +
          `${source.taint === "blob" ? "holds" : "decodes"}`,
        severity: isDeep(sources) ? "critical" : "high",
      };
    }),
    ...matchEach(code, ["run"], (event) => {
      const head = event.target.items?.[0] ?? event.target;
      const source =
        ofKind(sourcesOf(head), "decoded", "blob") ??
        ofKind(
          scriptsOf(event).flatMap((value) => sourcesOf(value)),
          "decoded",
          "blob",
        );
      return source === null ? null : { detail: `${event.callee} runs a command that ${told(source)} decodes` };
    }),
  ],
};

/** What an interpreter is told to run: the text behind `-c`, or its input. */
function scriptsOf({ target, inputs, callee }: CodeEvent): readonly Value[] {
  const items = target.items ?? [];
  const program = items[0]?.text ?? (target.items === null ? target.text : null) ?? "";
  if (!RUNS_TEXT.test(program.trim()) || /\bsend/.test(callee)) return [];
  const at = items.findIndex(({ text }, index) => index > 0 && TEXT_FOLLOWS.test(text ?? ""));
  const script = at === -1 ? undefined : items[at + 1];
  return script === undefined ? (items.length <= 2 ? inputs : []) : [script];
}

/** A literal that nobody can read, and something that decodes it. */
const isDeep = (sources: readonly Source[]): boolean =>
  ofKind(sources, "decoded") !== null && ofKind(sources, "blob") !== null;

const unpacked: CodeRule = {
  id: "code/execution-packed-file",
  severity: "high",
  confidence: "medium",
  title: "A file of the package is decoded and run",
  rationale: "A payload that lies encoded in another file passes by whoever reads the code.",
  hint: "Ship the code as source files.",
  find: (code) =>
    matchEach(code, ["evaluate", "deserialise"], (event) => {
      const sources = originsOf(code, event.inputs);
      const file = ofKind(sources, "file");
      if (file === null || (event.act === "deserialise" && ofKind(sources, "decoded") === null)) return null;
      if (ofKind(sources, "decoded") !== null)
        return { detail: `${event.callee} runs what is decoded from ${told(file)}` };
      return FIND_PATTERN.test(file.what)
        ? { detail: `${event.callee} runs what lies in ${told(file)}` }
        : { detail: `${event.callee} runs ${told(file)}`, severity: "low" };
    }),
};

const FIND_PATTERN_2 = inPieces(
  "",
  String.raw`^(?:node:)?(?:os|subprocess|pty|ctypes|socket|builtins|marshal|pickle|shutil|urllib|urllib\.request|`,
  String.raw`requests|http\.client|zlib|base64|codecs|importlib|child_process|net|fs|https?|vm)$`,
);

const hiddenName: CodeRule = {
  id: "code/obfuscation-hidden-call",
  severity: "high",
  confidence: "high",
  title: "The name of a dangerous function is put together",
  rationale: 'Whoever writes "sys" + "tem" does not want to be found by those who look for system.',
  hint: "Call the function by its name.",
  find: (code) => [
    ...matchEach(
      code,
      ["run", "evaluate", "load", "delete-tree", "send", "connect", "deserialise", "redirect-streams"],
      (event) => {
        // A module that is found by its path is put together as paths are.
        if (event.act === "load" && /[/\\\uFFFC]/.test(event.target.text ?? "")) return null;
        if (event.naming === "computed") return { detail: `${event.callee} is reached by a name that is put together` };
        return event.naming === "string" && (event.act === "run" || event.act === "evaluate")
          ? { detail: `${event.callee} is reached by a string`, severity: "medium" }
          : null;
      },
    ),
    ...matchEach(code, ["import"], (event) =>
      event.naming === "computed" && FIND_PATTERN_2.test(event.target.text ?? "")
        ? { detail: `${event.target.text} is imported by a name that is put together` }
        : null,
    ),
    ...matchEach(code, ["unknown-call"], (event) => {
      const letters = event.options["letters"]?.text;
      if (letters != null) return { detail: `${event.callee} is written ${letters.slice(0, 40)}` };
      const source = ofKind(originsOf(code, event.inputs.slice(0, 1)), "decoded", "blob", "network");
      return {
        detail: `what ${event.callee} stands for cannot be told`,
        severity:
          source === null && event.options["searched"] === undefined && !event.callee.endsWith("__subclasses__")
            ? "medium"
            : "high",
      };
    }),
  ],
};

/** A text that is code by what it does is read as such; see the readers. */
export const EXECUTION: readonly CodeRule[] = [
  downloaded,
  downloadedFile,
  decoded,
  unpacked,
  hiddenName,
  ...NATIVE_CODE,
];
