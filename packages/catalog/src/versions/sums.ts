import { sumsOf } from "@gaia/archive";
import { type Db, files } from "@gaia/db";
import { asc, eq } from "drizzle-orm";
import { ensureVisible, type FoundVersion } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** The `SHA256SUMS` text of rows that were read already (docs/TRUST.md): what publishers sign. */
export async function sumsOfVersion(db: Db, found: FoundVersion): Promise<string> {
  const rows = await db.select().from(files).where(eq(files.versionId, found.version.id));
  const release = { publisher: found.version.releasedAs, name: found.skill.name, version: found.version.version };
  return sumsOf(release, rows);
}

/** @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function getSums(ctx: ReadCtx, input: { name: string; version: string }): Promise<string> {
  return sumsOfVersion(ctx.db, await ensureVisible(ctx, input));
}

/** The files of a version. @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function listFiles(ctx: ReadCtx, input: { name: string; version: string }) {
  const { version } = await ensureVisible(ctx, input);
  const rows = await ctx.db.select().from(files).where(eq(files.versionId, version.id)).orderBy(asc(files.path));
  return { files: rows.map((file) => ({ path: file.path, sha256: file.sha256, size_bytes: file.sizeBytes })) };
}
