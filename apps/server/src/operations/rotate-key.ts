import { announceRegistryKey } from "@gaia/registry";
import type { Settings } from "../config/config.ts";
import { openSigningKey } from "../composing/secrets.ts";
import type { Services } from "../composing/services.ts";
import { OperationError } from "./operation-error.ts";

/**
 * Announces `SIGNING_KEY_NEXT` as the registry's next key. The key comes by a variable, because a command line shows a PIN to the
 * whole machine.
 * @returns what the operator has to know and do
 * @throws OperationError without that variable; TrustError as `announceRegistryKey`
 */
export async function rotateKey(
  { registry }: Pick<Services, "registry">,
  settings: Settings,
  { isCompromised }: { isCompromised: boolean },
): Promise<string> {
  const given = settings.SIGNING_KEY_NEXT;
  if (given === null)
    throw new OperationError("Set SIGNING_KEY_NEXT to the key that comes next, as SIGNING_KEY is set.");
  const { former, next } = await announceRegistryKey(registry, { next: await openSigningKey(given), isCompromised });
  return [
    `${next.fingerprint} is announced as the registry's next key`,
    isCompromised
      ? `REVOKED ${former.fingerprint}: it hands nothing over. Tell your users to pin the new key.`
      : `${former.fingerprint} signed the hand-over: clients that pinned it follow by themselves`,
    "Now start every process with SIGNING_KEY set to the new key.",
  ].join("\n");
}
