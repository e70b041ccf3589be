import { type CpuBudget, NO_TIME_LEFT } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import { cutOff, type Reader, type Reading, unread } from "../engine/reader.ts";
import { literal } from "../engine/value.ts";
import { runUncalled } from "./call-program.ts";
import { FILTERS } from "./filters.ts";
import { FILE_PROGRAMS } from "./file-programs.ts";
import { INTERPRETERS } from "./interpreters.ts";
import { NETWORK_PROGRAMS } from "./network-programs.ts";
import { say } from "./shell-machine.ts";
import { parseShell } from "./shell-script.ts";
import { runScript, startMachine, TooLong } from "./shell-run.ts";
import { SYSTEM_PROGRAMS } from "./system-programs.ts";

/** Raised when the same program is followed otherwise. */
const REVISION = 8;
const MOST_CHARACTERS = 1_048_576;
const MOST_BOMBS = 20;

/**
 * Follows shell scripts with a parser of our own: what stands in a skill is as often a line with placeholders as a whole
 * script, and every line of it counts.
 */
export const shellReader: Reader = {
  languages: ["bash"],
  configuration: [
    REVISION,
    FILTERS,
    INTERPRETERS,
    ...[NETWORK_PROGRAMS, FILE_PROGRAMS, SYSTEM_PROGRAMS].map((table) => Object.keys(table)),
  ],
  async read(units, tools) {
    const readings: Reading[] = [];
    for (const unit of units) {
      if (tools.budget.leftMs() > 0) readings.push(safely(unit, tools.budget));
      else readings.push(unread(unit, { cut: NO_TIME_LEFT }));
    }
    return readings;
  },
};

function safely(unit: CodeUnit, budget: CpuBudget): Reading {
  try {
    return readShell(unit, budget);
  } catch (error) {
    // Deeper than the stack, or something that was not thought of: it is not clean.
    const deep = error instanceof RangeError ? "it is nested too deep" : "it could not be followed";
    return unread(unit, { cut: error instanceof TooLong ? NO_TIME_LEFT : deep });
  }
}

function readShell(unit: CodeUnit, budget: CpuBudget): Reading {
  const machine = startMachine(unit, budget);
  const { script, problem } = parseShell(unit.text.slice(0, MOST_CHARACTERS));
  if (unit.trigger !== undefined)
    say(machine, {
      act: "hook",
      callee: unit.trigger,
      line: 1,
      target: literal(/^npm (?:pre|post)?install$/.test(unit.trigger) ? "install" : unit.trigger),
    });
  runScript(machine, script, null);
  for (const name of machine.functions.keys()) if (!machine.called.has(name)) runUncalled(machine, name);
  forkBombs(unit, (line) =>
    say(machine, {
      act: "run",
      callee: "a function that starts itself twice",
      line,
      options: { bomb: literal("true") },
    }),
  );
  const { events, texts, embedded, starts } = machine;
  if (unit.text.length > MOST_CHARACTERS) cutOff(machine, "it is too large to be read");
  if (problem?.isBound === true) cutOff(machine, problem.what);
  const told = problem === null ? null : `line ${problem.line + unit.firstLine - 1} is no shell: ${problem.what}`;
  return { unit, events, texts, embedded, starts: [...starts.values()], problem: told, cut: machine.cut };
}

/** `:(){ :|:& };:`, by any name. */
function forkBombs(unit: CodeUnit, found: (line: number) => void): void {
  let count = 0;
  for (const match of unit.text.matchAll(/([\w:.]{1,40})\s{0,9}\(\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}\1\s{0,9}&/g)) {
    if ((count += 1) > MOST_BOMBS) return;
    // One of several texts in a default that a variable gets is a list of what is refused.
    const line = unit.text.slice(unit.text.lastIndexOf("\n", match.index) + 1, match.index).slice(-400);
    if (/^\s*(?:export\s+|local\s+|readonly\s+)?\w{1,60}=(?:\$\{\w{1,60}:-)?["'][^"']*,[^"']*$/.test(line)) continue;
    found(unit.text.slice(0, match.index).split("\n").length);
  }
}
