import { judgeRevocations } from "@gaia/trust";
import { followHandovers } from "../handover/follow-handovers.ts";
import { unverified } from "../failures.ts";
import { settleCarriedCheckpoint } from "../log/carried-checkpoint.ts";
import { pinnedLogFor } from "../log/pinned-log.ts";
import { keepRevocations, readRevocations } from "../revocations/kept-revocations.ts";
import type { BundleTerms, InstallContext } from "../terms/context.ts";
import { pinnedFor } from "../trust/trust-store.ts";

/**
 * Takes over what a registry said in its bundle, which was verified, as if it had been asked: keys that signed hand-overs lead to, the
 * list of revocations, the log's checkpoint. Nothing goes back by it: an older list counts for nothing, and a tree that is older than
 * one seen here needs `allowDowngrade`. Throws exit 5 for what does not hold.
 */
export async function adoptBundle(
  context: InstallContext,
  { allowDowngrade }: { allowDowngrade: boolean },
): Promise<BundleTerms> {
  await followHandovers({ ...context, isOffline: false });
  const pinned = await pinnedLogFor(context.paths.trust, context.registry);
  const carried = pinned === null ? null : await settleCarriedCheckpoint(context, pinned, { allowDowngrade });
  await adoptRevocations(context);
  return { isOlder: carried?.isOlder ?? false, allowDowngrade };
}

async function adoptRevocations({ registry, paths, door, tell }: InstallContext): Promise<void> {
  const pinned = await pinnedFor(paths.trust, registry);
  const kept = await readRevocations(paths, registry, pinned);
  const { envelope, entries } = await door.revocations({ since: null, isFresh: true });
  const judged = judgeRevocations({ envelope, entries }, pinned);
  if ("reason" in judged)
    throw unverified("revocations_invalid", `The list of revocations in the bundle does not hold: ${judged.reason}`);
  const { head } = judged;
  if (kept !== null && kept.head.registry !== head.registry)
    throw unverified("revocations_invalid", "The list of revocations in the bundle is another registry's");
  const isOlder =
    kept !== null &&
    (head.sequence < kept.head.sequence ||
      (head.sequence === kept.head.sequence && head.issued_at <= kept.head.issued_at));
  if (isOlder) {
    if (head.sequence < kept.head.sequence)
      tell({
        kind: "note",
        text: "the list of revocations in the bundle is older than the one kept here, which counts",
      });
    return;
  }
  // Of the moment when it was signed, so that whoever has a network asks for a newer one.
  const list = { ...judged, envelope, fetchedAt: new Date(head.issued_at) };
  await keepRevocations(paths, registry, { kept: list, pinned, isAllowedBack: false });
}
