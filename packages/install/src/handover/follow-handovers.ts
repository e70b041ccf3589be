import { verifyHandover } from "@gaia/trust";
import { ed25519FromPem, formatVerifierKey, verifierKey } from "@gaia/log";
import type { InstallContext } from "../context.ts";
import { unverified } from "../failures.ts";
import { changeInstalled } from "../home/installed-skills.ts";
import { type PinnedLog, pinnedLogFor, writePinnedLog } from "../log/pinned-log.ts";
import { describeRegistryKey, type PinnedKey, readTrust, writeTrust } from "../trust/trust-store.ts";

type Offered = Awaited<ReturnType<InstallContext["door"]["keys"]>>;
type Step = { from: PinnedKey; to: PinnedKey; issuedAt: string };

/** A registry that changes its key every week is followed for half a year of sleep. */
const MAX_STEPS = 32;

/**
 * Follows a registry whose key changed: from each pinned key, the hand-overs that it and its successors signed. The keys at their
 * ends are
 * pinned and told of. A key hands over once, and one that the registry calls revoked not at all; a key without such a chain is nobody's,
 * whatever the registry says, and what it signed counts for nothing. Throws exit 5 for a hand-over in a pinned key's name that does
 * not hold.
 */
export async function followHandovers(context: InstallContext): Promise<void> {
  const { paths, registry, door } = context;
  const pinned = (await readTrust(paths.trust)).get(registry) ?? [];
  if (pinned.length === 0) return;
  const offered = await door.keys().catch((error: unknown) => {
    if (door.isSilence(error)) return [];
    throw error;
  });
  if (stepsFrom(pinned, offered).length === 0) return;
  const steps = await changeInstalled(paths, async () => {
    const trust = await readTrust(paths.trust);
    const now = trust.get(registry) ?? [];
    const taken = stepsFrom(now, offered);
    trust.set(registry, pinAll(now, taken));
    await writeTrust(paths.trust, trust);
    const log = await pinnedLogFor(paths.trust, registry);
    if (log !== null && taken.length > 0)
      await writePinnedLog(paths.trust, registry, { ...log, text: followLog(log, taken) });
    return taken;
  });
  for (const { from, to, issuedAt } of steps)
    context.tell({
      kind: "note",
      text: `${registry} changed its key: ${from.fingerprint} handed over to ${to.fingerprint} on ${issuedAt}, signed; it is pinned now`,
    });
}

function stepsFrom(pinned: readonly PinnedKey[], offered: Offered): Step[] {
  const revoked = new Set(offered.filter(({ state }) => state === "revoked").map(({ key_id }) => key_id));
  const open = pinned.filter(({ handed_to: handedTo }) => handedTo === undefined);
  const steps: Step[] = [];
  for (let from = open.shift(); from !== undefined && steps.length < MAX_STEPS; from = open.shift()) {
    const step = revoked.has(from.key_id) ? null : findStep(from, offered, revoked);
    if (step === null || steps.some(({ to }) => to.key_id === step.to.key_id)) continue;
    steps.push(step);
    if (pinned.every(({ key_id: id }) => id !== step.to.key_id)) open.push(step.to);
  }
  return steps;
}

function findStep(from: PinnedKey, offered: Offered, revoked: ReadonlySet<string>): Step | null {
  const key = offered.find(({ handover }) => handover?.signatures[0]?.keyid === from.key_id);
  if (key?.handover == null) return null;
  const verdict = verifyHandover(key.handover, from);
  const next = verdict.ok ? describeRegistryKey(verdict.next.public_key) : null;
  if (!verdict.ok || next?.key_id !== describeRegistryKey(key.public_key).key_id)
    throw unverified(
      "handover_invalid",
      `The registry says that its key ${from.fingerprint} handed over to ${key.fingerprint}, and that does not hold: ` +
        (verdict.ok ? "it names another key" : verdict.reason),
      "nothing was installed; ask the registry's operators which key is theirs",
    );
  if (revoked.has(next.key_id)) return null;
  return { from, to: { ...next, added_at: new Date().toISOString() }, issuedAt: verdict.issuedAt };
}

/** The registry signs its log with the same key: where a policy names the old one, the new one stands below it. */
function followLog({ text, policy }: PinnedLog, steps: readonly Step[]): string {
  const lines = text.split("\n");
  const keys = policy.logs.map(({ key }) => key);
  for (const { from, to } of steps) {
    const old = keys.find(({ publicKey }) => Buffer.from(ed25519FromPem(from.public_key)).equals(publicKey));
    const at = old === undefined ? -1 : lines.findIndex((line) => line.split(/\s+/)[1] === formatVerifierKey(old));
    const line = lines[at];
    if (old === undefined || line === undefined) continue;
    const next = verifierKey({ name: old.name, type: "ed25519", publicKey: ed25519FromPem(to.public_key) });
    if (keys.some((key) => formatVerifierKey(key) === formatVerifierKey(next))) continue;
    lines.splice(at + 1, 0, line.replace(formatVerifierKey(old), formatVerifierKey(next)));
    keys.push(next);
  }
  return lines.join("\n");
}

function pinAll(pinned: readonly PinnedKey[], steps: readonly Step[]): PinnedKey[] {
  const handedTo = new Map(steps.map(({ from, to }) => [from.key_id, to.key_id]));
  const all = [...pinned, ...steps.map(({ to }) => to).filter((to) => pinned.every((one) => one.key_id !== to.key_id))];
  return all.map((key) => (handedTo.has(key.key_id) ? { ...key, handed_to: handedTo.get(key.key_id) } : key));
}
