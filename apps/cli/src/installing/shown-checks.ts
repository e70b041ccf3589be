import type { Check } from "@gaia/install/judged";
import { dim, green, red, type Shown, t, yellow } from "../terminal/shown-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ToldSource } from "./source-check.ts";

const MARKS: Record<Check["state"], Shown> = { passed: green("✓"), failed: red("✗"), unchecked: dim("–") };
/** Where everything differs, saying it of some is enough; `--json` has all. */
const MOST_LINES = 20;

/** One line a check; below a source each file that differs, and how. */
export function showChecks(terminal: Terminal, checks: readonly Check[], source: ToldSource | null): void {
  for (const { check, state, detail, warns } of checks)
    terminal.line(t`${warns === true ? yellow("!") : MARKS[state]} ${check.padEnd(12)} ${detail}`);
  if (source === null) return;
  const { differences, notes, left_out } = source;
  for (const { path, detail } of differences.slice(0, MOST_LINES)) terminal.line(t`    ${path} ${detail}`);
  if (differences.length > MOST_LINES) terminal.line(t`    and ${differences.length - MOST_LINES} more`);
  for (const note of notes.slice(0, MOST_LINES)) terminal.line(t`${dim("  note")} ${note}`);
  if (left_out.length > 0)
    terminal.line(
      t`${dim("  note")} left out by the commit's own .skillignore: ${left_out.slice(0, MOST_LINES).join(", ")}`,
    );
}
