import type { Told } from "@gaia/findings";
import type { CodeUnit, SkillView } from "@gaia/reading";
import type { CodeTools } from "../engine/code-tools.ts";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import { readAll } from "../engine/read-all.ts";
import type { Reading } from "../engine/reader.ts";
import { HOLE } from "../engine/value.ts";
import { READERS } from "../readers.ts";
import { toldCommand, unaskedOf } from "./told-command.ts";

const MOST_TEXT = 200;

/**
 * What the code of a skill tells: programs that start, hosts, files, and questions that are answered beforehand. Followed by the readers
 * that look for harm; nothing is run. `spans`: commands that stand inside a sentence. `unread`: paths of what was not read to its end.
 */
export async function toldByCode(
  { code, texts }: Pick<SkillView, "code" | "texts">,
  spans: readonly CodeUnit[],
  tools: CodeTools,
): Promise<{ told: Told[]; unread: string[] }> {
  const units = [...code, ...spans];
  const asShell = new Set(units.filter((unit) => isCopied(unit) && EITHER.test(unit.text)));
  const readings = await readAll({ code: [...units.map(withoutPlaceholders), ...asShell], texts }, READERS, tools);
  const isWhole = ({ unit }: Reading): boolean => unit.from === "file" || unit.from === "cell";
  const unread = readings.filter((one) => one.cut !== null || (one.problem !== null && isWhole(one)));
  const told = readings.flatMap((reading) =>
    asShell.has(reading.unit) ? toldIn(reading).filter(isGrave) : toldIn(reading),
  );
  return { told, unread: unread.map(({ unit }) => unit.path) };
}

/** `<name>` and `<a|b>` in a line that is to be copied are filled in by its reader; to a shell they would be files. */
// One choice of words, or words alone: with anything that a shell acts on between the brackets it is read as the shell reads it.
const PLACEHOLDER = /<[A-Za-z](?:[\w.-]{0,40}(?:\|[\w.-]{1,40}){1,8}|[\w .,/:-]{0,80}[\w.,/:-])?>/g;

const isCopied = ({ language, from }: CodeUnit): boolean => language === "bash" && from === "fence";
const withoutPlaceholders = (unit: CodeUnit): CodeUnit =>
  isCopied(unit) ? { ...unit, text: unit.text.replaceAll(PLACEHOLDER, HOLE) } : unit;

/** One of several words that has a word behind it: a shell would read a file, run those words and write another. */
const EITHER = /<[A-Za-z][\w.,/:-]* [\w .,/:-]*>[ \t]*[\w.~/$"'-]/;

/** Of what is most likely words for a reader, what is told all the same: names that the words happen to be are no files. */
const isGrave = ({ kind, what }: Told): boolean =>
  kind !== "read" && (kind !== "write" || /^(?:[~/$]|\.\.)/.test(what));

const toldIn = ({ unit, events }: Reading): Told[] => events.flatMap((event) => toldBy(event, unit.path));

function toldBy(event: CodeEvent, file: string): Told[] {
  const { act, target, line, callee } = event;
  const as = (kind: Told["kind"], what: string, text = what): Told => ({ kind, what, text: shown(text), file, line });
  const path = target.text === null ? null : knownPath(target.text);
  switch (act) {
    case "run":
    case "pty":
      return commands(event, as);
    case "fetch":
    case "send":
    case "connect":
    case "resolve": {
      const host = target.text === null ? null : hostOf(target.text.slice(0, 300));
      return host === null || isLocalHost(host) ? [] : [as("host", host, target.text ?? host)];
    }
    case "read":
    case "list":
      return path === null ? [] : [as("read", path)];
    case "write":
    case "delete":
    case "delete-tree":
    case "permit":
      return path === null ? [] : [as("write", path, callee === "" ? path : `${callee} ${path}`)];
    default:
      return [];
  }
}

function commands(
  { target, callee }: CodeEvent,
  as: (kind: Told["kind"], what: string, text?: string) => Told,
): Told[] {
  const words =
    target.items?.map(({ text }) => text ?? HOLE) ?? target.text?.split(/\s+/).filter((word) => word !== "") ?? [];
  const text = words.join(" ");
  const command = toldCommand(words);
  if (command === null) {
    // What is run is not known: that something is, is told.
    const isUnknown = words.length === 0 || (words[0]?.includes(HOLE) ?? false);
    return isUnknown && /[.(]/.test(callee) ? [as("command", `unknown program by ${callee}`, `${callee}(…)`)] : [];
  }
  const unasked = unaskedOf(words);
  return [
    as("command", command, text),
    ...(unasked.length === 0 ? [] : [as("approval", `$ ${command} ${unasked.join(" ")}`, text)]),
  ];
}

/** A path as far as it is known; null: nothing of it is, or it is a buffer. */
function knownPath(text: string): string | null {
  if (text.startsWith("⟨") || text.length > 1_000) return null;
  const known = text.split(/[\uFFFC⟨]/, 1)[0] ?? "";
  const path = known === text ? text : known.slice(0, known.lastIndexOf("/") + 1);
  const plain = path.replace(/^(?:\.\/)+/, "");
  return /^[.~/]*$/.test(plain) || plain === "/dev/null" || plain.startsWith("/dev/std") || plain === "-"
    ? null
    : plain.slice(0, MOST_TEXT);
}

const shown = (text: string): string => text.replaceAll(HOLE, "…").replaceAll(/\s+/g, " ").trim().slice(0, MOST_TEXT);
