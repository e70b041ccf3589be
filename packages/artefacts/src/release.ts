import { readBlob } from "@gaia/catalog";
import { artifacts, type AuthorSignature, versions } from "@gaia/db";
import type { SourceFormat } from "@gaia/manifest";
import type { Tier } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { ArtefactCtx } from "./context.ts";
import type { VersionFacts } from "./version-facts.ts";

/** The version moved while something was made of it. */
export class Moved extends Error {
  override readonly name = "Moved";
}

/** What may go into a client's bytes: all of it stays as it is as long as they are kept, so that they are the same when made again. */
export interface Release {
  name: string;
  version: string;
  /** The handle that it was released under, whoever owns the skill now. */
  publisher: string;
  tier: Tier;
  format: SourceFormat;
  permissionsDeclared: boolean;
  contentDigest: string;
  releaseDigest: string;
  /** A canonical archive of the version. @throws RegistryError `unavailable` */
  readArchive(kind: "zip" | "tgz"): Promise<Uint8Array>;
  /** What its author's own client signed; null: nothing that came along. */
  readAuthorSignature(): Promise<AuthorSignature | null>;
}

export function toRelease(ctx: ArtefactCtx, found: VersionFacts): Release {
  const { versionId, name, version, publisher, tier, format, permissionsDeclared, contentDigest, releaseDigest } =
    found;
  return {
    name,
    version,
    publisher,
    tier,
    format,
    permissionsDeclared,
    contentDigest,
    releaseDigest,
    async readArchive(kind) {
      const [archive] = await ctx.db
        .select({ sha256: artifacts.sha256 })
        .from(artifacts)
        .where(and(eq(artifacts.versionId, versionId), eq(artifacts.kind, kind)));
      // A purge takes the archives' rows.
      if (!archive) throw new Moved();
      return readBlob(ctx, archive.sha256);
    },
    readAuthorSignature: () => findAuthorSignature(ctx, versionId),
  };
}

/** What the author's own client signed of a version that may be served; null: nothing that came along. */
export async function findAuthorSignature(
  ctx: Pick<ArtefactCtx, "db">,
  versionId: number,
): Promise<AuthorSignature | null> {
  const { id, authorSignature } = versions;
  const [row] = await ctx.db.select({ authorSignature }).from(versions).where(eq(id, versionId));
  return row?.authorSignature ?? null;
}
