import type { Command } from "commander";
import { distance } from "fastest-levenshtein";

/**
 * Refuses a verb that there is none of, before commander looks at its options: with `--help` behind it, it would show the help of
 * everything and call that success. Throws CommanderError.
 */
export function ensureKnownVerb(program: Command, words: readonly string[]): void {
  let group = program;
  for (const word of words) {
    // Help of what there is none of is none.
    if (word === "--help" || word === "-h") continue;
    if (word.startsWith("-") || group.commands.length === 0) return;
    const next = group.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (next === undefined && word === "help") return;
    if (next === undefined)
      group.error(`error: unknown command '${word}'${suggestionFor(word, group)}`, {
        code: "commander.unknownCommand",
      });
    else group = next;
  }
}

/** What other package managers call it. */
const ELSEWHERE: Record<string, string | undefined> = { upgrade: "update", uninstall: "remove", add: "install" };

/** Only what one slip of the finger makes of the word: another letter, one more or less, or two in each other's place. */
function suggestionFor(word: string, group: Command): string {
  const names = group.commands.map((one) => one.name());
  const same = ELSEWHERE[word];
  if (same !== undefined && names.includes(same)) return `\n(\`${same}\` does that here)`;
  const near = names.filter((name) => isOneSlip(word, name));
  return near.length === 0 ? "\n(--help lists what there is)" : `\n(Did you mean ${near.join(" or ")}?)`;
}

function isOneSlip(word: string, name: string): boolean {
  const steps = distance(word, name);
  return steps <= 1 || (steps === 2 && letters(word) === letters(name));
}

const letters = (word: string): string => [...word].toSorted().join("");
