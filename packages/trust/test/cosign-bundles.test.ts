import { expect, test } from "vitest";
import { verifySignature } from "../src/kinds/verify-signature.ts";
import made from "./data/cosign-bundles.json" with { type: "json" };
import { SUMS } from "./sigstore-verify.ts";

const signers = [{ id: "row", registered: made.key, revokedAt: null }];
const at = new Date("2026-12-01T00:00:00Z");
const verify = (bundle: unknown, message: Uint8Array) =>
  verifySignature("sigstore", { message, signature: JSON.stringify(bundle), signers, at, isNew: true });

test.each([
  ["message", { ok: true, signerId: "row" }],
  // Of a type that is not the one which signs a release.
  ["statement", { ok: false, code: "attestation", verified: { ok: true, signerId: "row" } }],
] as const)("what cosign signed with a key, as a %s, verifies, and for nothing else", async (form, verdict) => {
  expect(await verify(made[form], SUMS)).toMatchObject(verdict);
  expect(await verify(made[form], SUMS.subarray(1))).toMatchObject({ ok: false, code: "signature_invalid" });
});

test("a signature of one bundle is none of another", async () => {
  const message = structuredClone(made.message);
  message.messageSignature.signature = made.statement.dsseEnvelope.signatures[0]?.sig ?? "";
  expect(await verify(message, SUMS)).toMatchObject({ ok: false, code: "signature_invalid" });
});
