import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judgeCheckpoint, parsePolicy, parseTlogProof, type Policy, type Tree, verifyTlogProof } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { followedLog } from "../harness/followed-log.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";
import { startWitness, type WitnessServer } from "../harness/witness-server.ts";

let registry: TestRegistry;
let witness: WitnessServer;
let dataDir: string;
let policyFile: string;
let ada: string;

const start = async () => {
  const environment = { LOG_ORIGIN: "skills.example/log", LOG_POLICY: policyFile };
  registry = await startTestRegistry({ withoutScanners: true, dataDir, environment });
  return followedLog(registry.url);
};
const logOf = () => followedLog(registry.url);
const published = (name: string) => publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
const treeShown = async (): Promise<Tree> => (await logOf().checkpoint()).checkpoint.tree;
/** The newest tree, once every leaf is in one that the witness cosigned too. */
async function settled(): Promise<Tree> {
  const pending = () => rowsOf(registry, "SELECT 1 FROM log_leaves WHERE position IS NULL");
  await until(async () => (await pending()).length === 0);
  const [last] = await rowsOf<{ next: number }>(registry, "SELECT max(position) + 1 AS next FROM log_leaves");
  await until(async () => (await treeShown()).size === Number(last?.next));
  return treeShown();
}
const whole = (): Promise<Policy> =>
  call(`${registry.url}/api/v1/keys`).then(({ body }) =>
    parsePolicy(`log ${body.log.key}\n${witness.line}\nquorum honest\n`),
  );
const logSaid = async (): Promise<string> => (await call(`${registry.url}/readyz`)).body.log;
const names = async () =>
  (await logOf().leaves()).map(({ fields }) => fields.name).filter((name) => name !== undefined);

