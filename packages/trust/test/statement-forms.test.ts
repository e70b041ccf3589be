import { createPrivateKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  envelopeIdsOf,
  type RegistrySigner,
  registrySigner,
  type StatementForm,
  sshFingerprint,
} from "../src/signing-key.ts";
import { type DecisionInput, decisionStatement } from "../src/statement/decision.ts";
import { type Envelope, signStatement, verifyEnvelope } from "../src/statement/dsse.ts";
import { signHandover, signRetirement, verifyHandover, verifyRetirement } from "../src/statement/handover.ts";
import { type Revocation, revocationsText, signRevocations, verifyRevocations } from "../src/statement/revocations.ts";
import earlier from "./data/statements-0.1.json" with { type: "json" };

/** RFC 8410: the prefix of an Ed25519 private key in PKCS#8; the seed follows. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const signerFrom = (first: number): RegistrySigner => {
  const seed = Uint8Array.from({ length: 32 }, (_, at) => at + first);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  return registrySigner(key.export({ format: "pem", type: "pkcs8" }).toString());
};
const [first, second] = [signerFrom(0), signerFrom(32)];
const keys = [first.publicKey];
const SSH_ID = sshFingerprint(first.publicKey.public_key) ?? "";

const registry = "https://registry.example";
const at = new Date("2026-01-02T03:04:05.678Z");
const DECISION: DecisionInput = {
  registry,
  publisher: "ada",
  name: "worked-example",
  version: "1.0.0",
  decision: "verdict",
  releaseDigest: `sha256:${"a".repeat(64)}`,
  contentDigest: `sha256:${"b".repeat(64)}`,
  archives: [],
  detail: { verdict: "ALLOW" },
  sequence: 8,
  issuedAt: at,
  expiresAt: null,
};
const ENTRY: Revocation = {
  name: "worked-example",
  version: "1.0.0",
  publisher: "ada",
  release_digest: DECISION.releaseDigest,
  status: "yanked",
  tier: null,
  since_sequence: 9,
  at: "2026-01-02T04:00:00.000Z",
};
const HEAD = {
  registry,
  sequence: 9,
  issued_at: "2026-01-02T04:05:00.000Z",
  expires_at: "2026-01-02T04:15:00.000Z",
  count: 1,
};

/** All that a registry signs, in one form. */
async function sayAll(form: StatementForm) {
  const [by, next] = [
    { ...first, form },
    { ...second, form },
  ];
  return {
    decision: await signStatement(by, decisionStatement(DECISION)),
    revocations: await signRevocations(by, HEAD, revocationsText([ENTRY])),
    handover: await signHandover(by, { registry, next: second.publicKey, at }),
    retirement: await signRetirement(next, { registry, retired: first.publicKey, until: at }),
  };
}

const verifyAll = (said: Record<keyof Awaited<ReturnType<typeof sayAll>>, Envelope>) => ({
  decision: verifyEnvelope(said.decision, keys),
  revocations: verifyRevocations(said.revocations, keys),
  handover: verifyHandover(said.handover, first.publicKey),
  retirement: verifyRetirement(said.retirement, second.publicKey),
});
const HOLD = {
  decision: { ok: true, keyId: first.publicKey.key_id },
  revocations: { ok: true, keyId: first.publicKey.key_id },
  handover: { ok: true, next: second.publicKey },
  retirement: { ok: true, retired: first.publicKey },
};

