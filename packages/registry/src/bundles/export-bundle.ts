import { sha256Hex } from "@gaia/archive";
import {
  BUNDLE_FORMAT,
  BUNDLE_LIMITS,
  bundleBytes,
  BundleError,
  type BundledRelease,
  type BundleIndex,
  indexText,
  type LeftOut,
  readIndex,
  writeBundle,
} from "@gaia/bundle";
import { ensureMay, readBlob, RegistryError } from "@gaia/catalog";
import { appendAudit } from "@gaia/db";
import { signBundle } from "@gaia/trust";
import type { Ctx } from "../kernel/context.ts";
import { ensureCurrentKey } from "../kernel/current-key.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { chooseReleases, type WantedReleases } from "./chosen-releases.ts";
import { addCommon } from "./common-files.ts";
import { gatherFiles } from "./gathered-files.ts";
import { awaitOwnCheckpoint } from "./own-checkpoint.ts";
import { addRelease, patienceOfExport } from "./release-files.ts";

const MOST_REASON_CHARACTERS = 1_000;

/** A bundle that is about to be sent. */
export interface ExportedBundle {
  index: BundleIndex;
  sizeBytes: number;
  /** Its bytes, piece by piece; packages are read from storage while it goes. */
  pieces: AsyncGenerator<Uint8Array>;
}

/**
 * Puts chosen releases into a bundle that this registry signs (docs/architecture/bundles.md): what the caller may read and what is served;
 * the rest is left out by name.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found` for a collection, `invalid_request` when nothing
 * is left, or too much; `unavailable`
 */
export async function exportBundle(ctx: Ctx, wanted: WantedReleases): Promise<ExportedBundle> {
  const { handle } = ensureMay(ctx, "exportBundle");
  const { releases: chosen, leftOut, notPublic } = await chooseReleases(ctx, wanted);
  await awaitOwnCheckpoint(ctx);
  const files = gatherFiles();
  const releases: BundledRelease[] = [];
  const ids: number[] = [];
  const patience = patienceOfExport();
  for (const one of chosen) {
    const added = await addRelease(ctx, one, { files, patience });
    if (typeof added === "string") leftOut.push({ name: one.name, version: one.version, reason: added });
    else {
      releases.push(added);
      ids.push(one.id);
    }
  }
  if (releases.length === 0) {
    const why = leftOut
      .slice(0, 10)
      .map(({ name, version, reason }) => `${[name, version].filter(Boolean).join(" ")}: ${reason}`);
    throw new RegistryError("invalid_request", `Nothing can be exported. ${why.join("; ")}`);
  }
  const { log, revocations } = await addCommon(ctx, ids, files);
  const index: BundleIndex = {
    format: BUNDLE_FORMAT,
    registry: ctx.publicUrl,
    created_at: ctx.now().toISOString(),
    log,
    revocations,
    releases: releases.toSorted((a, b) => (a.name < b.name || (a.name === b.name && a.version < b.version) ? -1 : 1)),
    left_out: leftOut.filter((left) => !isInside(left, releases)).map(inBounds),
    files: files.list(),
  };
  const text = indexText(index);
  ensureReadable(text);
  const sha256 = sha256Hex(Buffer.from(text));
  await ensureCurrentKey(ctx.db, ctx.signer.publicKey);
  const head = { registry: ctx.publicUrl, issued_at: index.created_at, releases: releases.length };
  const signature = JSON.stringify(await signBundle(ctx.signer, head, sha256));
  const bundle = { index: text, signature, files: index.files };
  const sizeBytes = bundleBytes(bundle);
  if (sizeBytes > BUNDLE_LIMITS.bundleBytes) throw tooLarge();
  await inTransactionWhileAllowed(ctx, { action: "exportBundle", target: {} }, (tx) =>
    appendAudit(tx, {
      actor: handle,
      action: "bundle.export",
      target: `bundle:${sha256}`,
      detail: {
        releases: releases.length,
        left_out: index.left_out.length,
        not_public: notPublic.slice(0, 100),
        size_bytes: sizeBytes,
      },
      requestId: ctx.requestId,
    }),
  );
  const pieces = writeBundle({
    ...bundle,
    read: async (file) => files.textOf(file.path) ?? (await readBlob(ctx, file.sha256)),
  });
  return { index, sizeBytes, pieces };
}

/** What a bundle has is not left out of it, whatever was asked for beside. */
const isInside = ({ name, version }: LeftOut, releases: readonly BundledRelease[]): boolean =>
  releases.some((one) => one.name === name && (version === null || version === one.version));

const inBounds = (left: LeftOut): LeftOut => ({ ...left, reason: left.reason.slice(0, MOST_REASON_CHARACTERS) });

/** Nothing is signed that its readers would refuse. @throws RegistryError `invalid_request` */
function ensureReadable(text: string): void {
  if (Buffer.byteLength(text) > BUNDLE_LIMITS.indexBytes) throw tooLarge();
  try {
    readIndex(text);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    throw new RegistryError("invalid_request", `These releases make no bundle. ${error.message}.`, { cause: error });
  }
}

const tooLarge = (): RegistryError =>
  new RegistryError("invalid_request", "These releases are more than a bundle holds: export several.");
