import {
  describeArtefact,
  findRestamped,
  isUnmakeable,
  readArtefactFile,
  type Release,
  type VersionFacts,
  type Wanted,
} from "@gaia/artefacts";
import { gaiaFormOf, type ReadCtx, RegistryError } from "@gaia/catalog";
import { type Ctx, type HubKey, hubKeyOf } from "@gaia/registry/publishing";
import { saidOf, SIGNATURE_FILE, signatureProblem, signedBytes, writeSignature } from "./signature-file.ts";

/** What a read is given, with a storage that keeps what is made and the key that signs it. */
export type HubCtx = ReadCtx & Pick<Ctx, "blobs" | "db" | "signer" | "hubSigner">;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the client takes a skill of this name, and a version of this number: it reads no build metadata. */
export const isOffered = ({ name, version }: Pick<VersionFacts, "name" | "version">): boolean =>
  NAME.test(name) && !version.includes("+");

export const bundleName = ({ name, version }: { name: string; version: string }): string => `${name}-${version}.zip`;

/** A version's files below one directory of the skill's name, as the client takes them. */
export interface Bundle {
  filename: string;
  wanted: Wanted;
}

/**
 * The bundles of versions that may be served, by the id of a version: where the registry decided it, the one that says and signs its tier
 * comes first, and its author's own beside it.
 */
export async function bundlesOf(ctx: HubCtx, served: readonly VersionFacts[]): Promise<Map<number, Bundle[]>> {
  const key = hubKeyOf(ctx);
  const decided = key === null ? new Map<number, string>() : await findRestamped(ctx, served);
  return new Map(
    served.map((facts) => {
      const digest = decided.get(facts.versionId);
      const own = { filename: bundleName(facts), wanted: authorsBundle(ctx, facts) };
      if (key === null || digest === undefined) return [facts.versionId, [own]];
      const { name, version, tier } = facts;
      return [
        facts.versionId,
        [{ filename: `${name}-${version}-${tier}.zip`, wanted: restampedBundle(ctx, facts, { key, digest }) }, own],
      ];
    }),
  );
}

/** What a client is told of a bundle without its bytes; null: this skill cannot be written so. @throws as `deriveArtefact` */
export async function findBundle(ctx: HubCtx, { wanted, filename }: Bundle) {
  try {
    return { filename, ...(await describeArtefact(ctx, wanted)) };
  } catch (error) {
    if (!isUnmakeable(error)) throw error;
    ctx.warn("hub_left_out", { file: filename, reason: error.message });
    return null;
  }
}

/** One file of a bundle; null: it has none of that path. Nothing else of it is unpacked. @throws as `deriveArtefact` */
export const readFileOf = (ctx: HubCtx, { wanted }: Bundle, { name }: VersionFacts, path: string) =>
  readArtefactFile(ctx, wanted, `${name}/${path}`);

const authorsBundle = (ctx: HubCtx, { versionId }: VersionFacts): Wanted => ({
  versionId,
  protocol: "hub",
  name: "bundle.zip",
  make: async (release) => pack(ctx, release, { add: await authorsSignature(ctx, release) }),
});

/** The signature that came with the bundle; none where it is of other files than this client is given. */
async function authorsSignature(ctx: HubCtx, release: Release) {
  const kept = await release.readAuthorSignature();
  if (kept === null) return [];
  const { files } = await ctx.reader.digest(await inputOf(ctx, release));
  const signed = {
    said: saidOf(files, release),
    publicKey: Buffer.from(kept.publicKey, "base64"),
    signature: Buffer.from(kept.signature, "base64"),
    // What the author called itself, nobody signed.
    publisher: release.publisher,
  };
  const problem = signatureProblem(signed, files, release);
  if (problem === null) return [{ path: SIGNATURE_FILE, bytes: writeSignature(signed) }];
  ctx.warn("hub_signature_left_out", { name: release.name, version: release.version, reason: problem });
  return [];
}

/** Whoever rotates the key gets other bytes, so they are other files. */
const restampedBundle = (
  ctx: HubCtx,
  { versionId, tier }: VersionFacts,
  { key, digest }: { key: HubKey; digest: string },
): Wanted => ({
  versionId,
  protocol: "hub",
  name: `bundle-${tier}-${key.publicKey.key_id}.zip`,
  async make(release) {
    const { files, contentDigest } = await ctx.reader.digest({ ...(await inputOf(ctx, release)), stamp: tier });
    // What is signed has to be what the registry decided, and said in its log.
    if (contentDigest !== digest || release.tier !== tier) {
      ctx.warn("hub_restamp_differs", {
        name: release.name,
        version: release.version,
        decided: digest,
        made: contentDigest,
      });
      throw new RegistryError("conflict", "What is made of it now is not what was decided with its tier.");
    }
    const said = saidOf(files, release);
    const signature = await key.sign(signedBytes(said));
    const file = {
      path: SIGNATURE_FILE,
      bytes: writeSignature({ said, publicKey: key.raw, signature, publisher: "registry" }),
    };
    return await pack(ctx, release, { stamp: tier, add: [file] });
  },
});

const inputOf = async (ctx: HubCtx, release: Release) => ({
  bytes: await release.readArchive("zip"),
  to: gaiaFormOf(release),
  limits: ctx.limits,
  version: release.version,
});

async function pack(
  ctx: HubCtx,
  release: Release,
  { stamp, add }: Pick<Parameters<HubCtx["reader"]["convert"]>[0], "stamp" | "add">,
): Promise<Uint8Array> {
  const input = await inputOf(ctx, release);
  return (await ctx.reader.convert({ ...input, stamp, add, under: release.name, archive: "zip" })).bytes;
}
