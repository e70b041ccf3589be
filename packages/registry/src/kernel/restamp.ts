import { gaiaFormOf, readBlob, RegistryError } from "@gaia/catalog";
import { artifacts, type versions } from "@gaia/db";
import type { Tier } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { Registry } from "./context.ts";

/** Its files cannot be read at this moment: the tier waits for them, since its statement names what is made of them. */
export class RestampLater extends RegistryError {}

/**
 * The content digest of what GAIA's client is given of a version of this tier: the files in its form, of which SKILL.md says the tier. Null
 * for experimental, for statements that release 0.1 reads, and for a skill that cannot say it: that is offered as its author wrote it.
 * @throws RestampLater
 */
export async function digestRestamped(
  ctx: Registry,
  version: typeof versions.$inferSelect,
  tier: Tier,
): Promise<string | null> {
  if (tier === "experimental" || ctx.signer.form === "0.1") return null;
  const [archive] = await ctx.db
    .select({ sha256: artifacts.sha256 })
    .from(artifacts)
    .where(and(eq(artifacts.versionId, version.id), eq(artifacts.kind, "zip")));
  // A purge took it, and the transaction that follows finds that.
  if (archive === undefined) return null;
  try {
    const bytes = await readBlob(ctx, archive.sha256);
    const input = { bytes, to: gaiaFormOf(version), stamp: tier, limits: ctx.limits, version: version.version };
    return (await ctx.reader.digest({ ...input, decides: true })).contentDigest;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (error.code === "unavailable") throw new RestampLater("unavailable", error.message, { cause: error });
    ctx.warn("restamp_left_out", { version_id: version.id, tier, reason: error.message });
    return null;
  }
}
