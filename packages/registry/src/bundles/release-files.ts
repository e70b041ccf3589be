import { BUNDLE_LIMITS, type BundledRelease, releaseFile } from "@gaia/bundle";
import {
  findDownload,
  getSbom,
  getSums,
  getVersion,
  listAttestations,
  listSignatures,
  proveVersion,
  RegistryError,
} from "@gaia/catalog";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "../kernel/context.ts";
import type { ChosenRelease } from "./chosen-releases.ts";
import type { GatheredFiles } from "./gathered-files.ts";

/** A version that moves meanwhile is read once more. */
const LOOKS = 8;
const LOOK_AGAIN_MS = 500;
/** Witnesses cosign within some seconds, one tree for all. */
const COSIGNED_WITHIN_MS = 3_500;

/** How long one export waits for cosignatures, of all of its releases together. */
export interface Patience {
  leftMs: number;
}

export const patienceOfExport = (): Patience => ({ leftMs: COSIGNED_WITHIN_MS });

/**
 * Adds what is said of a release, in the shapes of the API, and its package. Of a public one no more than anybody is told.
 * @returns its row of the index, or why it is left out
 */
export async function addRelease(
  ctx: Ctx,
  one: ChosenRelease,
  { files, patience }: { files: GatheredFiles; patience: Patience },
): Promise<BundledRelease | string> {
  const asking = one.isPublic ? { ...ctx, actor: null } : ctx;
  const release = { name: one.name, version: one.version };
  try {
    const said = await readStill(asking, release, patience);
    if (said === null) return "it changed while it was exported: export it again";
    const { version, attestations, proof } = said;
    if (version.status !== "published") return `it is ${version.status}`;
    const signatures = await listSignatures(asking, release);
    const download = await findDownload(asking, { ...release, archive: "zip" });
    if (download.sizeBytes > BUNDLE_LIMITS.fileBytes)
      return `its package has ${download.sizeBytes} bytes; a file of a bundle has ${BUNDLE_LIMITS.fileBytes} at most`;
    const add = (file: Parameters<typeof releaseFile>[1], mediaType: string, content: string) =>
      files.add(releaseFile(release, file), mediaType, content);
    add("sums", "text/plain", await getSums(asking, release));
    add("version", "application/json", toText(version));
    add("signatures", "application/json", toText(signatures));
    add("attestations", "application/json", toText(attestations));
    if (proof !== null) add("proof", "text/plain", proof);
    const bill = await getSbom(asking, release).catch(orNothing);
    if (bill !== null) add("bill", "application/vnd.cyclonedx+json", bill.text);
    files.addBlob(releaseFile(release, "package"), "application/zip", download);
    return {
      ...release,
      publisher: version.publisher,
      security_tier: version.security_tier,
      verdict: version.verdict,
      content_digest: version.content_digest,
      release_digest: version.release_digest,
    };
  } catch (error) {
    // Taken back since it was chosen.
    if (error instanceof RegistryError && error.code !== "unavailable") return error.message;
    throw error;
  }
}

/** Version, statements and proof of one moment: the log's newest entry is of the newest statement. Null: it does not come to rest. */
async function readStill(ctx: Ctx, release: { name: string; version: string }, patience: Patience) {
  for (let look = 1; look <= LOOKS; look += 1) {
    const before = await listAttestations(ctx, release);
    const version = await getVersion(ctx, release);
    const proof = await proveVersion(ctx, { ...release, sequence: null }).catch(orNothing);
    const after = await listAttestations(ctx, release);
    const isStill = before.attestations.length === after.attestations.length;
    // Without all cosignatures it may do as well: a policy may ask for fewer.
    if (isStill && (proof?.isFinal !== false || patience.leftMs <= 0))
      return { version, attestations: after, proof: proof?.text ?? null };
    patience.leftMs -= LOOK_AGAIN_MS;
    await sleep(LOOK_AGAIN_MS);
  }
  return null;
}

function orNothing(error: unknown): null {
  if (error instanceof RegistryError && error.code === "not_found") return null;
  throw error;
}

export const toText = (value: unknown): string => `${JSON.stringify(value)}\n`;
