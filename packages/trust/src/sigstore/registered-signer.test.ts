import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ISSUER, startInstance, statementOf, SUBJECT, type Wanted, WORKFLOW } from "../../test/sigstore-instance.ts";
import { SUMS, verifyIn } from "../../test/sigstore-verify.ts";
import { signerIdsOf, verifySignature } from "../kinds/verify-signature.ts";
import { readSigstoreSigner } from "./registered-signer.ts";

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});

const identity = (subject: string, issuer = ISSUER) => JSON.stringify({ issuer, subject });
const signedAs = (subject: string) => instance.bundle(SUMS, { subject });

describe("G6 identities", () => {
  const others: [string, string][] = [
    ["another tag", identity(SUBJECT.replace("v1.0.0", "v1.0.1"))],
    ["the beginning of it", identity(SUBJECT.slice(0, -1))],
    ["more than it", identity(`${SUBJECT}1`)],
    ["the same but for case", identity(SUBJECT.replace("ada", "Ada"))],
    ["a dot for any letter", identity(SUBJECT.replace("skills", "skill."))],
    ["the same of another issuer", identity(SUBJECT, "https://issuer.example")],
    ["the beginning of its issuer", identity(SUBJECT, ISSUER.slice(0, -1))],
    ["any branch, for a tag", identity(`${WORKFLOW}@refs/heads/*`)],
    ["any tag of another workflow", identity(`${WORKFLOW.replace("release", "test")}@refs/tags/*`)],
  ];
  test.each(others)("%s is somebody else", async (_, registered) => {
    const verdict = await verifyIn(instance.root(), await signedAs(SUBJECT), { registered });
    expect(verdict).toMatchObject({ ok: false, code: "signer_unknown", reason: expect.stringContaining(SUBJECT) });
  });

  test("any tag of a workflow is found and verified by the one registered wildcard", async () => {
    const registered = readSigstoreSigner(identity(`${WORKFLOW}@refs/tags/*`));
    const bundle = await signedAs(SUBJECT);
    expect(await signerIdsOf("sigstore", JSON.stringify(bundle))).toEqual(expect.arrayContaining(registered.signerIds));
    const verdict = await verifyIn(instance.root(), bundle, registered);
    expect(verdict).toMatchObject({ ok: true, signer: `${WORKFLOW}@refs/tags/* (${ISSUER})`, madeBy: SUBJECT });
  });

  test("a slash in the name of a tag or branch is no part of the wildcard", async () => {
    const bundle = await signedAs(`${WORKFLOW}@refs/tags/tools/v1`);
    expect(await verifyIn(instance.root(), bundle, { registered: identity(`${WORKFLOW}@refs/tags/*`) })).toMatchObject({
      ok: false,
    });
    expect(
      await verifyIn(instance.root(), bundle, { registered: identity(`${WORKFLOW}@refs/tags/tools/v1`) }),
    ).toMatchObject({ ok: true });
  });

  test("a wildcard anywhere else, an issuer that is none and what is no signer cannot be registered", () => {
    const subjects = [
      "*",
      `${WORKFLOW}@*`,
      `${WORKFLOW}@refs/*/v1`,
      `${WORKFLOW}@refs/tags/v*`,
      "https://*.example/a@refs/tags/*",
      "a b",
    ];
    const texts = [...subjects.map((subject) => identity(subject)), identity(SUBJECT, "http://issuer.example")];
    for (const text of [...texts, "{}", "{", '{"issuer":1}', "hello", "x".repeat(5000)])
      expect(() => readSigstoreSigner(text), text).toThrow(expect.objectContaining({ code: "invalid_signer" }));
  });

  test("who was revoked signs nothing", async () => {
    const revoked = { id: "row", registered: identity(SUBJECT), revokedAt: new Date(0) };
    const input = { message: SUMS, signature: JSON.stringify(await signedAs(SUBJECT)), signers: [revoked] };
    const verdict = await verifySignature("sigstore", { ...input, at: new Date(), isNew: true });
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid", reason: expect.stringContaining("revoked") });
  });
});

