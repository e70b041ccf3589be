import { ensureMayOn, RegistryError, subjectOf, type VersionView, viewVersion } from "@gaia/catalog";
import { signatures, signerChanges } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { signersText, signerText } from "@gaia/policy";
import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { holdLeaf } from "../kernel/leaves.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";
import { toSigners } from "./known-signers.ts";
import { lockSigners, settleHeld, validSignatures } from "./settle-signer.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

interface Input {
  name: string;
  version: string;
  /** Every signer that is confirmed, as `signerText` names them; none: that nobody signed it. */
  signers: readonly string[];
}

/** More versions than these wait for the next sweep. */
const MOST_SETTLED = 200;

/**
 * Confirms who signed a version that is held for it: from now on these sign the skill. It names them, so that a signature which came
 * after somebody looked is not confirmed along.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `quarantined`, `purged`, `conflict`
 */
export async function confirmSigner(ctx: Ctx, input: Input): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "confirmSigner", input);
  const { version, skill, publisher } = found;
  const subject = `${input.name} ${input.version}`;
  const asked = { action: "confirmSigner", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    await lockSigners(tx, found);
    const [held] = await tx.select().from(signerChanges).where(eq(signerChanges.versionId, version.id));
    if (held?.status !== "pending")
      throw new RegistryError("conflict", `Nothing about who signed ${subject} waits to be confirmed.`);
    const signed = await validSignatures(tx, version.id);
    const to = toSigners(signed);
    if (!isSameSet(new Set(to.map(signerText)), new Set(input.signers)))
      throw new RegistryError(
        "conflict",
        `${subject} was signed by ${signersText(to)}: look again, and name exactly that.`,
      );
    const now = ctx.now();
    const ids = signed.map(({ id }) => id);
    await tx.update(signatures).set({ acceptedAt: now }).where(inArray(signatures.id, ids));
    await tx
      .update(signerChanges)
      .set({ status: "confirmed", toSigners: to, decidedBy: actor.accountId, decidedAt: now })
      .where(eq(signerChanges.versionId, version.id));
    const released = { publisher: version.releasedAs, name: skill.name, version: version.version };
    const { releaseDigest } = version;
    const change = "confirmed" as const;
    await writeDecision(tx, {
      leaves: [holdLeaf({ ...released, releaseDigest, change, signers: to, by: actor.handle, at: now })],
      audit: {
        actor: actor.handle,
        action: "version.confirm_signer",
        target: `skill:${input.name}@${input.version}`,
        detail: { from: held.fromSigners, to },
        requestId: ctx.requestId,
      },
    });
    // Whoever else speaks for the publisher sees a confirmation that they know nothing of.
    await notify(tx, {
      publisherId: publisher.id,
      versionId: version.id,
      kind: "signer-confirmed",
      text:
        `${actor.handle} confirmed that ${subject} is signed by ${signersText(to)}; ` +
        `until then ${skill.name} was signed by ${signersText(held.fromSigners)}.`,
    });
    await refreshLatest(tx, { skillId: skill.id, now });
  });
  await settleHeld(ctx, { skillId: skill.id, limit: MOST_SETTLED });
  await settleCommunity(ctx, version.id);
  await syncSearch(ctx, skill.id);
  return viewVersion(ctx, version.id);
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));
