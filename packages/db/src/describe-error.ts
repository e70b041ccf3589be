import { DrizzleQueryError } from "drizzle-orm/errors";
import { toLoggableError } from "./errors.ts";

const MOST_CAUSES = 5;

/**
 * An error in words that may be logged: name, message and causes. A query's error says what the server said and never
 * the statement's parameters, which hold what people sent.
 */
export function describeError(error: unknown): string {
  const words: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && words.length < MOST_CAUSES) {
    if (current instanceof DrizzleQueryError) {
      const { sqlState, constraint, message } = toLoggableError(current);
      words.push(`query failed: ${[sqlState, constraint, message].filter((part) => part !== null).join(" ")}`);
      break;
    }
    words.push(current instanceof Error ? `${current.name}: ${current.message}` : typeof current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return words.join(" <- ");
}

/** The stack of an error without its message, which `describeError` gives in a form that may be logged. */
export function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !error.stack) return undefined;
  return error.stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}
