import type { CodeLanguage, CodeUnit } from "@gaia/reading";
import type { CodeTools } from "./code-tools.ts";
import type { CodeEvent, CodeText } from "./event.ts";
import type { Seen } from "./seen.ts";

/** What a reader makes of one unit. */
export interface Reading {
  unit: CodeUnit;
  /** In the order of the text, as far as may be. */
  events: CodeEvent[];
  texts: CodeText[];
  /** Code inside it that is run: commands in strings, decoded payloads, here-documents. The engine reads it with its own reader. */
  embedded: CodeUnit[];
  /** Why some of it is not code of its language, `it is no Python 3 at line 4`; null when all is. Counts only where the unit is a file. */
  problem: string | null;
  /** Which bound left some of it unread, `it has more statements than are read`; null when none did. Counts wherever it stands. */
  cut: string | null;
  /** Files that it hands to an interpreter; those of the package are read as well. */
  starts?: readonly StartedFile[];
  /** What its words alone say, where nothing here follows it or it is no program as it stands. */
  seen?: readonly Seen[];
  /** Why it was looked at as text, although its language is followed: `a template`. */
  asText?: string;
}

/** A file that code hands to an interpreter. */
export interface StartedFile {
  /** As it is said; `HOLE` for what is not known of it. */
  path: string;
  language: CodeLanguage;
  /** The interpreter goes by the file's name or first line, so that it was read already where these tell. */
  isByName: boolean;
}

/** A reading of nothing, and why. */
export const unread = (unit: CodeUnit, why: Partial<Pick<Reading, "problem" | "cut">>): Reading => ({
  unit,
  events: [],
  texts: [],
  embedded: [],
  problem: null,
  cut: null,
  ...why,
});

/** Says that a bound was reached, the first one: what pads a program until it is no longer read must not make it look clean. */
export function cutOff(reading: Pick<Reading, "cut">, why: string): void {
  reading.cut ??= why;
}

/**
 * Turns code into events. It gets every unit of its languages in a skill at once, so that it can follow calls between files
 * and cells, and answers with one reading for each, in the same order. It spends `tools.budget` and never throws on
 * hostile code. Called again, with embedded units alone, at most three deep.
 */
export interface Reader {
  languages: readonly CodeLanguage[];
  /** Everything that configures what it sees, for the digest. */
  configuration: unknown;
  read(units: readonly CodeUnit[], tools: CodeTools): Promise<Reading[]>;
}
