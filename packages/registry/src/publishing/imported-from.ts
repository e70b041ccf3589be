import { appendAudit, type Db, type ImportedSignature, importedVersions } from "@gaia/db";
import { and, desc, eq, gt } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** What another registry says, in a bundle that it signed, of a version that is published here. It raises nothing. */
export interface ImportedFrom {
  /** The other registry's address. */
  registry: string;
  /** SHA-256 (hex) of the bundle's index. */
  bundle: string;
  bundleCreatedAt: Date;
  keyFingerprint: string;
  publisher: string;
  securityTier: string;
  verdict: string | null;
  /** Envelopes that verified. */
  statements: unknown[];
  signatures: ImportedSignature[];
}

/** Part of the transaction that publishes it, so that no version is here without where it came from. */
export async function noteImported(
  ctx: Pick<Ctx, "now" | "requestId">,
  tx: Db,
  { versionId, imported, target, actor }: { versionId: number; imported: ImportedFrom; target: string; actor: string },
): Promise<void> {
  await tx.insert(importedVersions).values({ versionId, ...imported, importedAt: ctx.now() });
  await appendAudit(tx, {
    actor,
    action: "version.import",
    target,
    detail: {
      registry: imported.registry,
      bundle: imported.bundle,
      bundle_created_at: imported.bundleCreatedAt.toISOString(),
      key_fingerprint: imported.keyFingerprint,
      security_tier: imported.securityTier,
      verdict: imported.verdict,
    },
    requestId: ctx.requestId,
  });
}

/** When the newest bundle of this registry was made that something was imported from, where that is newer than `than`; else null. */
export async function findNewerImport(
  ctx: Pick<Ctx, "db">,
  { registry, than }: { registry: string; than: Date },
): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ at: importedVersions.bundleCreatedAt })
    .from(importedVersions)
    .where(and(eq(importedVersions.registry, registry), gt(importedVersions.bundleCreatedAt, than)))
    .orderBy(desc(importedVersions.bundleCreatedAt))
    .limit(1);
  return row?.at ?? null;
}
