import { spawnSync } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateSigningKey, registrySigner } from "../signing-key.ts";
import type { RegistrySigner } from "../signing-key.ts";
import { canonicalJson } from "./canonical-json.ts";
import { decisionStatement } from "./decision.ts";
import type { DecisionInput } from "./decision.ts";
import { PAYLOAD_TYPE, preAuthEncoding, signStatement, verifyEnvelope } from "./dsse.ts";

const input: DecisionInput = {
  registry: "https://skills.example.org",
  publisher: "acme",
  name: "web-search",
  version: "1.0.0",
  decision: "verdict",
  releaseDigest: `sha256:${"a".repeat(64)}`,
  contentDigest: `sha256:${"b".repeat(64)}`,
  archives: [],
  detail: {
    verdict: "ALLOW",
    inspection_id: "insp-1",
    scanners: [{ name: "bandit", version: "1.9.1", rules_digest: null }],
  },
  sequence: 7,
  issuedAt: new Date("2025-06-01T00:00:00Z"),
  expiresAt: new Date("2025-09-01T00:00:00Z"),
};
const signer = registrySigner(generateSigningKey());
const keys = [signer.publicKey];
const utf8 = (text: string) => new TextEncoder().encode(text);

/** An envelope over any payload, properly signed: what a confused or older registry could have made. */
async function envelopeOver(payload: string | Uint8Array, payloadType = PAYLOAD_TYPE, by: RegistrySigner = signer) {
  const bytes = typeof payload === "string" ? utf8(payload) : payload;
  const sig = await by.sign(preAuthEncoding(payloadType, bytes));
  return {
    payloadType,
    payload: Buffer.from(bytes).toString("base64"),
    signatures: [{ keyid: by.publicKey.key_id, sig: Buffer.from(sig).toString("base64") }],
  };
}

describe("decisionStatement", () => {
  test("is an in-toto Statement v1 about a release and its content", () => {
    expect(decisionStatement(input)).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [
        { name: "release", digest: { sha256: "a".repeat(64) } },
        { name: "content", digest: { sha256: "b".repeat(64) } },
      ],
      predicateType: "https://gaia-registry.dev/attestations/decision/v1",
      predicate: {
        registry: "https://skills.example.org",
        publisher: "acme",
        name: "web-search",
        version: "1.0.0",
        decision: "verdict",
        verdict: "ALLOW",
        inspection_id: "insp-1",
        scanners: [{ name: "bandit", version: "1.9.1", rules_digest: null }],
        sequence: 7,
        issued_at: "2025-06-01T00:00:00.000Z",
        expires_at: "2025-09-01T00:00:00.000Z",
      },
    });
  });

  test.each<[string, Partial<DecisionInput>]>([
    ["a short digest", { releaseDigest: "sha256:abc" }],
    ["an upper case digest", { contentDigest: `sha256:${"B".repeat(64)}` }],
    ["no registry", { registry: "" }],
    ["a fraction", { sequence: 1.5 }],
    ["a negative sequence", { sequence: -1 }],
    ["no date", { issuedAt: new Date(Number.NaN) }],
    ["a verdict without one", { detail: {} }],
    ["a tier without one", { decision: "tier", detail: { verdict: "ALLOW" } }],
  ])("%s is refused", (_, change) => {
    expect(() => decisionStatement({ ...input, ...change })).toThrow(
      expect.objectContaining({ code: "invalid_statement" }),
    );
  });
});

test("a move says the state that it leads to, and nothing else says one", () => {
  const said = (decision: DecisionInput["decision"], detail: DecisionInput["detail"]) =>
    decisionStatement({ ...input, decision, detail }).predicate.status;
  expect(said("yank", { status: "yanked" })).toBe("yanked");
  expect(said("release", { status: "yanked" })).toBe("yanked");
  expect(said("purge", { status: "purged" })).toBe("purged");
  expect(() => said("yank", { status: "published" })).toThrow("a yank decision");
  expect(() => said("quarantine", {})).toThrow("a quarantine decision");
  expect(() => said("tier", { tier: "community", status: "published" })).toThrow("a tier decision");
});

describe("canonicalJson", () => {
  test("does not depend on the order of members, and reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(JSON.stringify(value).isWellFormed() && !JSON.stringify(value).includes("\\ud"));
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });

  test("sorts by UTF-16 code units and refuses what JSON cannot say", () => {
    expect(canonicalJson({ b: 1, a: [true, null, "é\n"], A: { z: 0, "\u20AC": 1 } })).toBe(
      '{"A":{"z":0,"€":1},"a":[true,null,"é\\n"],"b":1}',
    );
    for (const value of [Number.NaN, Infinity, undefined, { a: undefined }, "\uD800", 1n]) {
      expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: "invalid_statement" }));
    }
    expect(() => canonicalJson(JSON.parse(`${"[".repeat(50)}${"]".repeat(50)}`))).toThrow(/deeper/);
  });
});

