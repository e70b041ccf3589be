import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(() => registry.close());

/** What a process of the release before 0056 removes with a staged version that is rejected. */
const HANGING = [
  "findings WHERE inspection_id IN (SELECT id FROM inspections WHERE version_id = $)",
  "inspections WHERE version_id = $",
  ...["files", "artifacts", "signatures", "directory_signatures", "version_dependencies", "notices"].map(
    (table) => `${table} WHERE version_id = $`,
  ),
  ...["account_downloads", "downloads_daily", "reviews"].map((table) => `${table} WHERE version_id = $`),
  "versions WHERE id = $",
];

test("a process of the release before rejects a staged version whose downloads were counted by client", async () => {
  const staged = await call(`${registry.url}/api/v1/staged-versions?publisher=ada`, {
    token: ada,
    body: sampleZip({ name: "taken" }) as Uint8Array<ArrayBuffer>,
    type: "application/zip",
  });
  expect(staged.status).toBe(201);
  expect((await inspected(registry.url, "taken", "1.0.0", ada)).status).toBe("staged");
  await registry.settle();
  await runSql(
    registry,
    "INSERT INTO downloads_by_client SELECT id, '2026-11-28', 'api', 1 FROM versions WHERE status = 'staged'",
  );
  const [version] = await rowsOf<{ id: string }>(registry, "SELECT id::text FROM versions WHERE status = 'staged'");
  const deletes = HANGING.map((each) => `DELETE FROM ${each.replaceAll("$", version?.id ?? "")};`).join("\n");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('ada', 'version.reject', 'skill:taken@1.0.0'); ${deletes} COMMIT;`,
  );
  expect(await rowsOf(registry, "SELECT id FROM versions")).toEqual([]);
  expect(await rowsOf(registry, "SELECT version_id FROM downloads_by_client")).toEqual([]);
});
