import { describeError, stackOf } from "@gaia/db";
import { escapeHidden } from "@gaia/text";
import { type Logger, pino } from "pino";
import { batchedLines, type Lines } from "./batched-lines.ts";
import { openLogFile } from "../terminal/open-log-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { warningWords } from "../terminal/warning-words.ts";

export type { Logger } from "pino";

/**
 * Structured log lines: JSON, one event a line, `event` says which. Secrets have no way in. They go to standard output; where
 * that is a terminal they go to `aside.file`, and its person is told of warnings and errors in words.
 */
export function createLogger(level: string, aside?: { file: string; terminal: Terminal }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: timestamps(),
      serializers: { err: (error: unknown) => ({ message: describeError(error), stack: stackOf(error) }) },
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    },
    shownSafely(aside ? asideOf(aside) : batchedLines(1)),
  );
}

/** JSON leaves 8-bit controls and marks of direction as they are, and a request may bring them: no terminal that shows the log obeys. */
function shownSafely(lines: Lines): Lines {
  const write = (line: string) => lines.write(IS_PLAIN.test(line) ? line : `${escapeHidden(line.trimEnd())}\n`);
  return { ...lines, write };
}

/** Nearly each line is. */
const IS_PLAIN = /^[\x20-\x7e]*\n$/;

function asideOf({ file, terminal }: { file: string; terminal: Terminal }): Lines {
  const lines = batchedLines(openLogFile(file));
  return {
    ...lines,
    write(line) {
      lines.write(line);
      const words = warningWords(line);
      if (words !== null) terminal.line(words);
    },
  };
}

/** The time as pino wants it, written anew each millisecond only. */
function timestamps(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}

/** pino's own `redact` copies every line to look for what none should hold; this looks first. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  let isClean = !holdsSecret(fields);
  for (const name in fields) if (holdsSecret(fields[name])) isClean = false;
  if (isClean) return fields;
  const inner = (value: unknown) => (holdsSecret(value) ? censored(value) : value);
  return censored(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inner(value)])));
}

/** Of an error only message and stack are written. */
const holdsSecret = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Error) &&
  ("token" in value || "authorization" in value);

const censored = (fields: Record<string, unknown>): Record<string, unknown> => ({
  ...fields,
  ...("token" in fields ? { token: "(secret)" } : {}),
  ...("authorization" in fields ? { authorization: "(secret)" } : {}),
});
