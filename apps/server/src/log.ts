import { describeError, stackOf } from "@gaia/db";
import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Structured log lines on standard output: JSON, one event a line, `event` says which. Secrets have no way in. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => ({ message: describeError(error), stack: stackOf(error) }) },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["authorization", "token", "*.authorization", "*.token"], censor: "(secret)" },
  });
}
