import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => registry.close());

test.each<[path: string, body: object | null, words: string]>([
  ["/skills?limit=900", null, 'limit: has to be at most 100; found "900"'],
  ["/skills?limit=many", null, 'limit: has to be a number; found "many"'],
  ["/skills?sort=age", null, expect.stringMatching(/^sort: has to be \w+ or .*; found "age"$/)],
  ["/admin/accounts", {}, "handle: is missing"],
  ["/admin/accounts", { handle: 7 }, "handle: has to be a text; found a number"],
  ["/admin/accounts", { handle: "Ada L" }, expect.stringMatching(/^handle: must be a handle: lower-case letters/)],
  [
    "/tokens",
    { name: "x".repeat(300), scopes: ["read"] },
    expect.stringMatching(/^name: has to have at most \d+ characters; it has 300$/),
  ],
  ["/tokens", { name: "ci", scopes: "read" }, "scopes: has to be a list; found a text"],
])("%s %j is refused in a sentence that names the field (first week, A7)", async (path, body, words) => {
  const answer = await call(`${registry.url}/api/v1${path}`, {
    token: registry.adminToken,
    ...(body !== null && { method: "POST", json: body }),
  });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", detail: words } });
  expect(JSON.stringify(answer.body)).not.toMatch(/Invalid|expected|received|Too (?:big|small)/);
});
