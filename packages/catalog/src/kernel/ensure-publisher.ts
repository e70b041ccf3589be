import { publishers } from "@gaia/db";
import { eq } from "drizzle-orm";
import type { ReadCtx } from "./context.ts";
import { RegistryError } from "./errors.ts";

/** @throws RegistryError `not_found` */
export async function ensurePublisher(ctx: ReadCtx, handle: string): Promise<typeof publishers.$inferSelect> {
  const [publisher] = await ctx.db.select().from(publishers).where(eq(publishers.handle, handle));
  if (!publisher) throw new RegistryError("not_found", `There is no publisher ${handle} here.`);
  return publisher;
}
