import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { generateSigningKey, registrySigner } from "../src/signing-key.ts";
import { type DecisionInput, decisionStatement } from "../src/statement/decision.ts";
import { type Envelope, preAuthEncoding, signStatement } from "../src/statement/dsse.ts";
import { signHandover, signRetirement } from "../src/statement/handover.ts";
import { revocationsText, signRevocations } from "../src/statement/revocations.ts";
import { findForeign, runForeign } from "./foreign-signers.ts";

const home = mkdtempSync(join(tmpdir(), "statements-"));
afterAll(() => rmSync(home, { recursive: true }));

const SUMS = "the text of a SHA256SUMS\n";
const ARCHIVE = "the bytes of an archive";
const LIST = revocationsText([]);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const registry = "https://registry.example";
const at = new Date("2026-01-02T03:04:05.678Z");
const signer = registrySigner(generateSigningKey());
const next = registrySigner(generateSigningKey());
const TYPES = "https://gaia-registry.dev/attestations";

const DETAILS: Record<DecisionInput["decision"], DecisionInput["detail"]> = {
  publish: {},
  verdict: {
    verdict: "ALLOW",
    inspection_id: "insp-1",
    report_digest: `sha256:${"e".repeat(64)}`,
    scanners: [{ name: "bandit", version: "1.9.1", rules_digest: null, findings_digest: `sha256:${"f".repeat(64)}` }],
  },
  tier: { tier: "community" },
  yank: { status: "yanked" },
  unyank: { status: "published" },
  quarantine: { status: "quarantined" },
  release: { status: "published" },
  purge: { status: "purged" },
};

const say = (decision: DecisionInput["decision"], by = signer) =>
  signStatement(
    by,
    decisionStatement({
      registry,
      publisher: "ada",
      name: "worked-example",
      version: "1.0.0",
      decision,
      releaseDigest: `sha256:${sha256(SUMS)}`,
      contentDigest: `sha256:${"b".repeat(64)}`,
      archives: by.form === "0.1" ? [] : [{ name: "worked-example-1.0.0.zip", sha256: sha256(ARCHIVE) }],
      detail: DETAILS[decision],
      sequence: 8,
      issuedAt: at,
      expiresAt: null,
    }),
  );

const listed = () => {
  const head = { registry, sequence: 9, issued_at: at.toISOString(), expires_at: at.toISOString(), count: 0 };
  return signRevocations(signer, head, LIST);
};

/** One of every kind that a registry signs, all with `signer`. */
async function everyKind(): Promise<Record<string, Envelope>> {
  const decisions = Object.keys(DETAILS) as DecisionInput["decision"][];
  const said = await Promise.all(decisions.map(async (decision) => [decision, await say(decision)] as const));
  return {
    ...Object.fromEntries(said),
    revocations: await listed(),
    handover: await signHandover(signer, { registry, next: next.publicKey, at }),
    retirement: await signRetirement(signer, { registry, retired: next.publicKey, until: at }),
  };
}

const bundled = (envelope: Envelope) => ({
  mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
  verificationMaterial: { publicKey: { hint: "" }, tlogEntries: [] },
  dsseEnvelope: envelope,
});
const NO_ROOT = {
  mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
  tlogs: [],
  certificateAuthorities: [],
  ctlogs: [],
  timestampAuthorities: [],
};

