import { sql } from "drizzle-orm";
import type { Db } from "./open.ts";
import { executeRows } from "./rows.ts";

/** The next number of the registry's statements. Numbers rise; one that was drawn and not used leaves a gap. */
export async function nextAttestationSequence(db: Db): Promise<number> {
  const rows = await executeRows<{ next: string | number }>(db, sql`SELECT nextval('attestation_sequence') AS next`);
  return Number(rows[0]?.next);
}
