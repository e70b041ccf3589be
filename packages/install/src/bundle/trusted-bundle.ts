import { type ByteSource, COMMON_FILES, type OpenBundle, openBundle } from "@gaia/bundle";
import type { MinAge } from "@gaia/resolver";
import { verifyBundle } from "@gaia/trust";
import { unverified } from "../failures.ts";
import { followChain } from "../handover/key-chain.ts";
import { isRecord } from "../home/json-file.ts";
import type { InstallContext } from "../terms/context.ts";
import { type OfferedKey, pinnedFor, type PinnedKey } from "../trust/trust-store.ts";

/** Without a limit of its user's, an older bundle is said: what happened since is in no file. */
const SAID_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;
/** Clocks differ; a bundle from further ahead was not made yet. */
const MOST_AHEAD_MS = 3_600_000;

/**
 * Opens a bundle that a key signed which is pinned for `registry`, or that signed hand-overs lead to from one, and holds every byte of it
 * against its index. Nothing is written. Throws exit 5 for a bundle of anybody else's, one that was altered or is older than `maxAge`, and
 * where no key is pinned; exit 4 for what is no bundle.
 */
export async function openTrustedBundle(
  { registry, paths, tell }: Pick<InstallContext, "registry" | "paths" | "tell">,
  source: ByteSource,
  { maxAge, now }: { maxAge: MinAge | null; now: Date },
): Promise<OpenBundle> {
  const bundle = await openBundle(source);
  const pinned = await pinnedFor(paths.trust, registry);
  if (pinned.length === 0)
    throw unverified(
      "bundle_untrusted",
      `No key of ${registry} is pinned here, so the bundle cannot be verified; it says that it is of ${bundle.index.registry}`,
      "pin the registry's key as its operator gave it to you (`trust add ADDRESS --key FILE`), and name that address with --registry",
    );
  await ensureSigned(bundle, { registry, pinned });
  const count = bundle.index.files.length;
  await bundle.checkAll((done) => {
    if (done % 50 === 0) tell({ kind: "progress", text: `checking the bundle: ${done} of ${count} files` });
  });
  tell({ kind: "progress", text: null });
  ensureBundleIsYoung(tell, bundle, { maxAge, now });
  return bundle;
}

async function ensureSigned(
  bundle: OpenBundle,
  { registry, pinned }: { registry: string; pinned: readonly PinnedKey[] },
): Promise<void> {
  // Each hand-over is signed by the key before it, so it counts before the index does.
  const { keys } = followChain(pinned, await offeredKeys(bundle));
  const verdict = verifyBundle(bundle.signature, keys);
  if (!verdict.ok)
    throw unverified(
      "bundle_untrusted",
      `The bundle is not signed by a key that you pinned for ${registry}: ${verdict.reason}`,
      `nothing was taken; it says that it is of ${bundle.index.registry}`,
    );
  const { index, indexSha256 } = bundle;
  const { head } = verdict;
  const isSame =
    verdict.indexSha256 === indexSha256 &&
    head.registry === index.registry &&
    head.issued_at === index.created_at &&
    head.releases === index.releases.length;
  if (!isSame)
    throw unverified(
      "bundle_altered",
      "The bundle's index is not the one that the registry signed",
      "nothing was taken: have it brought again",
    );
}

async function offeredKeys(bundle: OpenBundle): Promise<OfferedKey[]> {
  const bytes = await bundle.read(COMMON_FILES.keys);
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes ?? []).toString("utf8"));
    const keys = isRecord(read) && Array.isArray(read["keys"]) ? read["keys"] : [];
    return keys.filter((key): key is OfferedKey => isRecord(key) && typeof key["public_key"] === "string");
  } catch {
    return [];
  }
}

/**
 * Holds when a bundle was made against `maxAge`; without one, thirty days are warned of, and so is a time that has not come. Throws
 * exit 5.
 */
export function ensureBundleIsYoung(
  tell: InstallContext["tell"],
  { index }: Pick<OpenBundle, "index">,
  { maxAge, now }: { maxAge: MinAge | null; now: Date },
): void {
  const ageMs = now.getTime() - Date.parse(index.created_at);
  if (ageMs < -MOST_AHEAD_MS && maxAge !== null)
    throw unverified(
      "bundle_stale",
      `The bundle says that it was made at ${index.created_at}, which has not come; you allow ${maxAge.text}`,
      "one of the clocks is wrong: set this machine's, or take another bundle",
    );
  if (ageMs < -MOST_AHEAD_MS)
    return tell({
      kind: "warning",
      text: `warning: the bundle says that it was made at ${index.created_at}, which has not come: one of the clocks is wrong`,
    });
  const said = `The bundle was made at ${index.created_at}, ${Math.floor(ageMs / DAY_MS)} days ago`;
  if (maxAge !== null && ageMs > maxAge.milliseconds)
    throw unverified("bundle_stale", `${said}; you allow ${maxAge.text}`, "take a newer bundle, or another --max-age");
  if (maxAge === null && ageMs > SAID_AFTER_DAYS * DAY_MS)
    tell({ kind: "warning", text: `warning: ${said}: what was revoked since is not in it` });
}
