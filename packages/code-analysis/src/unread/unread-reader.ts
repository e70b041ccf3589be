import { type CodeUnit, SOURCE_FILES, SOURCE_LANGUAGES, SOURCE_PROGRAMS, UNREAD_SOURCE } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { readInTurn } from "../engine/read-in-turn.ts";
import { cutOff, type Reader, type Reading, unread } from "../engine/reader.ts";
import { literal, UNKNOWN } from "../engine/value.ts";
import { event } from "../lines/line-acts.ts";
import type { Seen } from "../engine/seen.ts";
import { actsInText } from "./acts-in-text.ts";
import { COMMENT_LINES } from "./comment-lines.ts";
import { OTHER_NAME_PATTERNS } from "./other-names.ts";
import { FAMILIES } from "./program-families.ts";

const MOST_CHARACTERS = 2_000_000;

/**
 * Looks at programs in languages that nothing here follows as at text: what their family calls a program that starts or an address that
 * is fetched (`program-families.ts`). Whether there is more to be said of it is a matter of `rules/unread-program.ts`.
 */
export const unreadReader: Reader = {
  languages: [...SOURCE_LANGUAGES, "unknown"],
  configuration: [
    SOURCE_FILES.map(String),
    SOURCE_PROGRAMS.map(String),
    String(UNREAD_SOURCE),
    FAMILIES.map((family) => Object.values(family).map(String)),
    COMMENT_LINES,
    OTHER_NAME_PATTERNS,
  ],
  async read(units, tools) {
    return readInTurn(units, tools, (unit) => {
      if (unit.isBeyond === true) return unread(unit, { cut: "it holds more commands than are read" });
      // Its cells are programs in a language that is followed.
      const isNotebook = unit.language === "unknown" && /\.ipynb$/i.test(unit.path);
      return isNotebook ? unread(unit, { problem: "it is no notebook that can be read" }) : readAsText(unit);
    });
  },
};

/** A unit as text: what was seen in it, and for permissions the acts that this means. */
export function readAsText(unit: CodeUnit): Reading {
  const reading = unread(unit, {});
  if (unit.text.length > MOST_CHARACTERS) cutOff(reading, "it is too large to be read");
  const { seen, isWhole } = actsInText(unit.text.slice(0, MOST_CHARACTERS), unit.language);
  if (!isWhole) cutOff(reading, "more texts stand in it than are looked at");
  const placed = seen.map((each) => ({ ...each, line: each.line + unit.firstLine - 1 }));
  return { ...reading, seen: placed, events: placed.flatMap(eventOf) };
}

function eventOf({ kind, what, line, address }: Seen): CodeEvent[] {
  const target = address === null ? UNKNOWN : literal(address);
  if (kind === "starts") return [event(line, "run", what)];
  if (kind === "fetches") return [{ ...event(line, "fetch", what), target }];
  if (kind === "opens") return [{ ...event(line, "read", what), target: literal(what) }];
  if (kind === "stays") return [{ ...event(line, "read", what), target: literal(what) }];
  return [];
}
