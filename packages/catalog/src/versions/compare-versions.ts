import { artifacts, signatures, signingKeys } from "@gaia/db";
import { type ComparedVersion, versionDifference } from "@gaia/manifest";
import { and, eq } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureVisible, type FoundVersion } from "../kernel/find-version.ts";
import { readBlob } from "../kernel/read-blob.ts";
import { listFiles } from "./sums.ts";

/**
 * What `to` asks for, offers, tells an agent to do and brings that `from` did not. Both have to be versions that this caller may download.
 * @throws RegistryError `not_found`, `quarantined`, `purged`, `unavailable`
 */
export async function compareVersions(ctx: ReadCtx, { name, from, to }: { name: string; from: string; to: string }) {
  const [before, after] = [
    { name, version: from },
    { name, version: to },
  ];
  const found = [await ensureVisible(ctx, before), await ensureVisible(ctx, after)] as const;
  const { newlyTold, leftOut, ...changed } = versionDifference(
    await toCompared(ctx, found[0]),
    await toCompared(ctx, found[1]),
  );
  return {
    name,
    from,
    to,
    permissions: changed.permissions,
    tools: changed.tools,
    requirements: changed.requirements,
    signers: changed.signers,
    newly_told: newlyTold.map(({ kind, what, text, file, line }) => ({
      kind,
      // Of a sentence it is no text for people.
      what: kind === "order" || kind === "approval" ? null : what,
      text,
      file,
      line,
    })),
    more_told: leftOut,
    unread: changed.unread,
    files: filesBetween(await listFiles(ctx, before), await listFiles(ctx, after)),
  };
}

async function toCompared(ctx: ReadCtx, { version, skill, publisher }: FoundVersion): Promise<ComparedVersion> {
  const { manifest } = version;
  const [artifact] = await ctx.db
    .select({ sha256: artifacts.sha256 })
    .from(artifacts)
    .where(and(eq(artifacts.versionId, version.id), eq(artifacts.kind, "zip")));
  if (!artifact) throw new RegistryError("not_found", `${skill.name} ${version.version} has no archive.`);
  const { sha256 } = artifact;
  const links = [manifest.links.homepage?.value, manifest.links.repository?.value];
  const about = {
    name: skill.name,
    description: manifest.description.value,
    publisher: publisher.handle,
    links: links.filter((link) => link !== undefined),
  };
  const telling = await ctx.reader.tell({ sha256, bytes: () => readBlob(ctx, sha256), about, limits: ctx.limits });
  return { skill: manifest, telling, signers: await signersOf(ctx, version.id) };
}

async function signersOf({ db }: ReadCtx, versionId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ signer: signatures.signer })
    .from(signatures)
    .innerJoin(signingKeys, eq(signingKeys.id, signatures.signingKeyId))
    .where(and(eq(signatures.versionId, versionId), eq(signatures.status, "valid")));
  return rows.map(({ signer }) => signer).toSorted();
}

type Files = Awaited<ReturnType<typeof listFiles>>;

function filesBetween(before: Files, after: Files) {
  const [older, newer] = [before, after].map(({ files }) => new Map(files.map(({ path, sha256 }) => [path, sha256])));
  const paths = (all: Map<string, string> | undefined): string[] => [...(all?.keys() ?? [])];
  return {
    added: paths(newer).filter((path) => !older?.has(path)),
    dropped: paths(older).filter((path) => !newer?.has(path)),
    changed: paths(newer).filter((path) => older?.has(path) && older.get(path) !== newer?.get(path)),
  };
}
