import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPublicKey } from "node:crypto";
import { sha256Hex } from "@gaia/archive";
import {
  type BundleIndex,
  fromBytes,
  goesWithRelease,
  indexText,
  openBundle,
  type OpenBundle,
  writeRelease,
} from "@gaia/bundle";
import {
  generateSigningKey,
  registrySigner,
  type Revocation,
  revocationsText,
  signBundle,
  signRevocations,
} from "@gaia/trust";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

const [ours, another] = [generateSigningKey(), generateSigningKey()];
const publicOf = (pem: string) => registrySigner(pem).publicKey.public_key;
const inQuery = (pem: string) =>
  createPublicKey(publicOf(pem)).export({ type: "spki", format: "der" }).toString("base64url");

let here: TestRegistry;
let home: CliHome;
let bundle: OpenBundle;
const api = (path: string) => `${here.url}/api/v1${path}`;
const place = (name: string) => join(home.dir, name);
const importing = (...options: string[]) =>
  home.run(["admin", "import-bundle", place("b.tar"), "--json", ...options], {
    env: { GAIA_TOKEN: here.adminToken, GAIA_REGISTRY: here.url },
  });

/** One release as it is sent, with one byte changed where `at` says. */
async function sent(name: string, at?: number): Promise<Uint8Array<ArrayBuffer>> {
  const release = { name, version: "1.0.0" };
  const files = bundle.index.files.filter(({ path }) => goesWithRelease(path, release));
  const read = async ({ path }: { path: string }) => (await bundle.read(path)) ?? new Uint8Array();
  const signature = JSON.stringify(bundle.signature);
  const bytes = new Uint8Array(await writeRelease({ index: bundle.indexText, signature, files, read }));
  if (at !== undefined) bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
/** One release as a registry with `ours` could send it: other texts in some files, another index, signed anew. */
async function signedAnew(
  name: string,
  {
    texts = {},
    index: change,
    without,
  }: { texts?: Record<string, string>; index?: Partial<BundleIndex>; without?: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const all = bundle.index.files.filter(({ path }) => path !== without);
  const files = all.map((file) => {
    const text = texts[file.path];
    return text === undefined
      ? file
      : { ...file, size_bytes: Buffer.byteLength(text), sha256: sha256Hex(Buffer.from(text)) };
  });
  const index = { ...bundle.index, ...change, files };
  const { registry, created_at: at, releases } = index;
  const text = indexText(index);
  const head = { registry, issued_at: at, releases: releases.length };
  const signature = JSON.stringify(await signBundle(registrySigner(ours), head, sha256Hex(Buffer.from(text))));
  const read = async ({ path }: { path: string }) => {
    const other = texts[path];
    return other === undefined ? ((await bundle.read(path)) ?? new Uint8Array()) : new Uint8Array(Buffer.from(other));
  };
  const own = files.filter(({ path }) => goesWithRelease(path, { name, version: "1.0.0" }));
  return new Uint8Array(await writeRelease({ index: text, signature, files: own, read }));
}

/** A list of revocations with one entry. */
async function revoking(entry: Revocation, key = ours): Promise<string> {
  const { sequence, issued_at } = bundle.index.revocations;
  const head = { registry: bundle.index.registry, sequence, issued_at, expires_at: issued_at, count: 1 };
  const envelope = await signRevocations(registrySigner(key), head, revocationsText([entry]));
  return JSON.stringify({ envelope, entries: [entry] });
}
const textIn = async (path: string) => Buffer.from((await bundle.read(path)) ?? []).toString();

const put = (name: string, key: string, body: Uint8Array<ArrayBuffer>, token = here.adminToken) =>
  call(api(`/admin/imports/${name}/1.0.0?key=${inQuery(key)}`), {
    method: "PUT",
    token,
    body,
    type: "application/x-tar",
  });

beforeAll(async () => {
  const there = await startTestRegistry({ withoutScanners: true, environment: { SIGNING_KEY: ours } });
  const ada = await account(there.url, there.adminToken, "ada");
  for (const name of ["tool", "taken-one", "for-attacks", "with-extras"])
    await publishedAtOnce(there, { token: ada, name, version: "1.0.0" });
  await there.settle();
  await runSql(
    there,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:tool@1.0.0');
     UPDATE versions SET tier = 'verified' WHERE skill_id = (SELECT id FROM skills WHERE name = 'tool'); COMMIT;`,
  );
  const response = await fetch(`${there.url}/api/v1/admin/bundles`, {
    method: "POST",
    headers: { authorization: `Bearer ${there.adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ everything: true }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  await there.close();
  here = await startTestRegistry({ withoutScanners: true });
  home = await cliHome(here.url);
  const eve = await account(here.url, here.adminToken, "eve");
  await publishedAtOnce(here, { token: eve, name: "taken-one", version: "0.1.0" });
  await writeFile(place("b.tar"), bytes);
  await writeFile(place("ours.pem"), publicOf(ours));
  await writeFile(place("another.pem"), publicOf(another));
  bundle = await openBundle(fromBytes(bytes));
}, 120_000);
afterAll(async () => {
  await home?.remove();
  await here?.settle();
  await here?.close();
});

describe("one release of another registry's bundle", () => {
  test("G1 is taken of no key but the one that signed it, and by an admin alone", async () => {
    const wrong = await put("for-attacks", another, await sent("for-attacks"));
    expect([wrong.status, wrong.body["code"]]).toEqual([422, "signature_invalid"]);
    const ada = await account(here.url, here.adminToken, "ada");
    expect((await put("for-attacks", ours, await sent("for-attacks"), ada)).status).toBe(403);
    expect((await call(api("/skills/for-attacks"))).status).toBe(404);
  });

  test("G1 is refused with one byte changed, as another release than it is, and as what is no bundle", async () => {
    const { length } = await sent("for-attacks");
    for (const at of [3, 700, Math.floor(length / 2), length - 1_200, length - 1]) {
      const { status } = await put("for-attacks", ours, await sent("for-attacks", at));
      expect([at, status]).toEqual([at, 422]);
    }
    expect((await put("tool", ours, await sent("for-attacks"))).status).toBe(422);
    expect((await put("nobodys", ours, await sent("for-attacks"))).status).toBe(422);
    expect((await put("for-attacks", ours, new Uint8Array(4096))).status).toBe(422);
    expect((await put("for-attacks", ours, new Uint8Array(0))).status).toBeGreaterThanOrEqual(400);
    expect((await call(api("/skills/for-attacks"))).status).toBe(404);
  });
});

describe("what the other registry says", () => {
  const release = () => {
    const found = bundle.index.releases.find(({ name }) => name === "for-attacks");
    if (found === undefined) throw new Error("it is not in the bundle");
    return found;
  };
  const entry = (change: Partial<Revocation> = {}): Revocation => ({
    name: "for-attacks",
    version: "1.0.0",
    publisher: "ada",
    release_digest: release().release_digest,
    status: "quarantined",
    tier: null,
    since_sequence: 1,
    at: "2026-01-01T00:00:00.000Z",
    ...change,
  });

  test("G9 a release that its list of revocations names is refused, and so is one without that list", async () => {
    const withList = async (list: string) =>
      put("for-attacks", ours, await signedAnew("for-attacks", { texts: { "revocations.json": list } }));
    for (const one of [
      entry(),
      entry({ name: null, version: null }),
      entry({ release_digest: `sha256:${"0".repeat(64)}` }),
    ]) {
      const { status, body } = await withList(await revoking(one));
      expect([status, body["code"], body["detail"]]).toEqual([
        422,
        "invalid_package",
        expect.stringContaining("quarantined"),
      ]);
    }
    const foreign = await withList(await revoking(entry({ status: "published" }), another));
    expect([foreign.status, foreign.body["code"]]).toEqual([422, "signature_invalid"]);
    const emptied = JSON.stringify({ ...JSON.parse(await revoking(entry())), entries: [] });
    for (const list of [emptied, "{}", "[", "null"])
      expect((await withList(list)).body["code"]).toBe("signature_invalid");
    const bare = await put("for-attacks", ours, await signedAnew("for-attacks", { without: "revocations.json" }));
    expect(bare.body["code"]).toBe("signature_invalid");
    expect((await call(api("/skills/for-attacks"))).status).toBe(404);
  });

  test("G3 its statements are kept as far as its key signed them about this release", async () => {
    const path = "skills/with-extras/1.0.0/attestations.json";
    const [own, others] = await Promise.all(
      [path, "skills/tool/1.0.0/attestations.json"].map(async (one) => JSON.parse(await textIn(one)).attestations),
    );
    expect(own.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
    const attestations = [...others, { envelope: null }, 7, ...own, { envelope: { payload: "x".repeat(1_000) } }];
    const sentAs = await signedAnew("with-extras", { texts: { [path]: JSON.stringify({ attestations }) } });
    const taken = await put("with-extras", ours, sentAs);
    expect([taken.status, taken.body["newer_bundle"]]).toEqual([201, null]);
    const kept = await rowsOf(here, "SELECT jsonb_array_length(statements) AS count FROM imported_versions");
    expect(kept).toEqual([{ count: own.length }]);
  });

  test("G9 a bundle that is older than one that was imported before is said to be", async () => {
    const older = await signedAnew("with-extras", { index: { created_at: "2026-01-01T00:00:00.000Z" } });
    const { status, body } = await put("with-extras", ours, older);
    expect([status, body["newer_bundle"]]).toEqual([200, bundle.index.created_at]);
  });
});

describe("import-bundle", () => {
  test("takes none that is older than --max-age", async () => {
    const old = await importing("--key", place("ours.pem"), "--max-age", "0m");
    expect([old.code, `${old.stdout}${old.stderr}`]).toEqual([5, expect.stringContaining("you allow 0m")]);
    expect((await call(api("/skills/tool"))).status).toBe(404);
  });

  test("without a key that is pinned or named nothing is sent", async () => {
    expect((await importing()).code).toBe(5);
    expect((await importing("--key", place("another.pem"))).code).toBe(5);
    expect((await call(api("/skills/tool"))).status).toBe(404);
  });

  test("publishes what it may: experimental, inspected here, with the word of the other registry kept", async () => {
    const { code, stdout } = await importing("--key", place("ours.pem"));
    const said = JSON.parse(stdout);
    expect([code, said.releases]).toEqual([
      4,
      [
        { name: "for-attacks", version: "1.0.0", outcome: "published", reason: null },
        { name: "taken-one", version: "1.0.0", outcome: "refused", reason: expect.stringContaining("taken-one") },
        { name: "tool", version: "1.0.0", outcome: "published", reason: null },
        { name: "with-extras", version: "1.0.0", outcome: "there", reason: null },
      ],
    ]);
    await here.settle();
    const version = (await call(api("/skills/tool/1.0.0"))).body;
    expect(version).toMatchObject({ security_tier: "experimental", publisher: "admin", status: "published" });
    expect(version["imported_from"]).toMatchObject({
      registry: bundle.index.registry,
      bundle: bundle.indexSha256,
      bundle_created_at: bundle.index.created_at,
      publisher: "ada",
    });
    expect(version["mirrored_from"]).toBeNull();
    expect(version["inspection_id"]).toEqual(expect.any(String));
    const rows = (await call(api("/admin/audit?action=version.import"), { token: here.adminToken })).body["items"];
    const row = rows.find((one: { target: string }) => one.target === "skill:tool@1.0.0");
    expect(row.detail).toMatchObject({
      registry: bundle.index.registry,
      bundle: bundle.indexSha256,
      key_fingerprint: registrySigner(ours).publicKey.fingerprint,
      security_tier: bundle.index.releases.find(({ name }) => name === "tool")?.security_tier,
    });
  });

  test("the same again publishes nothing", async () => {
    const { stdout } = await importing("--key", place("ours.pem"));
    expect(JSON.parse(stdout).releases.map((one: { outcome: string }) => one.outcome)).toEqual([
      "there",
      "refused",
      "there",
      "there",
    ]);
    const rows = (await call(api("/admin/audit?action=version.import"), { token: here.adminToken })).body["items"];
    expect(rows).toHaveLength(3);
  });

  test("one that was altered is refused as a whole", async () => {
    const bytes = await readFile(place("b.tar"));
    const at = bytes.length - 3_000;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(place("b.tar"), bytes);
    expect((await importing("--key", place("ours.pem"))).code).toBe(5);
  });
});
