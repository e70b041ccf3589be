import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { READ_SKILL, seedRegistry } from "./seed-registry.ts";

const ADMIN_TOKEN = "test-admin-token-of-24-characters-or-more";

test("the registry that is measured has as many skills as were asked for, each with its one version and found by search", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "seed-"));
  try {
    await seedRegistry(dataDir, { skills: 20, adminToken: ADMIN_TOKEN, databaseUrl: null });
    const registry = await startTestRegistry({ dataDir, withoutScanners: true });
    try {
      const listed = await call(`${registry.url}/api/v1/skills?limit=100`);
      const names = (listed.body.items as { name: string }[]).map(({ name }) => name);
      expect(names).toHaveLength(20);
      const other = names.find((name) => name !== READ_SKILL) ?? "";
      expect((await call(`${registry.url}/api/v1/skills/${other}/1.0.0`)).body).toMatchObject({ status: "published" });
      const found = await call(`${registry.url}/api/v1/search?q=${other}`);
      expect(found.body.hits[0]).toMatchObject({ name: other });
    } finally {
      await registry.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
