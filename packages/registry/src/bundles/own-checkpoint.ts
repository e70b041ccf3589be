import { findShownCheckpoint } from "@gaia/catalog";
import { ed25519FromPem, parseSignedCheckpoint, verifierKey, verifyNote } from "@gaia/log";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "../kernel/context.ts";

const LOOKS = 20;
const LOOK_AGAIN_MS = 250;

/**
 * Waits, some seconds at most, until the checkpoint that is shown is signed by the registry's current key: right after a change of keys
 * it is not yet, and whoever follows the change believes the former key in nothing new.
 */
export async function awaitOwnCheckpoint(ctx: Ctx): Promise<void> {
  for (let look = 1; look < LOOKS; look += 1) {
    const shown = await findShownCheckpoint(ctx);
    if (shown !== null && (await isOwn(ctx, shown))) return;
    ctx.log.sequenceNow?.();
    await sleep(LOOK_AGAIN_MS);
  }
}

async function isOwn({ signer }: Ctx, text: string): Promise<boolean> {
  const { checkpoint, note } = parseSignedCheckpoint(text);
  const publicKey = ed25519FromPem(signer.publicKey.public_key);
  const { ok } = await verifyNote(note, [verifierKey({ name: checkpoint.origin, type: "ed25519", publicKey })]);
  return ok;
}
