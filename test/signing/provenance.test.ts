import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, startInstance } from "../../packages/trust/test/sigstore-instance.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

const run = promisify(execFile);
const GITHUB = "https://token.actions.githubusercontent.com";
const REPOSITORY = "https://github.com/ada/skills";
const WORKFLOW = `${REPOSITORY}/.github/workflows/release.yml@refs/tags/v1.0.0`;
const GENERATOR =
  "https://github.com/slsa-framework/slsa-github-generator/.github/workflows/generator_generic_slsa3.yml@refs/tags/v2.1.0";
const COMMIT = "c".repeat(40);
const CERTIFIED = { issuer: GITHUB, runner: "github-hosted", repository: REPOSITORY, commit: COMMIT, config: WORKFLOW };
const V3 = "application/vnd.dev.sigstore.bundle.v0.3+json";

let instance: Awaited<ReturnType<typeof startInstance>>;
let registry: TestRegistry;
let place: string;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;

beforeAll(async () => {
  instance = await startInstance();
  place = mkdtempSync(join(tmpdir(), "provenance-"));
  writeFileSync(join(place, "root.json"), JSON.stringify(instance.root()));
  registry = await startTestRegistry({ environment: { SIGSTORE_TRUSTED_ROOT: join(place, "root.json") } });
  ada = await account(registry.url, registry.adminToken, "ada");
  const tarball = await fetch(`${registry.url}/cli/gaia-skill.tgz`);
  writeFileSync(join(place, "cli.tgz"), new Uint8Array(await tarball.arrayBuffer()));
  await run("tar", ["xzf", join(place, "cli.tgz"), "-C", place]);
});
afterAll(async () => {
  await registry.close();
  rmSync(place, { recursive: true });
});

const hex = (digest: string) => digest.replace(/^sha256:/, "");
/** What a build on GitHub Actions says that it made these bytes. */
const v1 = (sha256: string): Json => ({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "skill", digest: { sha256 } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: {
      buildType: "https://actions.github.io/buildtypes/workflow/v1",
      externalParameters: { workflow: { repository: REPOSITORY, path: ".github/workflows/release.yml" } },
      resolvedDependencies: [{ uri: `git+${REPOSITORY}@refs/tags/v1.0.0`, digest: { gitCommit: COMMIT } }],
    },
    runDetails: { builder: { id: "https://github.com/actions/runner/github-hosted" } },
  },
});
const v02 = (sha256: string): Json => ({
  _type: "https://in-toto.io/Statement/v0.1",
  subject: [{ name: "skill", digest: { sha256 } }],
  predicateType: "https://slsa.dev/provenance/v0.2",
  predicate: {
    builder: { id: GENERATOR },
    buildType: "https://github.com/slsa-framework/slsa-github-generator/generic@v1",
    invocation: { configSource: { uri: `git+${REPOSITORY}@refs/tags/v1.0.0`, digest: { sha1: COMMIT } } },
  },
});
const signed = (statement: Json, subject = WORKFLOW): Promise<Json> =>
  instance.bundle(new Uint8Array(), { statement, subject, certified: CERTIFIED });

const send = (name: string, bundle: Json, token = ada, type = V3) =>
  call(api(`/skills/${name}/1.0.0/attestations`), { token, type, body: JSON.stringify(bundle) });
const register = (token = ada, handle = "ada") =>
  call(api(`/publishers/${handle}/keys`), {
    token,
    json: { kind: "sigstore", identity: WORKFLOW.replace("v1.0.0", "*"), issuer: GITHUB },
  });

/** Published and inspected; with the bytes that were sent. */
async function published(name: string, token = ada) {
  const zip = sampleZip({ name });
  const sent = await publish(registry.url, token, zip);
  expect([sent.status, sent.body.detail]).toEqual([201, undefined]);
  return { zip, version: await inspected(registry.url, name, "1.0.0", token) };
}

const gaia = (...args: string[]) =>
  run(process.execPath, [join(place, "package/gaia-skill.js"), ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      GAIA_HOME: join(place, "home"),
      GAIA_REGISTRY: registry.url,
      GAIA_TOKEN: ada,
      SIGSTORE_TRUSTED_ROOT: join(place, "root.json"),
    },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
  );

test("nobody registered the workflow: level 1 and why; once it is registered, the same bundle counts for level 2", async () => {
  const { version } = await published("built");
  expect(version).toMatchObject({ build_level: 0, provenance: [] });
  const bundle = await signed(v1(hex(version.release_digest)));
  const first = await send("built", bundle);
  expect(first).toMatchObject({ status: 201, body: { build_level: 1, security_tier: "experimental" } });
  expect(first.body.provenance).toMatchObject([
    { level: 1, signer_registered: false, reason: expect.stringMatching(/has not registered/) },
  ]);
  expect((await send("built", bundle)).status).toBe(200);

  expect((await register()).status).toBe(201);
  expect(await send("built", bundle)).toMatchObject({ status: 200, body: { build_level: 2 } });
  const shown = (await call(api("/skills/built/1.0.0"))).body;
  // It names no publisher and no version: it raises no tier.
  expect(shown.security_tier).toBe("experimental");
  expect(shown.provenance).toMatchObject([
    {
      level: 2,
      subject: "release_digest",
      builder: "https://github.com/actions/runner/github-hosted",
      source_repository: REPOSITORY,
      source_commit: COMMIT,
      workflow: ".github/workflows/release.yml",
      signer_registered: true,
    },
  ]);
  const listed = (await call(api("/skills/built/1.0.0/attestations"))).body;
  expect(JSON.parse(listed.provenance[0].bundle)).toEqual(bundle);
  expect(listed.attestations.length).toBeGreaterThan(1);
  const page = String((await call(`${registry.url}/skills/built/1.0.0?tab=trust`)).body);
  expect(page).toContain("SLSA build level 2");

  const audit = (await call(api("/admin/audit?target=skill:built@1.0.0"), { token: registry.adminToken })).body;
  expect(audit.entries ?? audit.items).toContainEqual(
    expect.objectContaining({ action: "version.provenance", detail: expect.objectContaining({ level: 2 }) }),
  );
  const leaves = await rowsOf(registry, "SELECT leaf FROM log_leaves WHERE leaf LIKE '%kind: provenance%' ORDER BY id");
  const sha256 = createHash("sha256").update(JSON.stringify(bundle)).digest("hex");
  expect(leaves.map(({ leaf }) => leaf)).toEqual([
    expect.stringContaining(`bundle: sha256:${sha256}\nlevel: 1`),
    expect.stringContaining(`bundle: sha256:${sha256}\nlevel: 2`),
  ]);
});

