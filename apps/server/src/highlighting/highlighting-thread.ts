import { threadId } from "node:worker_threads";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import type { Task } from "../threads/bounded-threads.ts";
import { beginMeter } from "../threads/meter.ts";
import { KIND_THEME, kindOf } from "./code-kinds.ts";
import type { Language } from "./languages.ts";

// Runs in a thread of its own: grammars are regular expressions, and a stranger's line can make one search for ever.

/** A longer line stays plain: nobody reads it, and it is the dearest. */
const LONGEST_LINE = 1_000;
/** None: it goes by the clock, and a line that it cuts short leaves those below it in a wrong state. The whole text is bounded outside. */
const LINE_MS = 0;

const open = (): Promise<HighlighterCore> =>
  createHighlighterCore({ themes: [KIND_THEME], langs: [], engine: createOnigurumaEngine(import("shiki/wasm")) });
let shared: Promise<HighlighterCore> | null = null;
let forMarkdown: Promise<HighlighterCore> | null = null;

/** What stands in it is read by the grammars that are loaded beside it: always the same, whatever else was shown before. */
const IN_MARKDOWN = ["markdown", "yaml", "json", "shellscript", "python"] as const;

async function highlighterFor(language: Language): Promise<HighlighterCore> {
  const isMarkdown = language === "markdown";
  const highlighter = await (isMarkdown ? (forMarkdown ??= open()) : (shared ??= open()));
  for (const name of isMarkdown ? IN_MARKDOWN : [language])
    await highlighter.loadLanguage(import(`shiki/langs/${name}.mjs`));
  return highlighter;
}

/** The text's parts as pairs of length and kind, line by line; the pair 0, 0 ends a line. Same kinds that meet are one. */
export async function highlight({ input, meter }: Task<{ text: string; language: Language }>): Promise<Uint16Array> {
  const { text, language } = input;
  // Before the meter: a grammar is loaded once, and is not the text's cost.
  const highlighter = await highlighterFor(language);
  beginMeter(meter, threadId);
  const lines = highlighter.codeToTokensBase(text, {
    lang: language,
    theme: KIND_THEME.name,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: LINE_MS,
  });
  const pairs: number[] = [];
  for (const line of lines) {
    let [length, kind] = [0, 0];
    for (const { content, color } of line) {
      const next = kindOf(color);
      if (next !== kind) {
        if (length > 0) pairs.push(length, kind);
        [length, kind] = [0, next];
      }
      length += content.length;
    }
    if (length > 0) pairs.push(length, kind);
    pairs.push(0, 0);
  }
  return Uint16Array.from(pairs);
}
