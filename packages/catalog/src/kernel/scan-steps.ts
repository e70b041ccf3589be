import { executeRows, inspections, skills, versions } from "@gaia/db";
import { sql } from "drizzle-orm";
import type { ReadCtx } from "./context.ts";

/** A version by its name and number. */
export interface VersionAt {
  name: string;
  version: string;
}

/**
 * For each of these versions, in their order, a text that is another one once its scan made a step; null: there is no such version. It is
 * for telling that something changed, and is shown to no caller: whoever is told asks for the version, as who they are.
 */
export async function readScanSteps(
  ctx: Pick<ReadCtx, "db">,
  wanted: readonly VersionAt[],
): Promise<(string | null)[]> {
  const rows = await executeRows<{ at: number; step: string }>(
    ctx.db,
    sql`SELECT (w.at - 1)::int AS at, concat_ws(' ', v.status, i.progress::text) AS step
        FROM jsonb_array_elements(${JSON.stringify(wanted)}::text::jsonb) WITH ORDINALITY AS w (one, at)
        JOIN ${skills} s ON s.name = w.one->>'name'
        JOIN ${versions} v ON v.skill_id = s.id AND v.version = w.one->>'version'
        LEFT JOIN ${inspections} i ON i.id = v.inspection_id`,
  );
  const steps = new Map(rows.map(({ at, step }) => [at, step]));
  return wanted.map((_, at) => steps.get(at) ?? null);
}
