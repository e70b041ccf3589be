import { parseLeaf } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { until } from "../harness/until.ts";
import { rowsOf } from "../harness/rows.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const deprecate = (token: string, name: string, json: unknown) =>
  call(api(`/skills/${name}/1.0.0/deprecate`), { token, json });
const undo = (name: string) => call(api(`/skills/${name}/1.0.0/undeprecate`), { method: "POST", token: ada });
const order = async (query: string) =>
  (await call(api(`/search?q=${query}`))).body.hits.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const name of ["own-word", "tide-table", "tide-table-old", "tide-table-new"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
});
afterAll(() => registry.close());

describe("a deprecated version", () => {
  test("stays served, says why and what to use instead, and comes last in search until it is taken back", async () => {
    await until(async () => (await order("tide")).length === 3);
    const before = await order("tide");
    const [first] = before;
    const answer = await deprecate(ada, first, { message: "no longer\u202e kept", replacement: "tide-table-new" });
    const said = { message: "no longer kept", replacement: "tide-table-new", since: expect.any(String) };
    expect(answer).toMatchObject({ status: 200, body: { status: "published", deprecated: said } });
    expect((await call(api(`/skills/${first}`))).body).toMatchObject({
      deprecated: said,
      versions: [{ version: "1.0.0", deprecated: true }],
    });
    expect((await fetch(api(`/skills/${first}/1.0.0/download`))).status).toBe(200);
    expect(await order("tide")).toEqual([...before.slice(1), first]);
    // An exact name is always first.
    expect((await order(first))[0]).toBe(first);
    expect(await undo(first)).toMatchObject({ status: 200, body: { deprecated: null } });
    expect(await order("tide")).toEqual(before);
    expect((await undo(first)).status).toBe(409);
  });

  test("is its publisher's word: with an audit row and a leaf of the log for each change, none for the same again", async () => {
    const bob = await account(registry.url, registry.adminToken, "bob");
    expect((await deprecate(bob, "own-word", { message: "because" })).status).toBe(403);
    expect((await deprecate(ada, "own-word", { message: "x" })).status).toBe(400);
    expect((await deprecate(ada, "own-word", { message: "because", replacement: "own-word" })).status).toBe(409);
    for (let n = 0; n < 2; n += 1) expect((await deprecate(ada, "own-word", { message: "because" })).status).toBe(200);
    await undo("own-word");
    const rows = await rowsOf<{ leaf: string }>(
      registry,
      "SELECT leaf FROM log_leaves WHERE leaf LIKE '%name: own-word%' ORDER BY id",
    );
    const kinds = rows
      .map(({ leaf }) => parseLeaf(leaf))
      .filter(({ fields, kind }) => fields.name === "own-word" && kind.endsWith("deprecate"));
    expect(kinds.map(({ kind, fields }) => [kind, fields.by])).toEqual([
      ["deprecate", "ada"],
      ["undeprecate", "ada"],
    ]);
    const { items } = (await call(api("/admin/audit?target=skill:own-word@1.0.0"), { token: registry.adminToken }))
      .body;
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((one: string) => one.endsWith("deprecate"))).toEqual([
      "version.undeprecate",
      "version.deprecate",
    ]);
  });
});
