import type { CodeEvent } from "../../engine/event.ts";
import type { LeanNode } from "../../engine/lean-tree.ts";
import { cutOff } from "../../engine/reader.ts";
import { sourcesOf, UNKNOWN, type Value } from "../../engine/value.ts";
import type { CodeLanguage, CodeUnit } from "@gaia/reading";
import { lineOf, type PyFrame } from "./program.ts";

const MOST_EVENTS = 10_000;
const MOST_PER_PLACE = 400;

type Said = Pick<CodeEvent, "act" | "callee"> & Partial<Omit<CodeEvent, "act" | "callee">>;

/** Writes down an act at a place: once for each target and origin. */
export function emit(frame: PyFrame, node: LeanNode, said: Said): void {
  const { module } = frame;
  const event: CodeEvent = {
    line: lineOf(module, node),
    scope: frame.path,
    inputs: [],
    auth: [],
    options: {},
    naming: "plain",
    onLoad: frame.onLoad,
    certain: true,
    ...said,
    target: bufferOf(said.target ?? UNKNOWN),
  };
  const place = `${module.unit.firstLine}:${node.start}:${event.act}:${event.callee}`;
  const origins = [event.target, ...event.inputs, ...event.auth].map((value) =>
    sourcesOf(value)
      .map(({ taint, what }) => taint + what)
      .join(),
  );
  const key = `${place}:${event.target.text?.slice(0, 200)}:${event.target.items?.length}:${origins.join(";")}`;
  const known = module.events.get(key);
  if (known !== undefined) {
    if (frame.loops > 0) known.event = { ...known.event, repeats: true };
    if (event.onLoad && !known.event.onLoad) known.event = { ...known.event, onLoad: true };
    return;
  }
  const count = module.perPlace.get(place) ?? 0;
  if (count >= MOST_PER_PLACE || module.events.size >= MOST_EVENTS) {
    cutOff(module, "one place in it does more than is followed");
    return;
  }
  module.perPlace.set(place, count + 1);
  module.events.set(key, { event, unit: module.unit });
}

/** What is written to a buffer lies there: its name is its place. */
const bufferOf = (target: Value): Value =>
  target.text === null && target.place?.text?.startsWith("⟨memory") === true ? target.place : target;

const MOST_TEXTS = 5_000;

/** Remembers a constant text of some length. */
export function noteText(frame: PyFrame, node: LeanNode, text: string): void {
  const { module } = frame;
  const place = `${module.unit.firstLine}:${node.start}:${text.length}`;
  if (text.length < 6 || module.noted.has(place)) return;
  module.noted.add(place);
  if (module.texts.length >= MOST_TEXTS) {
    cutOff(module, "it holds more texts than are read");
    return;
  }
  module.texts.push({ text: { text: text.slice(0, 20_000), line: lineOf(module, node) }, unit: module.unit });
}

const MOST_EMBEDDED = 300;

/** Hands code in a text to the reader of its language. */
export function embed(frame: PyFrame, node: LeanNode, code: Pick<CodeUnit, "language" | "text" | "from">): void {
  const { module } = frame;
  if (code.text.trim().length < 3) return;
  const firstLine = lineOf(module, node);
  if (module.embedded.some((known) => known.text === code.text && known.firstLine === firstLine)) return;
  if (module.embedded.length >= MOST_EMBEDDED) {
    cutOff(module, "more code stands inside it than is read");
    return;
  }
  module.embedded.push({ ...code, path: module.unit.path, firstLine });
}

/** The language that a file of that name holds, of those that are worth reading when code writes them. */
export function languageWritten(path: string): CodeLanguage | null {
  if (/\.pyw?$/i.test(path)) return "python";
  if (/\.(?:sh|bash|zsh|command)$|\.(?:bashrc|zshrc|profile|bash_profile|zprofile)$/i.test(path)) return "bash";
  if (/\.[cm]?js$/i.test(path)) return "javascript";
  return /\.ps1$/i.test(path) ? "powershell" : null;
}

/** The language of a text that is written somewhere, by its beginning. */
export function languageBegun(text: string): CodeLanguage | null {
  if (/^#!.{0,60}python/.test(text) || /^\s*(?:import \w|from [\w.]+ import )/.test(text)) return "python";
  if (/^#!.{0,60}sh\b/.test(text)) return "bash";
  return /^\s*(?:const |let |var |import .{1,80} from ["']|require\()/.test(text) ? "javascript" : null;
}

export const of = (value: Value | undefined): Value => value ?? UNKNOWN;
