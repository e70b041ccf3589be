import { envelopeIdsOf, verifyHandover, verifyRetirement } from "@gaia/trust";
import { ed25519FromPem, formatVerifierKey, parsePolicy, verifierKey } from "@gaia/log";
import { InstallError, unverified } from "../failures.ts";
import type { PinnedLog } from "../log/pinned-log.ts";
import { describeRegistryKey, type OfferedKey, type PinnedKey } from "../trust/trust-store.ts";

export interface Step {
  from: PinnedKey;
  to: PinnedKey;
  issuedAt: string;
}

/** A registry that changes its key every week is followed for half a year of sleep. */
const MAX_STEPS = 32;
const MAX_OFFERED = 256;

/**
 * From each pinned key, the hand-overs that it and its successors signed, and until when each of them signed, as its successor says. A key
 * hands over once, and one that the registry calls revoked not at all; a key without such a chain is nobody's. Pure.
 * @returns the keys with what was learned of them, and the steps that led to new ones
 * @throws InstallError exit 5 for a hand-over or retirement in a pinned key's name that does not hold
 */
export function followChain(
  pinned: readonly PinnedKey[],
  offered: readonly OfferedKey[],
): { keys: PinnedKey[]; steps: Step[] } {
  const described = offered.slice(0, MAX_OFFERED).map(describe);
  const steps = stepsFrom(pinned, described);
  return { keys: retireAll(pinAll(pinned, steps), described), steps };
}

type Described = OfferedKey & { key_id: string | null; fingerprint: string };

/** What it says of itself counts for nothing; of a key that this version cannot read nobody knows the id. */
function describe(key: OfferedKey): Described {
  try {
    return { ...key, ...describeRegistryKey(key.public_key) };
  } catch (error) {
    if (error instanceof InstallError) return { ...key, key_id: null, fingerprint: "an unreadable key" };
    throw error;
  }
}

function stepsFrom(pinned: readonly PinnedKey[], offered: readonly Described[]): Step[] {
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

function findStep(from: PinnedKey, offered: readonly Described[], revoked: ReadonlySet<string | null>): Step | null {
  const ids: unknown[] = envelopeIdsOf(from);
  const key = offered.find(({ handover }) => ids.includes(signerOf(handover)));
  if (key === undefined) return null;
  const verdict = verifyHandover(key.handover, from);
  const next = verdict.ok ? describeRegistryKey(verdict.next.public_key) : null;
  if (!verdict.ok || next?.key_id !== key.key_id)
    throw unverified(
      "handover_invalid",
      `The registry says that its key ${from.fingerprint} handed over to ${key.fingerprint}, and that does not hold: ` +
        (verdict.ok ? "it names another key" : verdict.reason),
      "nothing was installed; ask the registry's operators which key is theirs",
    );
  if (revoked.has(next.key_id)) return null;
  return { from, to: { ...next, added_at: new Date().toISOString() }, issuedAt: verdict.issuedAt };
}

function pinAll(pinned: readonly PinnedKey[], steps: readonly Step[]): PinnedKey[] {
  const handedTo = new Map(steps.map(({ from, to }) => [from.key_id, to.key_id]));
  const all = [...pinned, ...steps.map(({ to }) => to).filter((to) => pinned.every((one) => one.key_id !== to.key_id))];
  return all.map((key) => (handedTo.has(key.key_id) ? { ...key, handed_to: handedTo.get(key.key_id) } : key));
}

/** The earliest end that a successor ever said counts: none is put off. */
function retireAll(keys: readonly PinnedKey[], offered: readonly Described[]): PinnedKey[] {
  return keys.map((key) => {
    const successor = keys.find(({ key_id: id }) => id === key.handed_to);
    const said = offered.find(({ key_id: id }) => id === key.key_id)?.retirement;
    if (successor === undefined || said == null) return key;
    const verdict = verifyRetirement(said, successor);
    if (!verdict.ok || verdict.retired.key_id !== key.key_id)
      throw unverified(
        "retirement_invalid",
        `The registry says until when its key ${key.fingerprint} signed, and that does not hold: ` +
          (verdict.ok ? "it names another key" : verdict.reason),
        "nothing was installed; ask the registry's operators",
      );
    const until = verdict.until.toISOString();
    return key.retired_at !== undefined && key.retired_at <= until ? key : { ...key, retired_at: until };
  });
}

const signerOf = (envelope: unknown): unknown =>
  (envelope as { signatures?: { keyid?: unknown }[] } | null | undefined)?.signatures?.[0]?.keyid;

/**
 * The registry signs its log with the same key: where a policy names the old one, the new one stands below it, and what the old one alone
 * signed is no longer the newest.
 */
export function followLog(log: PinnedLog, steps: readonly Step[]): PinnedLog {
  const lines = log.text.split("\n");
  const keys = log.policy.logs.map(({ key }) => key);
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
  const text = lines.join("\n");
  return { ...log, text, policy: parsePolicy(text) };
}
