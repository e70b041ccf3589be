import { artifacts, type Db, files } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Catalog, ReadCtx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureVisible } from "../kernel/find-version.ts";
import { readFileOfZip } from "../kernel/read-blob.ts";

/** A file as a version has it, and in which archive it lies. */
export interface FoundFile {
  path: string;
  /** Of its bytes, hex. */
  sha256: string;
  sizeBytes: number;
  zipSha256: string;
}

/** The file of exactly this path; null: the version has none, or a purge took its archive. Decides nothing about who may see it. */
export async function findFileOf(db: Db, input: { versionId: number; path: string }): Promise<FoundFile | null> {
  const { path, sha256, sizeBytes } = files;
  const [row] = await db
    .select({ path, sha256, sizeBytes, zipSha256: artifacts.sha256 })
    .from(files)
    .innerJoin(artifacts, and(eq(artifacts.versionId, files.versionId), eq(artifacts.kind, "zip")))
    .where(and(eq(files.versionId, input.versionId), eq(path, input.path)));
  return row ?? null;
}

/** One file of a version that this caller may download. @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function findFile(
  ctx: ReadCtx,
  input: { name: string; version: string; path: string },
): Promise<FoundFile> {
  const { version } = await ensureVisible(ctx, input);
  const file = await findFileOf(ctx.db, { versionId: version.id, path: input.path });
  if (file) return file;
  throw new RegistryError("not_found", `${input.name} ${input.version} has no such file.`);
}

/** Its bytes, checked against its digest. @throws RegistryError `unavailable` */
export const readFile = (ctx: Catalog, file: FoundFile): Promise<Uint8Array> =>
  readFileOfZip(ctx, file.zipSha256, file);
