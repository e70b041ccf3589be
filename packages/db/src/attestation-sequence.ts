import { sql } from "drizzle-orm";
import type { Db } from "./open.ts";
import { executeRows } from "./rows.ts";

/** The next number of the registry's statements. Numbers rise; one that was drawn and not used leaves a gap. */
export async function nextAttestationSequence(db: Db): Promise<number> {
  const rows = await executeRows<{ next: string | number }>(db, sql`SELECT nextval('attestation_sequence') AS next`);
  return Number(rows[0]?.next);
}

/** Leaves out the numbers up to `last`: a restored database does not know which of them the world has seen. */
export async function passAttestationSequences(db: Db, last: number): Promise<void> {
  await db.execute(
    sql`SELECT setval('attestation_sequence', greatest(${last}::bigint, (SELECT last_value FROM attestation_sequence)))`,
  );
}