test("attest, install and verify offline on the command line; what was changed fails", async () => {
  await register();
  const { version } = await published("built-cli");
  const file = join(place, "bundle.json");
  writeFileSync(file, JSON.stringify(await signed(v02(hex(version.content_digest)), GENERATOR)));
  const attested = await gaia("attest", "built-cli@1.0.0", "--provenance", file);
  expect(attested).toMatchObject({ code: 0, output: expect.stringMatching(/SLSA build level 3 from .*ada\/skills/) });
  expect((await gaia("info", "built-cli@1.0.0")).output).toMatch(/build +SLSA build level 3/);
  expect((await gaia("install", "built-cli@1.0.0", "--allow-experimental", "--yes")).code).toBe(0);
  const passed = await gaia("verify", "built-cli", "--offline");
  expect(passed).toMatchObject({ code: 0, output: expect.stringMatching(/✓ build +SLSA build level 3/) });

  const record = join(place, "home/skills/built-cli/signature.json");
  const kept = JSON.parse(readFileSync(record, "utf8"));
  kept.provenance[0].bundle = JSON.stringify(await signed(v1("0".repeat(64))));
  writeFileSync(record, JSON.stringify(kept));
  expect(await gaia("verify", "built-cli", "--offline")).toMatchObject({
    code: 5,
    output: expect.stringMatching(/✗ build +.*something else/),
  });
  expect(await gaia("attest", "built-cli@1.0.0", "--provenance", join(place, "none.json"))).toMatchObject({ code: 2 });
});

test("what it may name: the release, the content, an archive; at most four builds; all fall with the identity", async () => {
  const grace = await account(registry.url, registry.adminToken, "grace");
  const key = (await register(grace, "grace")).body;
  const { zip, version } = await published("named", grace);
  const archive = (kind: string) => {
    const { integrity } = version.artifacts.find((one: Json) => one.archive === kind);
    return Buffer.from(integrity.replace("sha256-", ""), "base64").toString("hex");
  };
  // The canonical zip is what was sent, here.
  expect(createHash("sha256").update(zip).digest("hex")).toBe(archive("zip"));
  const named = [hex(version.release_digest), hex(version.content_digest), archive("zip"), archive("tgz")];
  for (const sha256 of named) {
    const sent = await send("named", await signed(v1(sha256)), grace);
    expect([sent.status, sent.body.detail]).toEqual([201, undefined]);
  }
  const subjects = (await call(api("/skills/named/1.0.0"))).body.provenance.map((one: Json) => one.subject);
  expect(subjects).toEqual(["release_digest", "content_digest", "zip", "tgz"]);
  expect((await send("named", await signed(v1(archive("zip"))), grace)).status).toBe(409);

  await call(api(`/publishers/grace/keys/${key.id}?as=compromised`), { method: "DELETE", token: grace });
  const after = (await call(api("/skills/named/1.0.0"))).body;
  expect(after.build_level).toBe(1);
  expect(after.provenance[0]).toMatchObject({ signer_registered: false, reason: expect.stringMatching(/compromised/) });
});

describe("what is refused", () => {
  beforeAll(() => published("refused"));
  const digest = async () => hex((await call(api("/skills/refused/1.0.0"))).body.release_digest);

  test("a build of something else, a broken signature, another statement, a signature of the release", async () => {
    const good = await signed(v1(await digest()));
    const broken = structuredClone(good);
    broken.dsseEnvelope.payload = Buffer.from(JSON.stringify(v1(await digest()))).toString("base64") + "Cg==";
    const summary = { ...v1(await digest()), predicateType: "https://slsa.dev/verification_summary/v1" };
    const cases: [Json, RegExp][] = [
      [await signed(v1("0".repeat(64))), /something else/],
      [broken, /./],
      [await signed(summary), /predicate type/],
      [await instance.bundle(new Uint8Array(), { subject: WORKFLOW }), /no statement/],
      [{ mediaType: "x" }, /no Sigstore bundle/],
    ];
    for (const [bundle, reason] of cases)
      expect(await send("refused", bundle)).toMatchObject({
        status: 422,
        body: { code: "signature_invalid", detail: expect.stringMatching(reason) },
      });
    expect((await call(api("/skills/refused/1.0.0"))).body.provenance).toEqual([]);
  });

  test("by somebody who is no member, as another media type, of no such version, too long", async () => {
    const bundle = await signed(v1(await digest()));
    const mallory = await account(registry.url, registry.adminToken, "mallory");
    expect((await send("refused", bundle, mallory)).status).toBe(403);
    expect((await send("refused", bundle, ada, "application/pgp-signature")).status).toBe(415);
    expect((await send("nowhere", bundle)).status).toBe(404);
    expect((await send("refused", { ...bundle, padding: "x".repeat(262_144) })).status).toBe(413);
  });
});
