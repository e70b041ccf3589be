import { createHash } from "node:crypto";
import { parseLeaf, parseTlogProof, verifyTlogProof } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { type FollowedLog, followedLog } from "../harness/followed-log.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { sampleZip } from "../harness/samples.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let log: FollowedLog;
let ada: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const yank = (release: string) =>
  call(api(`/skills/${release}/yank`), { token: ada, json: { reason: "leaks memory" } });
const unyank = (release: string) => call(api(`/skills/${release}/unyank`), { token: ada, method: "POST" });
const published = (name: string, version: string) => publishedAtOnce(registry, { token: ada, name, version });
/** Every leaf, once none is pending. */
const allLeaves = async () => {
  await until(async () => (await rowsOf(registry, "SELECT 1 FROM log_leaves WHERE position IS NULL")).length === 0);
  const [last] = await rowsOf<{ next: number }>(registry, "SELECT max(position) + 1 AS next FROM log_leaves");
  await until(async () => (await log.checkpoint()).checkpoint.tree.size === Number(last?.next));
  return log.leaves();
};
const ofVersion = async (name: string, version: string) =>
  (await allLeaves()).filter(({ fields }) => fields.name === name && fields.version === version);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  log = followedLog(registry.url);
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(() => registry.close());

describe("the registry's log", () => {
  test("every decision is a leaf that a person reads, in the order of the decisions", async () => {
    await published("weather", "1.0.0");
    await yank("weather/1.0.0");
    await unyank("weather/1.0.0");
    await call(api("/admin/skills/weather/1.0.0/quarantine"), {
      token: registry.adminToken,
      json: { reason: "a report about it" },
    });
    await call(api("/admin/skills/weather/1.0.0/release"), {
      token: registry.adminToken,
      json: { reason: "a report about it" },
    });
    await call(api("/skills/weather/1.0.0/purge"), { token: ada, json: { reason: "a secret" } });
    const leaves = await ofVersion("weather", "1.0.0");
    const decided = ["publish", "yank", "unyank", "quarantine", "release", "purge"];
    expect(leaves.map(({ kind }) => kind).filter((kind) => kind !== "newest")).toEqual(decided);
    const statements = (await call(api("/skills/weather/1.0.0/attestations"))).body.attestations;
    const digests = statements.map(
      ({ envelope }: { envelope: { payload: string } }) =>
        `sha256:${createHash("sha256").update(Buffer.from(envelope.payload, "base64")).digest("hex")}`,
    );
    expect(leaves.filter(({ kind }) => kind !== "newest").map(({ fields }) => fields.statement)).toEqual(digests);
    const created = (await log.leaves()).filter(({ kind }) => kind === "ownership");
    expect(created.map(({ fields }) => fields.publisher)).toEqual(["admin", "ada"]);
  });

  test("a decision has its proof soon after, and anybody checks it offline", async () => {
    await published("proven", "1.0.0");
    const decided = await yank("proven/1.0.0");
    expect(decided.status).toBe(200);
    expect(decided.body.log.leaf).toContain("kind: yank\n");
    expect(decided.body.log.proof_url).toBe(api("/skills/proven/1.0.0/proof"));
    const proofOf = async () => {
      const answer = await call(api("/skills/proven/1.0.0/proof"));
      expect(answer.status).toBe(200);
      const proof = parseTlogProof(answer.body as unknown as string);
      expect(parseLeaf(proof.extra ?? "").kind).toBe("yank");
      return proof;
    };
    const proof = await vi.waitFor(proofOf, { timeout: 15_000 });
    const policy = await log.policy();
    const entry = proof.extra ?? new Uint8Array();
    expect(await verifyTlogProof(proof, { entry, policy })).toMatchObject({ ok: true });
    const another = Buffer.from(Buffer.from(entry).toString().replace("proven", "proved"));
    expect(await verifyTlogProof(proof, { entry: another, policy })).toMatchObject({
      ok: false,
      reason: "not_included",
    });
  });

  test("a proof that is asked for right after the decision is waited for: no 503", async () => {
    await published("hurried", "1.0.0");
    for (let round = 0; round < 6; round += 1) {
      await (round % 2 === 0 ? yank : unyank)("hurried/1.0.0");
      const { status, body } = await call(api("/skills/hurried/1.0.0/proof"));
      expect([round, status]).toEqual([round, 200]);
      const leaf = parseLeaf(parseTlogProof(body as unknown as string).extra ?? "");
      expect(leaf.kind).toBe(round % 2 === 0 ? "yank" : "unyank");
    }
  });

  test("each statement has a proof of its own, and the newest version is one", async () => {
    for (const version of ["1.0.0", "1.1.0"]) await published("several", version);
    expect(await yank("several/1.1.0")).toMatchObject({ status: 200 });
    await allLeaves();
    const statements = (await call(api("/skills/several/1.1.0/attestations"))).body.attestations;
    for (const { sequence, decision } of statements) {
      const proof = await call(api(`/skills/several/1.1.0/proof?sequence=${sequence}`));
      expect(proof).toMatchObject({ status: 200 });
      expect(parseLeaf(parseTlogProof(proof.body as unknown as string).extra ?? "").kind).toBe(decision);
    }
    const newest = await call(api("/skills/several/proof"));
    expect(newest).toMatchObject({ status: 200 });
    const leaf = parseLeaf(parseTlogProof(newest.body as unknown as string).extra ?? "");
    expect(leaf).toMatchObject({ kind: "newest", fields: { name: "several", version: "1.0.0" } });
    expect((await call(api("/skills/several/1.1.0/proof?sequence=999999"))).status).toBe(404);
    expect((await call(api("/skills/nothing/1.0.0/proof"))).status).toBe(404);
    expect((await call(api("/skills/nothing/proof"))).status).toBe(404);
  });

  test("tiles are static files under the one spelling of their address", async () => {
    await allLeaves();
    const { tree } = (await log.checkpoint()).checkpoint;
    const tile = await fetch(`${registry.url}/log/tile/0/000.p/${Math.min(tree.size, 255)}`);
    expect([tile.status, tile.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    for (const path of [
      "tile/0/0",
      "tile/0/000.p/0",
      "tile/0/000/",
      "tile/64/000",
      "tile/0/..%2f..%2fcheckpoints",
      "x",
    ])
      expect((await fetch(`${registry.url}/log/${path}`)).status, path).toBe(404);
  });

  test("keys and what becomes of them are leaves", async () => {
    const gpg = await gpgIdentity("Ada <ada@example.org>");
    const added = await call(api("/publishers/ada/keys"), {
      token: ada,
      json: { kind: "openpgp", public_key: gpg.publicKey },
    });
    await call(api(`/publishers/ada/keys/${added.body.id}?as=compromised`), { token: ada, method: "DELETE" });
    gpg.close();
    const keys = (await allLeaves()).filter(({ kind }) => kind === "key");
    expect(keys.map(({ fields }) => [fields.publisher, fields.key, fields.change])).toEqual([
      ["ada", `openpgp:${added.body.fingerprint}`, "added"],
      ["ada", `openpgp:${added.body.fingerprint}`, "compromised"],
    ]);
  });

  test("200 yanks, unyanks and publishes of one version at once leave one legal history", async () => {
    await published("busy", "1.0.0");
    const asked = Array.from({ length: 200 }, (_, at) =>
      at % 3 === 0
        ? yank("busy/1.0.0")
        : at % 3 === 1
          ? unyank("busy/1.0.0")
          : publish(registry.url, ada, sampleZip({ name: "busy", version: "1.0.0" })),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const moves = (await ofVersion("busy", "1.0.0")).map(({ kind }) => kind).filter((kind) => kind !== "newest");
    expect(moves[0]).toBe("publish");
    for (const [at, kind] of moves.slice(1).entries()) expect(kind).toBe(at % 2 === 0 ? "yank" : "unyank");
    const moved = answers.filter(({ status }, at) => at % 3 !== 2 && status === 200).length;
    expect(moves).toHaveLength(moved + 1);
    const { body } = await call(api("/skills/busy/1.0.0"));
    expect(body.status).toBe(moves.length % 2 === 0 ? "yanked" : "published");
  });

  test("the database itself refuses a leaf that is changed, taken back or placed anew", async () => {
    await allLeaves();
    for (const write of [
      "UPDATE log_leaves SET leaf = 'x' WHERE position = 0",
      "UPDATE log_leaves SET position = position + 1000 WHERE position = 0",
      "DELETE FROM log_leaves WHERE position = 0",
      "TRUNCATE log_leaves",
    ])
      await expect(runSql(registry, write)).rejects.toThrow(/append-only/);
  });
});
