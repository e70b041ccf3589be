import type { ReadCtx } from "@gaia/catalog";
import { files, versionFingerprints } from "@gaia/db";
import type { Protocol } from "@gaia/policy";
import { and, eq, inArray } from "drizzle-orm";
import type { VersionFacts } from "./version-facts.ts";

/** A file of a version, as the sums have it. */
export interface FileDigest {
  path: string;
  /** Hex. */
  sha256: string;
}

/** So many versions of a skill are given fingerprints for one question; the next question goes on with the older ones. */
const MADE_AT_ONCE = 50;

/** What is looked for, and how a version's fingerprints are made. */
interface Sought {
  protocol: Protocol;
  /** The versions that the client may have, the highest first. */
  served: readonly VersionFacts[];
  fingerprint: string;
  /** The fingerprints (hex SHA-256) that clients may have for these files; one at least. Pure. */
  make(files: readonly FileDigest[]): readonly string[];
}

/** The highest of these versions whose files a client calls so; null: none of them. */
export async function matchFingerprint(ctx: Pick<ReadCtx, "db">, sought: Sought): Promise<VersionFacts | null> {
  const { protocol, served, fingerprint } = sought;
  if (served.length === 0) return null;
  await ensureMade(ctx, sought);
  const ids = served.map(({ versionId }) => versionId);
  const rows = await ctx.db
    .select({ versionId: versionFingerprints.versionId })
    .from(versionFingerprints)
    .where(and(isOf(protocol, ids), eq(versionFingerprints.fingerprint, fingerprint)));
  const found = new Set(rows.map(({ versionId }) => versionId));
  return served.find(({ versionId }) => found.has(versionId)) ?? null;
}

async function ensureMade(ctx: Pick<ReadCtx, "db">, { protocol, served, make }: Sought): Promise<void> {
  const ids = served.map(({ versionId }) => versionId);
  const rows = await ctx.db
    .selectDistinct({ versionId: versionFingerprints.versionId })
    .from(versionFingerprints)
    .where(isOf(protocol, ids));
  const made = new Set(rows.map(({ versionId }) => versionId));
  const missing = ids.filter((id) => !made.has(id)).slice(0, MADE_AT_ONCE);
  if (missing.length === 0) return;
  const digests = await ctx.db
    .select({ versionId: files.versionId, path: files.path, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.versionId, missing));
  const values = [...Map.groupBy(digests, ({ versionId }) => versionId)].flatMap(([versionId, of]) =>
    make(of).map((fingerprint) => ({ versionId, protocol, fingerprint })),
  );
  // Another request may have made the same.
  if (values.length > 0) await ctx.db.insert(versionFingerprints).values(values).onConflictDoNothing();
}

const isOf = (protocol: Protocol, ids: readonly number[]) =>
  and(eq(versionFingerprints.protocol, protocol), inArray(versionFingerprints.versionId, [...ids]));
