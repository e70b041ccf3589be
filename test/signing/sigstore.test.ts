import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryOf, flip } from "../../packages/trust/test/sigstore-corruption.ts";
import {
  ISSUER,
  type Json,
  startInstance,
  statementOf,
  SUBJECT,
  type Wanted,
  WORKFLOW,
} from "../../packages/trust/test/sigstore-instance.ts";
import { sweep } from "@gaia/registry";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

type Instance = Awaited<ReturnType<typeof startInstance>>;

const ANY_TAG = `${WORKFLOW}@refs/tags/*`;
const TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1";
const V3 = "application/vnd.dev.sigstore.bundle.v0.3+json";

let registry: TestRegistry;
let ada: string;
let company: Instance;
let publicly: Instance;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const pemOf = (key: { export(options: { type: "spki"; format: "pem" }): string | Buffer }) =>
  key.export({ type: "spki", format: "pem" }).toString();

const register = (signer: object, token = ada, handle = "ada") =>
  call(api(`/publishers/${handle}/keys`), { token, json: { kind: "sigstore", ...signer } });
const keysOf = async (handle: string, token?: string) =>
  (await call(api(`/publishers/${handle}/keys`), token ? { token } : {})).body.keys as Json[];
const revoke = (id: string, as: string, handle = "ada", token = ada) =>
  call(api(`/publishers/${handle}/keys/${id}?as=${as}`), { method: "DELETE", token });
const sumsOf = async (name: string, token = ada, version = "1.0.0") =>
  new TextEncoder().encode((await call(api(`/skills/${name}/${version}/sums`), { token })).body as unknown as string);
const send = (name: string, bundle: Json, type = V3, token = ada) =>
  call(api(`/skills/${name}/1.0.0/signatures`), {
    token,
    type,
    body: typeof bundle === "string" ? bundle : JSON.stringify(bundle),
  });
const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).body.security_tier;
const fresh = async (name: string, token = ada, version = "1.0.0") => {
  expect((await publish(registry.url, token, sampleZip({ name, version }))).status).toBe(201);
  await inspected(registry.url, name, version, token);
  return sumsOf(name, token, version);
};
/** Its own account with one registered signer, and a skill of its own to sign. */
const publisherWith = async (handle: string, signer: object) => {
  const token = await account(registry.url, registry.adminToken, handle);
  const key = await register(signer, token, handle);
  expect(key.status).toBe(201);
  return { token, key: key.body, sums: await fresh(`${handle}-skill`, token), name: `${handle}-skill` };
};
const refusedSignature = (reason: RegExp, code = "signature_invalid") => ({
  status: 422,
  body: { code, detail: expect.stringMatching(reason) },
});

