import type { Pipeline, ShellScript } from "./shell-ast.ts";
import { list, pipelineAt, separators } from "./shell-parser.ts";
import { type Cursor, type ShellProblem, ShellTrouble } from "./shell-words.ts";

/**
 * Reads a shell script. What cannot be made sense of is stepped over and told in `problem`; everything else is still there.
 * Linear in the text but for nesting, which is bounded.
 */
export function parseShell(text: string): { script: ShellScript; problem: ShellProblem | null } {
  const cursor: Cursor = {
    text,
    at: 0,
    line: 1,
    depth: 0,
    commands: 0,
    heredocs: [],
    problem: null,
    parse: (inner) => list(inner, [")"]),
  };
  return { script: { pipelines: pipelinesOf(cursor) }, problem: cursor.problem };
}

/** Lines that are stepped over; each costs a look at what is left of the text. */
const MOST_TROUBLES = 50;

/** All that can be read. A quote that nothing closes hides neither what stands before it nor the lines behind it. */
function pipelinesOf(cursor: Cursor): Pipeline[] {
  const pipelines: Pipeline[] = [];
  let troubles = 0;
  for (;;) {
    separators(cursor);
    const { at, line } = cursor;
    if (at >= cursor.text.length) return pipelines;
    try {
      const pipeline = pipelineAt(cursor);
      if (pipeline !== null) pipelines.push(pipeline);
      // A closing word or bracket that nothing opened, as in test frameworks' own blocks.
      if (cursor.at === at) cursor.at += 1;
    } catch (error) {
      if (!(error instanceof ShellTrouble)) throw error;
      troubles += 1;
      const isEnd = error.isBound || troubles > MOST_TROUBLES;
      note(cursor, isEnd && !error.isBound ? "too many of its lines are no shell" : error.message, isEnd);
      if (isEnd) return pipelines;
      const end = cursor.text.indexOf("\n", at);
      Object.assign(cursor, { at: end === -1 ? cursor.text.length : end, line, depth: 0, heredocs: [] });
    }
  }
}

function note(cursor: Cursor, what: string, isBound = false): void {
  // That the rest was left unread weighs more than a line that is no shell.
  if (cursor.problem === null || (isBound && !cursor.problem.isBound))
    cursor.problem = { line: cursor.line, what, isBound };
}
