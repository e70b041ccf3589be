import { toCertificate } from "./certificate.ts";
import { readComponents } from "./components.ts";
import { expiryProblem, revocationProblem } from "./key-problem.ts";
import { verifiedBefore } from "./self-signatures.ts";
import { issuerOf } from "./signature.ts";

/** A signature that verified when it was received, `at`. */
export interface ReceivedSignature {
  /** The caller's own. */
  id: string;
  /** The fingerprint of the key or subkey that made it; null: `body`, the armored signature, says it. */
  madeBy: string | null;
  body: string | null;
  at: Date;
}

/**
 * Those that no longer hold after what the key's owner said since, as `verifyDetached` with `isNew: false` would judge them; nothing is
 * verified again. `armored`: what `mergePublicKeys` wrote.
 * @returns their ids
 */
export async function fallenSignatures(armored: string, received: readonly ReceivedSignature[]): Promise<string[]> {
  if (received.length === 0) return [];
  const certificate = await toCertificate(await readComponents(armored), verifiedBefore);
  const fallen: string[] = [];
  for (const { id, madeBy, body, at } of received) {
    const maker = madeBy ?? (await issuerOf(body ?? ""));
    const signer = certificate.signers.find(({ fingerprint, keyId }) => fingerprint === maker || keyId === maker);
    const moment = { at, isNew: false };
    const stands =
      signer !== undefined &&
      revocationProblem({ revokedAt: null, certificate, signer }, moment) === null &&
      expiryProblem(certificate, signer, moment) === null;
    if (!stands) fallen.push(id);
  }
  return fallen;
}
