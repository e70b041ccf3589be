import type { InstallContext } from "../terms/context.ts";
import { changeInstalled } from "../skills/installed-skills.ts";
import { pinnedLogFor, writePinnedLog } from "../log/pinned-log.ts";
import { type PinnedKey, readTrust, writeTrust } from "../trust/trust-store.ts";
import { followChain, followLog } from "./key-chain.ts";

type Following = Pick<InstallContext, "registry" | "paths" | "door" | "tell" | "isOffline">;
type Offered = Awaited<ReturnType<InstallContext["door"]["keys"]>>;

/**
 * Follows a registry whose key changed, as it says: the keys that signed hand-overs lead to are pinned and told of, and until when a former
 * one signed is remembered. What a key without such a chain signed counts for nothing, whatever the registry says.
 * Throws exit 5 for a hand-over in a pinned key's name that does not hold.
 */
export async function followHandovers(context: Following): Promise<void> {
  const { paths, registry, door } = context;
  const pinned = (await readTrust(paths.trust)).get(registry) ?? [];
  if (pinned.length === 0) return;
  if (context.isOffline) return;
  const offered = await door.keys().catch((error: unknown) => {
    if (door.isSilence(error)) return [];
    throw error;
  });
  sayRevoked(context, pinned, offered);
  if (JSON.stringify(followChain(pinned, offered).keys) === JSON.stringify(pinned)) return;
  const steps = await changeInstalled(paths, async () => {
    const trust = await readTrust(paths.trust);
    const { keys, steps: taken } = followChain(trust.get(registry) ?? [], offered);
    trust.set(registry, keys);
    await writeTrust(paths.trust, trust);
    const log = await pinnedLogFor(paths.trust, registry);
    if (log !== null && taken.length > 0) await writePinnedLog(paths.trust, registry, followLog(log, taken));
    return taken;
  });
  for (const { from, to, issuedAt } of steps)
    context.tell({
      kind: "note",
      text: `${registry} changed its key: ${from.fingerprint} handed over to ${to.fingerprint} on ${issuedAt}, signed; it is pinned now`,
    });
}

/**
 * Who holds a stolen key can sign whatever this home believes, for as long as it is pinned. A key is not forgotten upon an unsigned word,
 * which could leave a home that believes nobody and so checks nothing: its user is told.
 */
function sayRevoked({ registry, tell }: Following, pinned: readonly PinnedKey[], offered: Offered): void {
  for (const { key_id: id, fingerprint } of pinned)
    if (offered.some(({ key_id, state }) => key_id === id && state === "revoked"))
      tell({
        kind: "warning",
        text:
          `warning: ${registry} says that its key ${fingerprint} is in other hands, and you still believe it: ` +
          `pin the new one, and then \`trust remove ${registry} --fingerprint ${fingerprint}\``,
      });
}
