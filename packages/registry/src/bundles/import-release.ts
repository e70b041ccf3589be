import { type BundledRelease, releaseFile } from "@gaia/bundle";
import { ensureMay, RegistryError, type VersionView } from "@gaia/catalog";
import type { Visibility } from "@gaia/policy";
import type { Ctx } from "../kernel/context.ts";
import { findNewerImport, type ImportedFrom } from "../publishing/imported-from.ts";
import { publishVersion } from "../publishing/publish.ts";
import { judgeForeignSignatures } from "./foreign-signatures.ts";
import { statementsOf } from "./foreign-statements.ts";
import { openSignedRelease, parsed, type SignedRelease } from "./signed-release.ts";

interface Sent {
  /** One release of another registry's bundle (`writeRelease`). */
  bytes: Uint8Array;
  name: string;
  version: string;
  /** The other registry's key, which the caller believes: Ed25519, SPKI PEM. */
  key: string;
  publisher: string | null;
  visibility: Visibility | null;
}

/** `newerBundle`: when the newest bundle was made that was imported from that registry before, where it is newer than this one. */
interface Imported {
  created: boolean;
  version: VersionView;
  newerBundle: Date | null;
}

/**
 * Takes one release of another registry's bundle, which a key signed that the caller names: every byte is held against the signed index,
 * and the package is published by the verb of every publish, so its name, its quota and its inspection are this registry's. The tier and
 * the verdict over there are kept as that registry's word, in the transaction of the publish, and raise nothing.
 * @returns the version, and whether this call created it
 * @throws RegistryError as `publishVersion` and `openSignedRelease`
 */
export async function importRelease(ctx: Ctx, sent: Sent): Promise<Imported> {
  const admin = ensureMay(ctx, "importRelease");
  // As any account: names that only an admin may use are no bundle's.
  const asUser: Ctx = { ...ctx, actor: { ...admin, role: "user" } };
  const signed = await openSignedRelease(sent);
  const { release } = signed;
  const imported = await saidOf(ctx, signed);
  const { registry, bundleCreatedAt: than } = imported;
  // Before this one is kept.
  const newerBundle = await findNewerImport(ctx, { registry, than });
  const published = await publishVersion(asUser, {
    bytes: signed.package,
    name: release.name,
    version: release.version,
    defaultVersion: null,
    publisher: sent.publisher,
    visibility: sent.visibility,
    examination: { quotes: [], ensure: (upload) => ensureContent(upload.contentDigest, release) },
    imported,
  });
  return { ...published, newerBundle };
}

async function saidOf(ctx: Ctx, { bundle, release, keys, fingerprint, sums }: SignedRelease): Promise<ImportedFrom> {
  const attestations = parsed(await bundle.read(releaseFile(release, "attestations")));
  const signatures = parsed(await bundle.read(releaseFile(release, "signatures")));
  return {
    registry: bundle.index.registry,
    bundle: bundle.indexSha256,
    bundleCreatedAt: new Date(bundle.index.created_at),
    keyFingerprint: fingerprint,
    publisher: release.publisher,
    securityTier: release.security_tier,
    verdict: release.verdict,
    statements: statementsOf(attestations, { release, keys }),
    signatures: await judgeForeignSignatures(ctx, sums, signatures),
  };
}

/** Before anything is stored. @throws RegistryError `invalid_package` */
function ensureContent(content: string, { name, version, content_digest: expected }: BundledRelease): void {
  if (content === expected) return;
  throw new RegistryError("invalid_package", `${name} ${version} has other files than the bundle's index says.`);
}