beforeAll(async () => {
  company = await startInstance();
  publicly = await startInstance();
  const dataDir = await freshDataDir();
  const files = [company, publicly].map((instance, index) => {
    const file = join(dataDir, `root-${index}.json`);
    writeFileSync(file, JSON.stringify(instance.root()));
    return file;
  });
  registry = await startTestRegistry({ dataDir, environment: { SIGSTORE_TRUSTED_ROOT: files.join(", ") } });
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(() => registry.close());

describe("POST /publishers/{handle}/keys with kind sigstore", () => {
  test("an identity is registered once, named by subject and issuer, and shown to others once it has signed", async () => {
    const { token, key, sums, name } = await publisherWith("grace", { identity: SUBJECT, issuer: ISSUER });
    expect(key).toMatchObject({
      kind: "sigstore",
      fingerprint: `${SUBJECT} (${ISSUER})`,
      identity: SUBJECT,
      issuer: ISSUER,
      algorithm: "oidc",
      proven_at: null,
    });
    const again = await register({ identity: SUBJECT, issuer: ISSUER }, token, "grace");
    expect(again).toMatchObject({ status: 200, body: { id: key.id } });
    expect(await keysOf("grace")).toEqual([]);
    expect(await keysOf("grace", token)).toHaveLength(1);

    expect((await send(name, await company.bundle(sums), V3, token)).status).toBe(201);
    expect(await keysOf("grace")).toMatchObject([{ identity: SUBJECT, proven_at: expect.any(String) }]);
    // As long as one may be, it is still a leaf of the log.
    const longest = { identity: "a".repeat(1_024), issuer: `${ISSUER}/${"b".repeat(511 - ISSUER.length)}` };
    expect((await register(longest, token, "grace")).status).toBe(201);
    // Somebody else's identity is nobody's to take away, and one may be several publishers'.
    expect((await register({ identity: SUBJECT, issuer: ISSUER }, ada, "grace")).status).toBe(403);
    expect((await register({ identity: SUBJECT, issuer: ISSUER })).status).toBe(201);
  });

  test("what is neither an identity nor a public key is refused in words, and registers nothing", async () => {
    const token = await account(registry.url, registry.adminToken, "nobody");
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
    const refused: [object, number, RegExp][] = [
      [{ identity: "*", issuer: ISSUER }, 422, /`\*` stands only for/],
      [{ identity: `${WORKFLOW}@*`, issuer: ISSUER }, 422, /`\*` stands only for/],
      [{ identity: SUBJECT, issuer: "https://*.example" }, 422, /`\*` stands only for/],
      [{ identity: SUBJECT, issuer: "http://token.example" }, 422, /issuer is no https address/],
      [{ identity: SUBJECT, issuer: "https://" }, 422, /issuer is no https address/],
      [{ identity: "a".repeat(1_025), issuer: ISSUER }, 400, /identity/],
      [{ identity: "ada@example.org\n", issuer: ISSUER }, 422, /printable ASCII/],
      [{ public_key: privateKey.export({ type: "pkcs8", format: "pem" }) }, 422, /private key/],
      [{ public_key: pemOf(weak) }, 422, /2048/],
      [{ public_key: JSON.stringify({ issuer: ISSUER, subject: SUBJECT }) }, 422, /PEM/],
      [{ identity: SUBJECT, issuer: ISSUER, public_key: pemOf(publicKey) }, 400, /either identity and issuer/],
      [{ identity: SUBJECT }, 400, /either identity and issuer/],
      [{}, 400, /either identity and issuer/],
    ];
    for (const [signer, status, words] of refused) {
      const answer = await register(signer, token, "nobody");
      expect([answer.status, answer.body.detail], JSON.stringify(signer)).toEqual([
        status,
        expect.stringMatching(words),
      ]);
    }
    expect(await keysOf("nobody", token)).toEqual([]);
  });

  test("keys and identities count together against what a publisher may have", async () => {
    const token = await account(registry.url, registry.adminToken, "hoarder");
    const most = registry.running.services.settings.PUBLISHER_KEYS;
    const answers = await Promise.all(
      Array.from({ length: most + 2 }, (_, n) =>
        register({ identity: `user-${n}@example.org`, issuer: ISSUER }, token, "hoarder"),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(most).fill(201), 409, 409]);
  });
});

describe("POST /skills/{name}/{version}/signatures with a Sigstore bundle", () => {
  const kinds: [string, Wanted, string][] = [
    ["v0.1", { version: "0.1" }, "application/vnd.dev.sigstore.bundle+json;version=0.1"],
    ["v0.2", { version: "0.2" }, "application/vnd.dev.sigstore.bundle+json;version=0.2"],
    ["v0.3", {}, V3],
    ["Rekor v2, as JSON", { rekor: 2, timestamps: [0] }, "application/json; charset=utf-8"],
  ];
  test.each(kinds)("%s of a registered workflow lifts to community", async (title, wanted, type) => {
    const handle = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const { token, sums, name } = await publisherWith(handle, { identity: ANY_TAG, issuer: ISSUER });
    const bundle = await company.bundle(sums, wanted);
    expect(await send(name, bundle, type, token)).toMatchObject({
      status: 201,
      body: { security_tier: "community" },
    });
    expect((await send(name, bundle, type, token)).status).toBe(200);
    const { body } = await call(api(`/skills/${name}/1.0.0/signatures`));
    expect(body.signatures).toEqual([
      expect.objectContaining({
        kind: "sigstore",
        signer: `${ANY_TAG} (${ISSUER})`,
        status: "valid",
        signature: JSON.stringify(bundle),
        public_key: JSON.stringify({ issuer: ISSUER, subject: ANY_TAG }),
      }),
    ]);
  });

  test("a statement about SHA256SUMS signs it; either configured instance counts, a third one does not", async () => {
    const { token, sums, name } = await publisherWith("linus", { identity: SUBJECT, issuer: ISSUER });
    const stranger = await (await startInstance()).bundle(sums);
    expect(await send(name, stranger, V3, token)).toMatchObject(refusedSignature(/promise|proof|chain/));
    const statement = await publicly.bundle(sums, { statement: statementOf(sums) });
    expect((await send(name, statement, V3, token)).status).toBe(201);
  });

  test("H-A10 an attestation about SHA256SUMS is kept as one: it signs nothing, raises nothing and holds nobody's next version", async () => {
    const { token, sums, name, key } = await publisherWith("tester", { identity: SUBJECT, issuer: ISSUER });
    const bundle = await company.bundle(sums, { statement: statementOf(sums, TEST_RESULT) });
    const sent = await send(name, bundle, V3, token);
    const attestation = { kind: "attestation", status: "valid", predicate_type: TEST_RESULT };
    expect(sent).toMatchObject({ status: 201, body: { security_tier: "experimental", signatures: [attestation] } });
    expect((await send(name, bundle, V3, token)).status).toBe(200);
    const { body } = await call(api(`/skills/${name}/1.0.0/signatures`));
    expect(body.signatures).toMatchObject([{ ...attestation, signature: JSON.stringify(bundle), key_id: key.id }]);
    await fresh(name, token, "1.1.0");
    expect((await call(api(`/skills/${name}/1.1.0`))).body.signer_change).toBeNull();
    expect((await send(name, await company.bundle(sums), V3, token)).body.security_tier).toBe("community");
    await revoke(key.id, "compromised", "tester", token);
    const statuses = (await call(api(`/skills/${name}/1.0.0`))).body.signatures.map((one: Json) => one.status);
    expect(statuses).toEqual(["revoked", "revoked"]);
  });

  test("H-A10 what an attestation raised, while any statement counted as a signature, falls in the next sweep", async () => {
    const { token, sums, name } = await publisherWith("raised", { identity: SUBJECT, issuer: ISSUER });
    const bundle = await company.bundle(sums, { statement: statementOf(sums, TEST_RESULT) });
    expect((await send(name, bundle, V3, token)).status).toBe(201);
    const asOnceKept = (to: string) =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
         UPDATE signatures SET ${to} WHERE version_id = (SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id
           WHERE s.name = '${name}'); COMMIT;`,
      );
    const ctx = { ...registry.running.services.registry, actor: null, requestId: null };
    await asOnceKept("status = 'valid', predicate_type = '', accepted_at = now()");
    await sweep(ctx, { neglectedAfterMs: 60_000, deadlineMs: null, isFirst: false });
    expect(await tierOf(name)).toBe("community");
    await asOnceKept("predicate_type = NULL");
    await sweep(ctx, { neglectedAfterMs: 60_000, deadlineMs: null, isFirst: false });
    const { body: fallen } = await call(api(`/skills/${name}/1.0.0`));
    expect(fallen).toMatchObject({ security_tier: "experimental", signatures: [{ kind: "attestation" }] });
    const { body } = await call(api(`/skills/${name}/1.0.0/attestations`));
    const { envelope } = body.attestations.at(-1);
    const statement = JSON.parse(Buffer.from(envelope.payload, "base64").toString());
    expect(statement.predicate.decision).toBe("tier");
    expect(statement.predicate.tier).toBe("experimental");
    expect(fallen.log.leaf).toContain("experimental");
    const { body: told } = await call(api("/notices"), { token });
    expect(told.items.map((notice: Json) => notice.text)).toContainEqual(
      expect.stringMatching(/fell from community to experimental: .*attestation/),
    );
    expect((await send(name, await company.bundle(sums), V3, token)).body.security_tier).toBe("community");
  });

  test("a managed key signs with its hint, without one, and not with another key's", async () => {
    const keys = { ec: generateKeyPairSync("ec", { namedCurve: "P-256" }), ed: generateKeyPairSync("ed25519") };
    const { token, sums, name, key } = await publisherWith("keeper", { public_key: pemOf(keys.ec.publicKey) });
    expect(key).toMatchObject({ identity: null, issuer: null, fingerprint: expect.stringMatching(/^SHA256:/) });
    expect((await register({ public_key: pemOf(keys.ed.publicKey) }, token, "keeper")).status).toBe(201);
    const made = (pair: "ec" | "ed", hint?: string) =>
      company.bundle(sums, { key: keys[pair], rekor: null, ...(hint !== undefined && { hint }) });
    const other = key.fingerprint.slice("SHA256:".length);
    expect(await send(name, await made("ed", other), V3, token)).toMatchObject({ status: 422 });
    expect((await send(name, await made("ed"), V3, token)).status).toBe(201);
    expect((await send(name, await made("ec", other), V3, token)).status).toBe(201);
  });

  test("what the media type says has to be what comes", async () => {
    const { token, sums, name } = await publisherWith("typist", { identity: SUBJECT, issuer: ISSUER });
    const bundle = await company.bundle(sums);
    expect(await send(name, bundle, "application/pgp-signature", token)).toMatchObject(refusedSignature(/armor/i));
    const armored = "-----BEGIN PGP SIGNATURE-----\n\niHUEABYK\n-----END PGP SIGNATURE-----\n";
    for (const text of [armored, "", "{", "null", "[]", "{}", '"\\u0000"'])
      expect(await send(name, text, V3, token)).toMatchObject(refusedSignature(/bundle/i));
    expect((await send(name, bundle, "text/json", token)).status).toBe(415);
    expect((await send(name, `${JSON.stringify(bundle)}${" ".repeat(65_536)}`, V3, token)).status).toBe(413);
  });
});

describe("a revoked identity", () => {
  test("as compromised takes its signatures and their tiers down, and is not registered or sent again", async () => {
    const { token, sums, name, key } = await publisherWith("mallory", { identity: ANY_TAG, issuer: ISSUER });
    const bundle = await company.bundle(sums);
    expect((await send(name, bundle, V3, token)).body.security_tier).toBe("community");
    expect(await revoke(key.id, "retired", "mallory", token)).toMatchObject({ body: { revoked_as: "retired" } });
    expect(await tierOf(name)).toBe("community");
    expect(await send(name, await company.bundle(sums), V3, token)).toMatchObject(refusedSignature(/revoked/));
    expect((await revoke(key.id, "compromised", "mallory", token)).status).toBe(200);
    expect(await tierOf(name)).toBe("experimental");
    const { body } = await call(api(`/skills/${name}/1.0.0/signatures`));
    expect(body.signatures).toMatchObject([{ status: "revoked" }]);
    expect(await send(name, bundle, V3, token)).toMatchObject(refusedSignature(/revoked/));
    // Each change of who signs is said in the log, once.
    const leaves = await rowsOf(
      registry,
      "SELECT leaf FROM log_leaves WHERE leaf LIKE '%publisher: mallory%' ORDER BY id",
    );
    const changes = leaves.map(({ leaf }) => /kind: identity\n[^]*subject: (.*)\nchange: (.*)\n/.exec(String(leaf)));
    expect(changes.filter(Boolean).map((change) => change?.slice(1))).toEqual([
      [ANY_TAG, "added"],
      [ANY_TAG, "retired"],
      [ANY_TAG, "compromised"],
    ]);
    const again = await register({ identity: ANY_TAG, issuer: ISSUER }, token, "mallory");
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/was revoked here/) } });
  });

  test("is not given back by a wildcard beside it", async () => {
    const { token, sums, name, key } = await publisherWith("walter", { identity: SUBJECT, issuer: ISSUER });
    expect((await register({ identity: ANY_TAG, issuer: ISSUER }, token, "walter")).status).toBe(201);
    await revoke(key.id, "compromised", "walter", token);
    expect(await send(name, await company.bundle(sums), V3, token)).toMatchObject(refusedSignature(/revoked/));
    const other = await company.bundle(sums, { subject: `${WORKFLOW}@refs/tags/v2.0.0` });
    expect((await send(name, other, V3, token)).status).toBe(201);
  });
});

describe("attacks on bundles, at the door", () => {
  let target: Awaited<ReturnType<typeof publisherWith>>;
  let elsewhere: Uint8Array;
  beforeAll(async () => {
    target = await publisherWith("victim", { identity: SUBJECT, issuer: ISSUER });
    elsewhere = await fresh(target.name, target.token, "1.1.0");
  });
  const dsse = () => ({ statement: statementOf(target.sums) });
  const onTarget = (bundle: Json) => send(target.name, bundle, V3, target.token);
  const refusals: [string, () => Wanted, (bundle: Json) => unknown, RegExp, string?][] = [
    [
      "G1 a certificate that holds, around a signature that does not",
      dsse,
      (b) => (b.dsseEnvelope.signatures[0].sig = flip(b.dsseEnvelope.signatures[0].sig)),
      /signature is not one of/,
    ],
    [
      "G2 an envelope that was signed as something else",
      () => ({ ...dsse(), payloadType: "text/plain" }),
      (b) => (b.dsseEnvelope.payloadType = "application/vnd.in-toto+json"),
      /signature is not one of/,
    ],
    [
      "G4 a certificate of another time",
      () => ({ loggedAt: new Date(Date.now() - 3_600_000) }),
      () => {},
      /does not hold at the time of signing/,
    ],
    ["G4 nobody who says when", () => ({ rekor: 2 }), () => {}, /expected 1 timestamps/],
    [
      "G5 an entry whose body was changed",
      () => ({}),
      (b) => (entryOf(b).canonicalizedBody = flip(entryOf(b).canonicalizedBody)),
      /inclusion promise/,
    ],
    ["G5 no promise and no proof", () => ({}), (b) => delete entryOf(b).inclusionProof, /inclusionProof/],
    ["G5 no entry at all", () => ({ rekor: null }), () => {}, /expected 1 timestamps/],
    ["G5 a certificate that no log has seen", () => ({ withoutSct: true }), () => {}, /expected 1 SCTs/],
    [
      "G6 another workflow",
      () => ({ subject: SUBJECT.replace("ada/skills", "eve/skills") }),
      () => {},
      /eve\/skills/,
      "signer_unknown",
    ],
    ["G6 a longer name", () => ({ subject: `${SUBJECT}.0` }), () => {}, /v1\.0\.0\.0/, "signer_unknown"],
  ];
  test.each(refusals)("%s", async (_, wanted, corrupt, reason, code) => {
    const bundle = await company.bundle(target.sums, wanted());
    corrupt(bundle);
    expect(await onTarget(bundle)).toMatchObject(refusedSignature(reason, code));
    expect(await tierOf(target.name)).toBe("experimental");
  });

  test("G3 one that was made for another release, and the reason names it", async () => {
    for (const wanted of [{}, { statement: statementOf(elsewhere) }])
      expect(await onTarget(await company.bundle(elsewhere, wanted))).toMatchObject(
        refusedSignature(/made for victim\/victim-skill 1\.1\.0/),
      );
  });

  test("G10 one that names the digest of this release and signs another", async () => {
    const bundle = await company.bundle(elsewhere);
    const { messageSignature } = await company.bundle(target.sums);
    bundle.messageSignature.messageDigest = messageSignature.messageDigest;
    expect(await onTarget(bundle)).toMatchObject(refusedSignature(/signature is not one of/));
    expect(await tierOf(target.name)).toBe("experimental");
  });
});

test("a trusted root that cannot be used stops the start, and says which", async () => {
  const dataDir = await freshDataDir();
  const file = join(dataDir, "root.json");
  writeFileSync(file, "{}");
  const start = (path: string) =>
    startTestRegistry({ withoutScanners: true, environment: { SIGSTORE_TRUSTED_ROOT: path } });
  for (const path of [file, join(dataDir, "none.json")])
    await expect(start(path)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining(`SIGSTORE_TRUSTED_ROOT: ${path}`),
    });
});
