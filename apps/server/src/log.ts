import { describeError, stackOf } from "@gaia/db";
import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/**
 * Lines wait for company up to this long and this much: a write for each would cost more than many a request. Much more
 * company costs again, because the library measures all that waits with each line.
 */
const FLUSH_MS = 50;
const FLUSH_BYTES = 4_096;
/** With nobody reading them, lines beyond this are dropped: a stalled reader must not fill the memory. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Structured log lines on standard output: JSON, one event a line, `event` says which. Secrets have no way in. What waits
 * is written when the process exits, but not when it is killed: at most the last 50 ms.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: (error: unknown) => ({ message: describeError(error), stack: stackOf(error) }) },
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    },
    pino.destination({
      dest: 1,
      sync: false,
      minLength: FLUSH_BYTES,
      periodicFlush: FLUSH_MS,
      maxLength: MOST_WAITING_BYTES,
    }),
  );
}

/** pino's own `redact` copies every line to look for what none should hold; this looks first. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const isClean = Object.values(fields).every((value) => !holdsSecret(value)) && !holdsSecret(fields);
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
