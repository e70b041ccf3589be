import type { SQL } from "drizzle-orm";
import type { Db } from "./database.ts";

/**
 * Runs raw SQL and gives its rows, the same on both drivers: int8 is a number (a bigint beyond 2^53), numeric and the
 * date and time types are text (UTC, which `new Date` reads), json is parsed, arrays are arrays
 * (without NULLs: postgres.js reads one as the text `NULL`). `Row` is the caller's claim.
 */
export async function executeRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  // postgres.js answers with an array that carries extras, PGlite with { rows }.
  const result: unknown = await db.execute(query);
  if (Array.isArray(result)) return [...result] as Row[];
  return (result as { rows: Row[] }).rows;
}
