import { judgeCheckpoint, LogError } from "@gaia/log";
import { type InstallError, unverified } from "../failures.ts";
import { type LogContext, settleSeenTree, toFailure } from "./newest-checkpoint.ts";
import { judgeNew, type PinnedLog } from "./pinned-log.ts";
import { readSeenTrees, type SeenCheckpoint, toSeen } from "./seen-checkpoints.ts";

/**
 * The checkpoint of a log that somebody carried here: believed by the pinned policy and, by the tiles that came along, of the same
 * history as all that this home saw of that log. It is remembered. One of an older tree than that proves nothing of it: it needs
 * `allowDowngrade`, and is said. Throws exit 5.
 */
export async function settleCarriedCheckpoint(
  context: LogContext,
  pinned: PinnedLog,
  { allowDowngrade }: { allowDowngrade: boolean },
): Promise<{ isOlder: boolean }> {
  const { registry, paths, tell } = context;
  const found = await readCarried(context, pinned);
  const { origin, tree } = found.checkpoint;
  const seen = await readSeenTrees(paths, { registry, origin });
  const seenSize = seen?.newest.checkpoint.tree.size ?? 0;
  if (tree.size >= seenSize) {
    await settleSeenTree(context, found, tree.size);
    return { isOlder: false };
  }
  const why = `this machine has seen its log with ${seenSize} entries, and the bundle's has ${tree.size}`;
  if (!allowDowngrade)
    throw unverified(
      "bundle_older",
      `The bundle is older than what is known here of ${registry}: ${why}`,
      "take a newer bundle, or add --allow-downgrade to go back to what it says",
    );
  tell({
    kind: "warning",
    text: `warning: the bundle is older than what is known here of ${registry}: ${why}; you allowed to go back`,
  });
  return { isOlder: true };
}

async function readCarried(context: LogContext, pinned: PinnedLog): Promise<SeenCheckpoint> {
  const bytes = await context.door.log("checkpoint");
  if (bytes === null) throw unbelieved(context, "it has none, and you pinned the log");
  try {
    const found = toSeen(Buffer.from(bytes).toString("utf8"));
    const verdict = await judgeNew(pinned, (policy) => judgeCheckpoint(policy, found));
    if (verdict.ok) return found;
    throw unbelieved(context, verdict.detail);
  } catch (error) {
    throw error instanceof LogError ? await toFailure(context, error) : error;
  }
}

const unbelieved = ({ registry }: LogContext, why: string): InstallError =>
  unverified(
    "checkpoint_invalid",
    `The bundle's checkpoint of the log of ${registry} is not what you pinned: ${why}`,
    "nothing was taken; ask the registry's operators, and pin the log that they name",
  );
