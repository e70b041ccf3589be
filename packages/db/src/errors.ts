/** Why this room failed. Closed: the edge maps each to one answer. */
export type DatabaseErrorCode =
  | "unavailable"
  | "server_unfit"
  | "role_unfit"
  | "data_dir_locked"
  | "data_dir_unusable"
  | "migration_invalid"
  | "migration_missing"
  | "migration_out_of_order"
  | "migration_changed"
  | "migration_failed"
  | "migration_busy";

/** An error of this room. The message is written for the operator and carries no row's content. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What can be logged of a database error: never the statement's parameters nor the server's DETAIL, which quote rows. */
export interface LoggableError {
  sqlState: string | null;
  constraint: string | null;
  table: string | null;
  message: string;
}

// Both drivers' server errors: postgres.js says constraint_name, PGlite says constraint.
interface DriverError {
  code: string;
  message: string;
  severity?: unknown;
  constraint_name?: unknown;
  constraint?: unknown;
  table_name?: unknown;
  table?: unknown;
  position?: unknown;
}

const NETWORK_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

// Not an answer about the data but about the server: it is full, going, gone, read-only after a failover, or too slow.
const UNAVAILABLE_STATES = new Set(["57P01", "57P02", "57P03", "57P05", "57014", "55P03", "25006", "25P03", "58030"]);
const UNAVAILABLE_CLASSES = new Set(["08", "53"]);

function* causes(error: unknown): Generator<object> {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    yield current;
    current = "cause" in current ? current.cause : null;
  }
}

function findCoded(error: unknown, accepts: (coded: DriverError) => boolean): DriverError | null {
  for (const cause of causes(error)) {
    // The check is the proof: a string code and a message are all that is read without a further check.
    const coded = cause as DriverError;
    if (typeof coded.code === "string" && typeof coded.message === "string" && accepts(coded)) return coded;
  }
  return null;
}

function findServerError(error: unknown): DriverError | null {
  return findCoded(error, ({ code, severity }) => typeof severity === "string" && /^[0-9A-Z]{5}$/.test(code));
}

const textOrNull = (...values: unknown[]) =>
  values.find((value): value is string => typeof value === "string" && value !== "") ?? null;

const constraintOf = (error: DriverError) => textOrNull(error.constraint_name, error.constraint);

/** The five-character SQLSTATE inside an error of either driver or of drizzle's wrapper; null when there is none. */
export function sqlState(error: unknown): string | null {
  return findServerError(error)?.code ?? null;
}

/** Whether a unique constraint or index refused the row; with `constraint`, whether that very one did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = findServerError(error);
  if (found?.code !== "23505") return false;
  return constraint === undefined || constraintOf(found) === constraint;
}

/** Whether the transaction lost against another one (40001) or a deadlock (40P01) and may be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/**
 * Whether a prepared statement met a table that was changed since. Outside a transaction the driver prepares it again by itself; inside
 * one, the server has given up the transaction (25P02 is what the driver's second try hears).
 */
export function isStalePlan(error: unknown): boolean {
  const found = findServerError(error);
  return found?.code === "25P02" || (found?.code === "0A000" && /cached plan/.test(found.message));
}

/** Whether the database could not be asked or could not answer in time, so that trying later may help (HTTP 503). */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (cause instanceof DatabaseError) return cause.code === "unavailable";
    // PGlite has no codes of its own: a closed or crashed instance is told by these.
    if (!(cause instanceof Error)) continue;
    if (cause.name === "RuntimeError") return true;
    if (/^PGlite (?:is closed|is closing|failed)/.test(cause.message)) return true;
  }
  const state = sqlState(error);
  if (state !== null) return UNAVAILABLE_STATES.has(state) || UNAVAILABLE_CLASSES.has(state.slice(0, 2));
  return findCoded(error, ({ code }) => NETWORK_CODES.has(code)) !== null;
}

/** The part of a database error that may be logged. drizzle's own message quotes every parameter: never log that one. */
export function toLoggableError(error: unknown): LoggableError {
  const found = findServerError(error) ?? findCoded(error, ({ code }) => NETWORK_CODES.has(code));
  if (found === null) {
    const ours = [...causes(error)].find((cause) => cause instanceof DatabaseError);
    return { sqlState: null, constraint: null, table: null, message: ours?.message ?? "not a database error" };
  }
  return {
    sqlState: sqlState(error),
    constraint: constraintOf(found),
    table: textOrNull(found.table_name, found.table),
    message: found.message,
  };
}

/**
 * Why the database could not be asked, in the words of its server, of the network or of TLS; null where nobody says. It may name a role, a
 * database and an address, and no password: for the operator, not for callers.
 */
export function unavailableReason(error: unknown): string | null {
  const server = findServerError(error);
  if (server !== null) return `${server.message} (${server.code})`;
  const last = [...causes(error)].findLast((cause) => cause instanceof Error && !(cause instanceof DatabaseError));
  if (!(last instanceof Error)) return null;
  // A name with several addresses: each has a reason of its own, and all together have none.
  const all: unknown[] = last instanceof AggregateError ? last.errors : [last];
  const reasons = new Set(all.flatMap((one) => (one instanceof Error && one.message !== "" ? [one.message] : [])));
  return reasons.size === 0 ? null : [...reasons].join("; ");
}

/** Where in the statement's text the server saw the error: a character offset from 0; null when it did not say. */
export function errorOffset(error: unknown): number | null {
  const position = Number(findServerError(error)?.position ?? Number.NaN);
  return Number.isInteger(position) && position > 0 ? position - 1 : null;
}