describe("DSSE v1", () => {
  test("PAE and signature of the specification's own example", () => {
    const encoded = preAuthEncoding("http://example.com/HelloWorld", utf8("hello world"));
    expect(Buffer.from(encoded).toString()).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    // The example's key, NIST P-256, and its signature as r and s.
    const coordinate = (decimal: string) =>
      Buffer.from(BigInt(decimal).toString(16).padStart(64, "0"), "hex").toString("base64url");
    const key = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: coordinate("46950820868899156662930047687818585632848591499744589407958293238635476079160"),
        y: coordinate("5640078356564379163099075877009565129882514886557779369047442380624545832820"),
      },
    });
    const sig = "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==";
    expect(verify("sha256", encoded, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(sig, "base64"))).toBe(true);
  });

  test("PAE counts bytes, not characters", () => {
    expect(Buffer.from(preAuthEncoding("é", utf8("€"))).toString()).toBe("DSSEv1 2 é 3 €");
  });

  test("what is signed verifies, the same statement always gives the same envelope", async () => {
    const statement = decisionStatement(input);
    const envelope = await signStatement(signer, statement);
    expect(verifyEnvelope(envelope, keys)).toEqual({ ok: true, statement, keyId: signer.publicKey.key_id });
    expect(await signStatement(signer, decisionStatement({ ...input }))).toEqual(envelope);
    expect(verifyEnvelope(JSON.parse(JSON.stringify(envelope)), keys)).toMatchObject({ ok: true });
    expect(envelope.payloadType).toBe("application/vnd.in-toto+json");
  });

  const openssl = spawnSync("openssl", ["version"], { encoding: "utf8" });
  const hasOpenssl = /^OpenSSL [3-9]/.test(openssl.stdout ?? "");
  test.skipIf(!hasOpenssl)(`openssl agrees${hasOpenssl ? "" : " (skipped: no OpenSSL 3)"}`, async () => {
    const envelope = await signStatement(signer, decisionStatement(input));
    const home = mkdtempSync(join(tmpdir(), "trust-openssl-"));
    try {
      const file = (name: string, content: string | Uint8Array) => {
        writeFileSync(join(home, name), content);
        return join(home, name);
      };
      const pae = preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, "base64"));
      const sig = file("sig", Buffer.from(envelope.signatures[0]?.sig ?? "", "base64"));
      const key = file("key.pem", signer.publicKey.public_key);
      const check = ["pkeyutl", "-verify", "-pubin", "-rawin", "-inkey", key, "-sigfile", sig, "-in"];
      const run = (bytes: Uint8Array) => spawnSync("openssl", [...check, file("pae", bytes)]).status;
      expect(run(pae)).toBe(0);
      expect(run(Buffer.concat([pae, Buffer.from(" ")]))).not.toBe(0);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  test("an expired statement is refused when the time is asked about, at the very moment too", async () => {
    const envelope = await signStatement(signer, decisionStatement(input));
    const at = (text: string) => verifyEnvelope(envelope, keys, { at: new Date(text) }).ok;
    expect(at("2025-08-31T23:59:59.999Z")).toBe(true);
    expect(at("2025-09-01T00:00:00Z")).toBe(false);
    expect(at("not a date")).toBe(false);
    const eternal = await signStatement(signer, decisionStatement({ ...input, expiresAt: null }));
    expect(verifyEnvelope(eternal, keys, { at: new Date("2099-01-01") }).ok).toBe(true);
  });

  test("G1 a signature of another key, of another payload, or of the bare payload does not verify", async () => {
    const envelope = await signStatement(signer, decisionStatement(input));
    const stranger = registrySigner(generateSigningKey());
    expect(verifyEnvelope(envelope, [stranger.publicKey])).toMatchObject({
      ok: false,
      reason: expect.stringContaining("not trusted"),
    });
    const forged = await envelopeOver(canonicalJson(decisionStatement(input)), PAYLOAD_TYPE, stranger);
    forged.signatures = [{ keyid: signer.publicKey.key_id, sig: forged.signatures[0]?.sig ?? "" }];
    expect(verifyEnvelope(forged, keys)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("does not match"),
    });
    const other = await signStatement(signer, decisionStatement({ ...input, version: "1.0.1" }));
    expect(verifyEnvelope({ ...envelope, payload: other.payload }, keys).ok).toBe(false);
    const bare = await signer.sign(Buffer.from(envelope.payload, "base64"));
    const signatures = [{ keyid: signer.publicKey.key_id, sig: Buffer.from(bare).toString("base64") }];
    expect(verifyEnvelope({ ...envelope, signatures }, keys).ok).toBe(false);
  });

  test("G2 the payload's type is part of what is signed", async () => {
    const text = canonicalJson(decisionStatement(input));
    const other = await envelopeOver(text, "application/json");
    expect(verifyEnvelope(other, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("payload type") });
    expect(verifyEnvelope({ ...other, payloadType: PAYLOAD_TYPE }, keys)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("does not match"),
    });
  });

  test("a key listed under another key's id is not used, nor is a private key or another kind of key", async () => {
    const envelope = await signStatement(signer, decisionStatement(input));
    const stranger = registrySigner(generateSigningKey());
    const renamed = await envelopeOver(canonicalJson(decisionStatement(input)), PAYLOAD_TYPE, {
      ...stranger,
      publicKey: { ...stranger.publicKey, key_id: signer.publicKey.key_id },
    });
    const listing = [{ key_id: signer.publicKey.key_id, public_key: stranger.publicKey.public_key }];
    expect(verifyEnvelope(renamed, listing)).toMatchObject({ ok: false, reason: expect.stringContaining("listed") });
    expect(verifyEnvelope(envelope, [...listing, ...keys]).ok).toBe(true);
    for (const public_key of [generateSigningKey(), "", "-----BEGIN PUBLIC KEY-----"]) {
      expect(verifyEnvelope(envelope, [{ key_id: signer.publicKey.key_id, public_key }]).ok).toBe(false);
    }
  });

  test("a properly signed payload that is no decision in canonical JSON is refused", async () => {
    const statement = decisionStatement(input);
    const text = canonicalJson(statement);
    const payloads: (string | Uint8Array)[] = [
      "",
      "null",
      "{",
      JSON.stringify(statement, null, 1),
      text.replace("{", '{"_type":"https://in-toto.io/Statement/v0.1",'),
      text.replace('"acme"', '"\\u0061cme"'),
      `\uFEFF${text}`,
      Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0x7d])]),
      canonicalJson({ ...statement, predicateType: "https://slsa.dev/provenance/v1" }),
      canonicalJson({ ...statement, subject: [statement.subject[1], statement.subject[0]] }),
      canonicalJson({ ...statement, subject: [statement.subject[0]] }),
      canonicalJson({ ...statement, predicate: { ...statement.predicate, sequence: "7" } }),
      canonicalJson({ ...statement, predicate: { ...statement.predicate, expires_at: "soon" } }),
      canonicalJson({ ...statement, extra: 1 }),
    ];
    for (const payload of payloads) {
      expect(verifyEnvelope(await envelopeOver(payload), keys)).toMatchObject({ ok: false });
    }
    const later = { ...statement, predicate: { ...statement.predicate, added_later: [1] } };
    expect(verifyEnvelope(await envelopeOver(canonicalJson(later)), keys).ok).toBe(true);
  });

  test("envelopes of a hostile shape are refused and never throw", async () => {
    const good = await signStatement(signer, decisionStatement(input));
    const [only] = good.signatures;
    const hostile: unknown[] = [
      null,
      [],
      "x",
      { ...good, extra: 1 },
      { ...good, signatures: [] },
      { ...good, signatures: [only, only] },
      { ...good, signatures: { 0: only, length: 1 } },
      { ...good, signatures: [null] },
      { ...good, signatures: [{ ...only, cert: "x" }] },
      { ...good, signatures: [{ keyid: 1, sig: only?.sig }] },
      { ...good, signatures: [{ keyid: only?.keyid, sig: "" }] },
      { ...good, payload: good.payload.replace(/=*$/, "") + "\n" },
      { ...good, payload: "A".repeat(1_000_000) },
      { ...good, payload: [good.payload] },
      { ...good, payloadType: [PAYLOAD_TYPE] },
      { payload: good.payload, payloadType: good.payloadType, __proto__: { signatures: good.signatures } },
    ];
    for (const envelope of hostile) expect(verifyEnvelope(envelope, keys).ok).toBe(false);
    fc.assert(fc.property(fc.anything(), (value) => verifyEnvelope(value, keys).ok === false));
    const field = fc.constantFrom("payload", "payloadType", "signatures");
    fc.assert(
      fc.property(field, fc.anything(), (name, value) => verifyEnvelope({ ...good, [name]: value }, keys).ok === false),
    );
  });

  test("a signer whose work does not verify is found out", async () => {
    const broken: RegistrySigner = { ...signer, sign: async () => new Uint8Array(64) };
    await expect(signStatement(broken, decisionStatement(input))).rejects.toMatchObject({ code: "signing_failed" });
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, item]): [string, unknown] => [key, reversed(item)]);
  return Object.fromEntries(members.toReversed());
}