describe("the forms of statements", () => {
  test("(machines, M-6) what release 0.1 signed is verified, and its key is called as it was pinned", () => {
    expect(verifyAll(earlier)).toMatchObject(HOLD);
  });

  test('(machines, M-6) "0.1" writes byte for byte what release 0.1 wrote, so that its command line reads it', async () => {
    const { madeBy: _, ...bytes } = earlier;
    expect(await sayAll("0.1")).toEqual(bytes);
  });

  test("(machines, M-6) what is signed today names its key as OpenSSH does, with in-toto's type of payload", async () => {
    const said = await sayAll("in-toto");
    // `ssh-keygen -lf` says so of this key.
    expect(SSH_ID).toBe("SHA256:lbmsoA0yIEcEiVDRnMWuzm+nV+3ZEEpVIURqFoeSspg");
    for (const [kind, { payloadType, signatures }] of Object.entries(said)) {
      const by = kind === "retirement" ? second : first;
      expect([kind, payloadType]).toEqual([kind, "application/vnd.in-toto+json"]);
      expect(signatures).toMatchObject([{ keyid: sshFingerprint(by.publicKey.public_key) }]);
    }
    expect(verifyAll(said)).toMatchObject(HOLD);
  });

  test("(machines, M-6) the id is a hint: either of the two finds the key, and no other does", async () => {
    const { decision } = await sayAll("in-toto");
    const under = (keyid: string) => ({ ...decision, signatures: [{ keyid, sig: decision.signatures[0]?.sig ?? "" }] });
    expect(envelopeIdsOf(first.publicKey)).toEqual([SSH_ID, first.publicKey.key_id]);
    for (const id of envelopeIdsOf(first.publicKey))
      expect(verifyEnvelope(under(id), keys)).toMatchObject({ ok: true });
    for (const id of ["", first.publicKey.fingerprint, `${SSH_ID}=`, SSH_ID.toLowerCase(), second.publicKey.key_id])
      expect(verifyEnvelope(under(id), keys)).toMatchObject({
        ok: false,
        reason: expect.stringContaining("not trusted"),
      });
    // Another key's work under this one's name.
    const forged = await signStatement(second, decisionStatement(DECISION));
    const named = { ...forged, signatures: [{ keyid: SSH_ID, sig: forged.signatures[0]?.sig ?? "" }] };
    expect(verifyEnvelope(named, [...keys, second.publicKey])).toMatchObject({
      ok: false,
      reason: expect.stringContaining("does not match"),
    });
    const listed = { key_id: second.publicKey.key_id, public_key: first.publicKey.public_key };
    expect(verifyEnvelope(decision, [listed])).toMatchObject({ ok: false, reason: expect.stringContaining("listed") });
  });

  test("G2 a list is no decision and a decision is no list, though both have in-toto's type", async () => {
    const { decision, revocations } = await sayAll("in-toto");
    expect(verifyEnvelope(revocations, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("decision") });
    expect(verifyRevocations(decision, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("list") });
    const retyped = { ...revocations, payloadType: earlier.revocations.payloadType };
    expect(verifyRevocations(retyped, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("match") });
  });
});

describe("archives as subjects", () => {
  const archive = (name: string, digit = "c") => ({ name, sha256: digit.repeat(64) });

  test("(machines, M-6) they stand after the release and its content, and are signed", async () => {
    const archives = [archive("worked-example-1.0.0.tar.gz"), archive("worked-example-1.0.0.zip", "d")];
    const envelope = await signStatement(first, decisionStatement({ ...DECISION, archives }));
    const verdict = verifyEnvelope(envelope, keys);
    expect(verdict.ok && verdict.statement.subject.map(({ name, digest }) => [name, digest.sha256[0]])).toEqual([
      ["release", "a"],
      ["content", "b"],
      ["worked-example-1.0.0.tar.gz", "c"],
      ["worked-example-1.0.0.zip", "d"],
    ]);
  });

  test.each([
    ["one twice", [archive("a.zip"), archive("a.zip", "d")]],
    ["one that is called a release", [archive("release")]],
    ["one without a name", [archive("")]],
    ["one with a digest in capitals", [archive("a.zip", "C")]],
    ["seventeen", Array.from({ length: 17 }, (_, n) => archive(`${n}.zip`))],
  ])("%s is refused", (_, archives) => {
    expect(() => decisionStatement({ ...DECISION, archives })).toThrow("archives");
  });
});