beforeAll(async () => {
  dataDir = await freshDataDir();
  policyFile = join(dataDir, "log-policy");
  witness = await startWitness("honest");
  await writeFile(policyFile, `${witness.line}\nquorum honest\n`);
  await start();
  witness.follow((await call(`${registry.url}/api/v1/keys`)).body.log.key);
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(async () => {
  await registry.close();
  await witness.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("L3 who rewrites the log is found out", () => {
  test("the witnesses of LOG_POLICY cosign, and while they are away what they cosigned last is shown", async () => {
    await published("first");
    const tree = await settled();
    expect(await logSaid()).toBe("whole");
    expect(await judgeCheckpoint(await whole(), await logOf().checkpoint())).toMatchObject({ ok: true });
    witness.isDown = true;
    await published("second");
    await until(async () => (await rowsOf(registry, "SELECT 1 FROM log_leaves WHERE position IS NULL")).length === 0);
    await until(async () => (await call(`${registry.url}/api/v1/skills/second/1.0.0/proof`)).status === 200);
    expect((await treeShown()).size).toBe(tree.size);
    witness.isDown = false;
    // Whatever is decided next is cosigned with all that went before.
    await published("third");
    expect((await settled()).size).toBeGreaterThan(tree.size + 1);
  });

  test("tiles that storage lost are written anew from the database, the same", async () => {
    const before = await settled();
    await registry.close();
    await rm(join(dataDir, "blobs/log"), { recursive: true });
    await start();
    await published("after-the-loss");
    const after = await settled();
    expect(after.size).toBeGreaterThan(before.size);
    expect((await logOf().leaves(before)).map(({ fields }) => fields.name)).toContain("after-the-loss");
  });

  test("L3 a row of the log that was rewritten or dropped in the database no longer holds against the tree", async () => {
    await published("changed");
    await settled();
    const policy = await whole();
    const proofOf = async (name: string) => {
      // As somebody, who is given nothing that was kept.
      const { body, status } = await call(`${registry.url}/api/v1/skills/${name}/1.0.0/proof`, { token: ada });
      return status === 200 ? parseTlogProof(body as unknown as string) : null;
    };
    const verdictOf = async (name: string) => {
      const proof = await proofOf(name);
      return proof && verifyTlogProof(proof, { entry: proof.extra ?? Buffer.of(), policy });
    };
    expect(await verdictOf("changed")).toMatchObject({ ok: true });
    const version = "(SELECT versions.id FROM versions JOIN skills ON skills.id = skill_id WHERE name = 'changed')";
    const asOwner = (sql: string) =>
      runSql(registry, `SET session_replication_role = replica; ${sql}; RESET session_replication_role`);
    await asOwner(
      `UPDATE log_leaves SET leaf = replace(leaf, 'publisher: ada', 'publisher: eve') WHERE version_id = ${version}`,
    );
    // The proof that is kept in memory is of the leaf that was there.
    registry.running.services.registry.log.proofs.set = () => undefined;
    await published("between");
    await settled();
    expect(Buffer.from((await proofOf("changed"))?.extra ?? []).toString()).toContain("publisher: eve");
    expect(await verdictOf("changed")).toMatchObject({ ok: false, reason: "not_included" });
    await asOwner(`DELETE FROM log_leaves WHERE version_id = ${version}`);
    expect(await proofOf("changed")).toBeNull();
    // Whoever follows the log has it as it was.
    expect(await names()).toContain("changed");
  });

  test("L3 a database restored from a backup forgets nothing that was logged", async () => {
    await registry.close();
    await cp(join(dataDir, "db"), join(dataDir, "db-backup"), { recursive: true });
    await start();
    await published("after-the-backup");
    const before = await settled();
    await registry.close();
    await rm(join(dataDir, "db"), { recursive: true });
    await cp(join(dataDir, "db-backup"), join(dataDir, "db"), { recursive: true });
    await start();
    expect((await call(`${registry.url}/api/v1/skills/after-the-backup`)).status).toBe(404);
    await published("after-the-restore");
    const after = await settled();
    expect(after.size).toBeGreaterThan(before.size);
    // It begins with what was there, which every follower and witness asks for.
    const since = await logOf().leaves(before);
    expect(since.map(({ fields }) => fields.name)).toContain("after-the-restore");
    expect(await names()).toContain("after-the-backup");
  });

  test("L3 a whole registry restored from an hour ago is refused by witness and monitor", async () => {
    await registry.close();
    const backup = `${dataDir}-backup`;
    await cp(dataDir, backup, { recursive: true });
    await start();
    await published("seen-by-all");
    const seen = await settled();
    await registry.close();
    for (const part of ["db", "blobs"]) {
      await rm(join(dataDir, part), { recursive: true });
      await cp(join(backup, part), join(dataDir, part), { recursive: true });
    }
    await rm(backup, { recursive: true });
    await start();
    const other = [];
    for (const name of ["other-a", "other-b", "other-c"]) other.push(published(name));
    await Promise.all(other);
    await until(async () => (await call(`${registry.url}/api/v1/skills/other-c/1.0.0/proof`)).status === 200);
    const proof = parseTlogProof(
      (await call(`${registry.url}/api/v1/skills/other-c/1.0.0/proof`)).body as unknown as string,
    );
    // Signed by the log, and by nobody else any more.
    expect(await judgeCheckpoint(await whole(), proof.signed)).toMatchObject({
      ok: false,
      reason: "too_few_witnesses",
    });
    expect(await judgeCheckpoint({ ...(await whole()), quorum: null }, proof.signed)).toMatchObject({ ok: true });
    // A monitor that was there before sees that it went back.
    await expect(logOf().leaves(seen)).rejects.toMatchObject({ code: "rolled_back" });
    await until(async () => (await logSaid()) !== "whole");
    expect(await logSaid()).toMatch(/^forked: witness honest cosigned /);
  });

  test("L3 /readyz says that the database holds another history than was signed, and stays 200", async () => {
    await runSql(
      registry,
      `SET session_replication_role = replica;
       UPDATE log_leaves SET leaf = replace(leaf, 'publisher: ada', 'publisher: eve') WHERE position = 1;
       DELETE FROM log_leaves WHERE position = 2; RESET session_replication_role`,
    );
    await registry.close();
    await rm(join(dataDir, "blobs/log"), { recursive: true });
    await start();
    await until(async () => (await logSaid()) === "forked: leaf 2 of the log is missing from the database");
    expect((await call(`${registry.url}/readyz`)).status).toBe(200);
  });
});
