import { afterAll, beforeAll, expect, test } from "vitest";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { account } from "../harness/api.ts";
import type { Browser } from "../harness/people.ts";
import { granted } from "../harness/peopled-registry.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let boss: Browser;
let audit = "";

/** The words of a page, one blank between two. */
async function wordsOf(path: string): Promise<string> {
  const { body } = await boss.get(path);
  return String(body)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  boss = (await adminInPerson(registry, "boss")).first;
  const token = await account(registry.url, registry.adminToken, "ada");
  for (const [version, permissions] of [
    ["1.2.0", ["network:read", "env:read"]],
    ["1.3.0", ["network:read", "shell:execute:git"]],
  ] as const) {
    const files = sampleFiles({ name: "tide-tables", version, permissions: [...permissions] });
    await publishedAtOnce(registry, { token, name: "tide-tables", version, files });
  }
  const raiser = await raiserOf(registry, "ada", token);
  await raiser.community("tide-tables", null, "1.3.0");
  raiser.close();
  const path = "/skills/tide-tables/1.3.0/promotion";
  audit = (await granted(registry.url, "POST", path, token, { tier: "verified" })).id;
});
afterAll(() => registry.close());

test("a permission that a version adds, and one that it drops: band, versions, comparison and audit say the same", async () => {
  const band = await wordsOf("/skills/tide-tables/1.3.0");
  expect(band).toMatch(/run git (?:\S+ ){1,6}new in 1\.3\.0/);
  expect(band).toMatch(/read environment variables (?:\S+ ){0,6}dropped since 1\.2\.0/);
  expect(band).not.toMatch(/fetch from any address (?:declared )?new in/);

  const versions = await wordsOf("/skills/tide-tables?tab=versions");
  expect(versions).toContain("may now run git no longer may read environment variables since 1.2.0");
  expect(versions).not.toContain("may now fetch");

  const compared = await wordsOf("/skills/tide-tables/compare/1.2.0...1.3.0");
  expect(compared).toContain("new shell:execute:git");
  expect(compared).toMatch(/(?:dropped|gone) env:read/);
  expect(compared).not.toContain("new network:read");

  const audited = await wordsOf(`/admin/promotions/${audit}`);
  expect(audited).toContain("Difference to 1.2.0");
  expect(audited).toMatch(/new: shell:execute:git/);
  expect(audited).toMatch(/gone: env:read/);
  expect(audited).not.toContain("new: network:read");
});
