import type { CodeLanguage, CodeUnit } from "@gaia/reading";
import type { CodeTools } from "./code-tools.ts";
import type { CodeEvent, CodeText } from "./event.ts";

/** What a reader makes of one unit. */
export interface Reading {
  unit: CodeUnit;
  /** In the order of the text, as far as may be. */
  events: CodeEvent[];
  texts: CodeText[];
  /** Code inside it that is run: commands in strings, decoded payloads, here-documents. The engine reads it with its own reader. */
  embedded: CodeUnit[];
  /** Why some of it was not read, `it is no Python 3 at line 4`; null when all was. Counts only where the unit is a file. */
  problem: string | null;
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
