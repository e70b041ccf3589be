import { artifacts, inspections, skills, versions } from "@gaia/db";
import { firstReason } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import { ensureVisible } from "../kernel/find-version.ts";
import { readable } from "../kernel/readable.ts";
import { RegistryError } from "../kernel/errors.ts";
import { whyNoLatest } from "./newest-yanked.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** Which blob answers a download. */
export interface Download {
  name: string;
  version: string;
  versionId: number;
  archive: "zip" | "tgz";
  sha256: string;
  sizeBytes: number;
  fileName: string;
}

/**
 * Finds the canonical archive of a version, the latest one unless it is named; what is held for review has to be named.
 * @throws RegistryError `not_found`, `quarantined`, `purged`, `held`
 */
export async function findDownload(
  ctx: ReadCtx,
  input: { name: string; version: string | null; archive: "zip" | "tgz" },
): Promise<Download> {
  const wanted = input.version ?? (await latestVersionOf(ctx, input.name));
  const { version } = await ensureVisible(ctx, { name: input.name, version: wanted });
  const [artifact] = await ctx.db
    .select()
    .from(artifacts)
    .where(and(eq(artifacts.versionId, version.id), eq(artifacts.kind, input.archive)));
  if (!artifact) throw new RegistryError("not_found", `${input.name} ${wanted} has no ${input.archive} archive.`);
  return {
    name: input.name,
    version: wanted,
    versionId: version.id,
    archive: input.archive,
    sha256: artifact.sha256,
    sizeBytes: artifact.sizeBytes,
    fileName: archiveName({ name: input.name, version: wanted, archive: input.archive }),
  };
}

/**
 * What a canonical archive is called where it is served, and in what is signed of it. Both parts match narrow patterns; nothing of them
 * needs quoting (X4). A `+` is fine in a file name.
 */
export const archiveName = (of: { name: string; version: string; archive: "zip" | "tgz" }): string =>
  `${of.name}-${of.version}.${of.archive === "zip" ? "zip" : "tar.gz"}`;

async function latestVersionOf(ctx: ReadCtx, name: string): Promise<string> {
  const [row] = await ctx.db
    .select({ version: versions.version, held: versions.held, reason: inspections.reason })
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(and(eq(skills.name, name), readable(ctx)));
  if (!row)
    throw (
      (await whyNoLatest(ctx, name)) ?? new RegistryError("not_found", `There is no published version of ${name} here.`)
    );
  if (row.held) {
    const reason = firstReason(row.reason ?? "");
    const what = `Every version of ${name} is held for review. ${row.version}: ${reason}`;
    throw new RegistryError("held", `${what} Name the version to take it all the same.`);
  }
  return row.version;
}