describe("managed keys", () => {
  const keys = {
    "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
    "P-384": generateKeyPairSync("ec", { namedCurve: "P-384" }),
    Ed25519: generateKeyPairSync("ed25519"),
    RSA: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  };
  const pemOf = (key: (typeof keys)["P-256"]) => key.publicKey.export({ type: "spki", format: "pem" }).toString();
  const digestOf = (key: (typeof keys)["P-256"], form: "base64" | "hex") =>
    createHash("sha256")
      .update(key.publicKey.export({ type: "spki", format: "der" }))
      .digest(form);
  const mine = keys["P-256"];

  const held: [string, Wanted][] = [
    ["a message without a hint, not logged", { key: mine, rekor: null }],
    ["a message without a hint", { key: mine }],
    ["a message with a hint of one's own", { key: mine, hint: "ada's key" }],
    ["a message with the digest of the key", { key: mine, hint: digestOf(mine, "base64") }],
    ["the digest in hex", { key: mine, hint: digestOf(mine, "hex") }],
    ["a statement", { key: mine, statement: statementOf(SUMS) }],
    ["a statement logged as intoto", { key: mine, statement: statementOf(SUMS), entry: "intoto", version: "0.1" }],
    ["a message, Rekor v2", { key: mine, rekor: 2 }],
    ["Ed25519", { key: keys.Ed25519, rekor: null }],
    ["Ed25519, a statement", { key: keys.Ed25519, rekor: null, statement: statementOf(SUMS) }],
    ["P-384", { key: keys["P-384"], rekor: null }],
    ["P-384, a statement", { key: keys["P-384"], rekor: null, statement: statementOf(SUMS) }],
    ["RSA", { key: keys.RSA }],
  ];
  test.each(held)("%s", async (_, wanted) => {
    const key = wanted.key ?? mine;
    const signer = readSigstoreSigner(pemOf(key));
    const bundle = await instance.bundle(SUMS, wanted);
    expect(await signerIdsOf("sigstore", JSON.stringify(bundle))).toEqual(signer.signerIds);
    const verdict = await verifyIn(instance.root(), bundle, signer);
    expect(verdict).toMatchObject({ ok: true, signer: signer.signer, madeBy: signer.signer });
    expect(verdict).not.toHaveProperty("identity");
  });

  test("another key has not signed it", async () => {
    const registered = pemOf(generateKeyPairSync("ec", { namedCurve: "P-256" }));
    const verdict = await verifyIn(instance.root(), await instance.bundle(SUMS, { key: mine }), { registered });
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(/signature is not one of/) });
  });

  test("a hint that is another key's digest", async () => {
    const bundle = await instance.bundle(SUMS, { key: mine, hint: digestOf(keys.RSA, "base64") });
    expect(await verifyIn(instance.root(), bundle, { registered: pemOf(mine) })).toMatchObject({
      ok: false,
      code: "signer_unknown",
    });
  });

  test("an entry that came along holds or fails the bundle", async () => {
    const bundle = await instance.bundle(SUMS, { key: mine });
    bundle.verificationMaterial.tlogEntries[0].inclusionProof.treeSize = "4";
    expect(await verifyIn(instance.root(), bundle, { registered: pemOf(mine) })).toMatchObject({ ok: false });
  });

  test("a key is no identity, and an identity no key", async () => {
    const keyed = await instance.bundle(SUMS, { key: mine });
    expect(await verifyIn(instance.root(), keyed)).toMatchObject({ ok: false, code: "signer_unknown" });
    const certified = await instance.bundle(SUMS);
    expect(await verifyIn(instance.root(), certified, { registered: pemOf(mine) })).toMatchObject({
      ok: false,
      code: "signer_unknown",
    });
  });

  test("private, short and strange keys cannot be registered", () => {
    const refused = [
      [mine.privateKey.export({ type: "pkcs8", format: "pem" }), "private_key"],
      [
        generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ type: "spki", format: "pem" }),
        "weak_key",
      ],
      [
        generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey.export({ type: "spki", format: "pem" }),
        "unsupported_key",
      ],
      [generateKeyPairSync("x25519").publicKey.export({ type: "spki", format: "pem" }), "unsupported_key"],
    ];
    for (const [pem = "", code = ""] of refused)
      expect(() => readSigstoreSigner(String(pem))).toThrow(expect.objectContaining({ code }));
  });
});