const cosign = findForeign("cosign");
describe.skipIf(cosign.path === null)(`statements ${cosign.title}`, () => {
  const verify = (how: readonly string[], file: string, type = `${TYPES}/decision/v1`) =>
    runForeign(
      cosign.path,
      ["verify-blob-attestation", "--key", "key.pem", "--type", type, ...how, "--insecure-ignore-tlog=true", file],
      home,
    );
  const inBundle = ["--trusted-root", "root.json", "--new-bundle-format", "--bundle", "bundle.json"];
  const asFile = ["--signature", "envelope.json"];
  const write = (envelope: Envelope) => {
    writeFileSync(join(home, "key.pem"), signer.publicKey.public_key);
    writeFileSync(join(home, "SHA256SUMS"), SUMS);
    writeFileSync(join(home, "archive.zip"), ARCHIVE);
    writeFileSync(join(home, "entries"), LIST);
    writeFileSync(join(home, "other"), "what nobody signed");
    writeFileSync(join(home, "root.json"), JSON.stringify(NO_ROOT));
    writeFileSync(join(home, "envelope.json"), JSON.stringify(envelope));
    writeFileSync(join(home, "bundle.json"), JSON.stringify(bundled(envelope)));
  };

  test("(machines, M-6) a statement holds in a bundle and as a file, of SHA256SUMS and of the archive, and of nothing else", async () => {
    write(await say("verdict"));
    for (const how of [inBundle, asFile]) {
      for (const file of ["SHA256SUMS", "archive.zip"]) expect(verify(how, file)).toMatch(/Verified OK/);
      expect(() => verify(how, "other")).toThrow(/digest/);
    }
    expect(() => verify(asFile, "SHA256SUMS", `${TYPES}/revocations/v1`)).toThrow(/invalid predicate type/);
    write(await say("verdict", next));
    for (const how of [inBundle, asFile]) expect(() => verify(how, "SHA256SUMS")).toThrow();
  });

  test("(machines, M-6) a list of revocations holds for its entries, as a statement of in-toto's type", async () => {
    write(await listed());
    for (const how of [inBundle, asFile])
      expect(verify(how, "entries", `${TYPES}/revocations/v1`)).toMatch(/Verified OK/);
  });

  test("(machines, M-6) with the id that release 0.1 wrote, it takes a right statement in a bundle for forged", async () => {
    write(await say("verdict", { ...signer, form: "0.1" }));
    expect(verify(asFile, "SHA256SUMS")).toMatch(/Verified OK/);
    expect(() => verify(inBundle, "SHA256SUMS")).toThrow(/accepted signatures do not match threshold, Found: 0/);
  });
});

const READ = `
import json, sys
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

pem, keyid, kinds = json.load(open("kinds.json"))
key = SSlibKey.from_crypto(load_pem_public_key(pem.encode()), keyid=keyid)
for kind, said in kinds.items():
    envelope = Envelope.from_dict(said)
    envelope.verify([key], threshold=1)
    assert envelope.payload_type == "application/vnd.in-toto+json", envelope.payload_type
    statement = Statement.copy_from_pb(json_format.Parse(envelope.payload, statement_pb2.Statement()))
    statement.validate()
    print(kind, statement.pb.predicate_type, *(subject.name for subject in statement.pb.subject))
`;

const python = findForeign("securesystemslib");
describe.skipIf(python.path === null)(`statements ${python.title}`, () => {
  const read = (kinds: Record<string, unknown>) => {
    const keyid = (kinds["verdict"] as Envelope).signatures[0]?.keyid;
    writeFileSync(join(home, "kinds.json"), JSON.stringify([signer.publicKey.public_key, keyid, kinds]));
    return runForeign(python.path, ["-c", READ], home).trim().split("\n");
  };

  test("(machines, M-6) in-toto-attestation finds every kind valid, and securesystemslib takes each by one id of the key", async () => {
    const ofDecision = `${TYPES}/decision/v1 release content worked-example-1.0.0.zip`;
    expect(read(await everyKind())).toEqual([
      ...Object.keys(DETAILS).map((decision) => `${decision} ${ofDecision}`),
      `revocations ${TYPES}/revocations/v1 entries`,
      `handover ${TYPES}/key-handover/v1 key`,
      `retirement ${TYPES}/key-retirement/v1 key`,
    ]);
  });

  test("(machines, M-6) neither takes a changed statement, nor one without a subject", async () => {
    const verdict = await say("verdict");
    const payload = Buffer.from(verdict.payload, "base64").toString();
    const changed = Buffer.from(payload.replace("ALLOW", "BLOCK")).toString("base64");
    expect(() => read({ verdict: { ...verdict, payload: changed } })).toThrow(/do not match threshold/);
    const bare = JSON.stringify({ ...JSON.parse(payload), subject: [] });
    const sig = await signer.sign(preAuthEncoding(verdict.payloadType, Buffer.from(bare)));
    const signatures = [{ keyid: verdict.signatures[0]?.keyid, sig: Buffer.from(sig).toString("base64") }];
    const without = { ...verdict, payload: Buffer.from(bare).toString("base64"), signatures };
    expect(() => read({ verdict: without })).toThrow(/At least one subject required/);
  });
});
