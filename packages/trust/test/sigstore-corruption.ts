import { beforeAll, describe, expect, test } from "vitest";
import { startInstance, type Wanted } from "./sigstore-instance.ts";
import { type Json, SUMS, verifyIn } from "./sigstore-verify.ts";

/** Another byte in the middle. */
export function flip(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes.toString("base64");
}

export const entryOf = (bundle: Json): Json => bundle.verificationMaterial.tlogEntries[0];
export const proofOf = (bundle: Json): Json => entryOf(bundle).inclusionProof;

/** A bundle that would hold, what is done to it or to the root, and what the reason has to name. */
export type Corruption = [
  name: string,
  wanted: Wanted,
  corrupt: (bundle: Json, root: Json, note: (checkpoint: string) => string) => void,
  reason: RegExp,
];

/** One test for each. */
export function testCorruptions(title: string, table: readonly Corruption[]): void {
  describe(title, () => {
    let instance: Awaited<ReturnType<typeof startInstance>>;
    beforeAll(async () => {
      instance = await startInstance();
    });

    test.each(table)("%s", async (_, wanted, corrupt, reason) => {
      const bundle = await instance.bundle(SUMS, wanted);
      const root = instance.root();
      corrupt(bundle, root, (checkpoint) => `${checkpoint}\n${instance.logs[1].note(checkpoint)}`);
      const verdict = await verifyIn(root, bundle, { at: new Date(Date.now() + 3_600_000) });
      expect(verdict).toMatchObject({ ok: false, code: "signature_invalid", reason: expect.stringMatching(reason) });
    });
  });
}
