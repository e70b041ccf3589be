import type { CodeLanguage } from "../code/code-unit.ts";

/** A command that stands in a file of another kind. `line` is 1-based. */
export interface FoundCommand {
  text: string;
  line: number;
  /** What runs it without anybody asking for it by name. */
  trigger?: string;
  /** What it is written in, where that is no shell. */
  language?: CodeLanguage;
}

/** What was found in a file. `isWhole` is false where some of it was not looked through. */
export interface FoundCommands {
  found: FoundCommand[];
  isWhole: boolean;
}

/** A word as the shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
