import { rescans } from "@gaia/db";
import { count, inArray } from "drizzle-orm";
import type { Ctx, Registry } from "../kernel/context.ts";
import { applyHeld } from "./apply-held.ts";
import { feedRescans } from "./feed.ts";

/** What the sweep does for re-scans: applies what an admin let go and a process died over, and feeds. */
export async function tendRescans(ctx: Ctx): Promise<number> {
  return (await applyHeld(ctx, "registry")) + (await feedRescans(ctx));
}

/** How many re-scans are running, and how many wait for an admin; for the metrics. */
export async function countRescans(registry: Pick<Registry, "db">): Promise<{ running: number; paused: number }> {
  const rows = await registry.db
    .select({ status: rescans.status, count: count() })
    .from(rescans)
    .where(inArray(rescans.status, ["running", "paused"]))
    .groupBy(rescans.status);
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { running: of("running"), paused: of("paused") };
}
