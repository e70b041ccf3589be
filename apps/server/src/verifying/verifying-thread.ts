import { threadId } from "node:worker_threads";
import type { KeyInput } from "@gaia/registry";
import {
  addRevocations,
  fallenSignatures,
  findRevocation,
  judgeDirectory,
  mergePublicKeys,
  prepareKind,
  type ProvenanceInput,
  type PublicKeyInfo,
  readPublicKey,
  revokePublicKey,
  type SignedDirectory,
  TrustError,
  verifyProvenance,
  verifySignature,
} from "@gaia/trust";
import { beginMeter } from "../threads/meter.ts";
import type { Task } from "../threads/bounded-threads.ts";
import type { ReadOutcome, SignatureTask } from "./verifying-pool.ts";

// Runs in a thread of its own: whatever a key costs, the process goes on answering.

/** Reads one key; a refusal comes back as plain data, because errors lose their class between threads. */
export async function readKey({ input, meter }: Task<KeyInput>): Promise<ReadOutcome> {
  await prepareKind("openpgp");
  beginMeter(meter, threadId);
  try {
    const key = await readWith(input);
    return { key, fallen: await fallenSignatures(key.armored, input.received) };
  } catch (error) {
    if (!(error instanceof TrustError)) throw error;
    return { refused: error.message };
  }
}

async function readWith(input: KeyInput): Promise<PublicKeyInfo> {
  if ("copies" in input) return addRevocations(input.registered, input.copies);
  const { incoming, known } = input;
  if (known === null) return readPublicKey(incoming);
  const isRevocation = (await findRevocation(incoming)) !== null;
  return isRevocation ? revokePublicKey(known, incoming) : mergePublicKeys(known, incoming);
}

export async function verify({ input, meter }: Task<SignatureTask>) {
  // Before the meter: what is loaded once is not the signature's cost.
  await prepareKind(input.kind);
  beginMeter(meter, threadId);
  return verifySignature(input.kind, input.input);
}

export async function judgeSigned({ input, meter }: Task<SignedDirectory>) {
  await prepareKind("sigstore");
  beginMeter(meter, threadId);
  return judgeDirectory(input);
}

export async function verifyBuild({ input, meter }: Task<ProvenanceInput>) {
  await prepareKind("sigstore");
  beginMeter(meter, threadId);
  return verifyProvenance(input);
}
