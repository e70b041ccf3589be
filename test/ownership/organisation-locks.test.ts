import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { freshDatabase } from "../harness/services.ts";

await describeWith("postgres", "an organisation that is changed", () => {
  let registry: TestRegistry;
  let url: string;
  beforeAll(async () => {
    url = await freshDatabase();
    registry = await startTestRegistry({ withoutScanners: true, environment: { DATABASE_URL: url } });
  });
  afterAll(() => registry.close());

  test("R2 waits for nobody who only refers to it, as a publish that is under way does", async () => {
    const [ada] = [
      await account(registry.url, registry.adminToken, "ada"),
      await account(registry.url, registry.adminToken, "bob"),
    ];
    const api = (path: string) => `${registry.url}/api/v1${path}`;
    expect((await call(api("/publishers"), { token: ada, json: { handle: "acme" } })).status).toBe(201);
    const other = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await other.begin(async (sql) => {
        await sql`INSERT INTO notices (publisher_id, kind, text) SELECT id, 'staged', 'x' FROM publishers WHERE handle = 'acme'`;
        const invite = { token: ada, json: { account: "bob", role: "publisher" }, timeoutMs: 8_000 };
        expect((await call(api("/publishers/acme/invitations"), invite)).status).toBe(201);
      });
    } finally {
      await other.end();
    }
  });
});
