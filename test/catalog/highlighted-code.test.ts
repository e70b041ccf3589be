import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;

const CODE = 'def greet(name):\n    return "hello " + name  # <script>alert(1)</script>\n';

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  const token = await account(registry.url, registry.adminToken, "ada");
  for (const version of ["1.0.0", "1.1.0"])
    await publishedAtOnce(registry, {
      token,
      name: "greeter",
      version,
      files: {
        ...sampleFiles({ name: "greeter", version, body: "```sh\nset -e # stop\n```\n" }),
        "scripts/greet.py": version === "1.0.0" ? CODE : CODE.replace("hello", "good day"),
        "scripts/large.py": "value_of_a_longer_line = 1\n".repeat(8_000),
      },
    });
});
afterAll(() => registry.close());

const page = (path: string, headers: Record<string, string> = {}) => fetch(`${registry.url}${path}`, { headers });
const html = async (path: string) => (await page(path)).text();
/** A reader who comes before the thread has its grammars sees it plain. */
const coloured = (path: string) => until(async () => (await html(path)).includes("hl-"));

test("code has its colours in a file, between two versions and in a read-me, as classes alone", async () => {
  await coloured("/skills/greeter/1.0.0/files/scripts/greet.py");
  const file = await html("/skills/greeter/1.0.0/files/scripts/greet.py");
  expect(file).toContain('<span class="hl-keyword">def</span> <span class="hl-function">greet</span>(name):');
  expect(file).toContain('<span class="hl-comment"># &lt;script&gt;alert(1)&lt;/script&gt;</span>');
  await coloured("/skills/greeter/compare/1.0.0...1.1.0");
  const compared = await html("/skills/greeter/compare/1.0.0...1.1.0");
  expect(compared).toMatch(/<ins class="line">.*<span class="hl-string">&quot;good day &quot;<\/span>.*<\/ins>/);
  expect(compared).toMatch(/<del class="line">.*<span class="hl-string">&quot;hello &quot;<\/span>.*<\/del>/);
  await coloured("/skills/greeter");
  const readme = await html("/skills/greeter");
  expect(readme).toContain(
    '<code><span class="hl-function">set</span> <span class="hl-constant">-e</span> <span class="hl-comment"># stop</span>',
  );
  for (const shown of [file, compared, readme]) expect(shown).not.toMatch(/ style=|<script>alert/);
});

test("a file's page stays the same for whoever has it", async () => {
  await coloured("/skills/greeter/1.0.0/files/scripts/greet.py");
  const first = await page("/skills/greeter/1.0.0/files/scripts/greet.py");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const again = await page("/skills/greeter/1.0.0/files/scripts/greet.py", { "if-none-match": etag });
  expect(again.status).toBe(304);
});

test("X6 a file too large for its colours is shown plain, with all of its lines", async () => {
  const shown = await html("/skills/greeter/1.0.0/files/scripts/large.py");
  expect(["hl-", 'id="L5000"'].map((part) => shown.includes(part))).toEqual([false, true]);
});
