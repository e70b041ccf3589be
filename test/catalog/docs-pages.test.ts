import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let token: string;
/** Every page that a reader comes to from `/docs` by links within it. */
const pages = new Map<string, string>();

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${registry.url}${path}`, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const hrefs = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => textOf(href));

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { REGISTRY_NAME: "Acme skills" } });
  token = await account(registry.url, registry.adminToken, "ada");
  expect((await publish(registry.url, token, sampleZip({ name: "web-search" }))).status).toBe(201);
  await registry.settle();
  const collection = { token, method: "PUT", json: { title: "Search", skills: ["web-search"] } };
  expect((await call(`${registry.url}/api/v1/collections/ada/web-search`, collection)).status).toBe(201);
  const found = ["/docs"];
  for (const path of found) {
    if (pages.has(path)) continue;
    const { status, text } = await read(path);
    expect([path, status]).toEqual([path, 200]);
    pages.set(path, text);
    found.push(
      ...hrefs(text)
        .map((href) => href.split("#")[0] ?? "")
        .filter((href) => /^\/docs(?:\/|$)/.test(href)),
    );
  }
});
afterAll(() => registry.close());

test("each link of the documentation leads to a page that is there, and to a heading that it has", async () => {
  expect(pages.size).toBeGreaterThan(45);
  const others = new Set<string>();
  for (const [path, html] of pages) {
    for (const href of hrefs(html)) {
      if (/^(?:https?:|mailto:)/.test(href)) continue;
      const url = new URL(href, `${registry.url}${path}`);
      const target = pages.get(url.pathname);
      if (target === undefined) others.add(url.pathname);
      else if (url.hash !== "" && url.hash !== "#main")
        expect([path, href, target.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`)]).toEqual([
          path,
          href,
          true,
        ]);
    }
  }
  for (const path of others) expect([path, [200, 303].includes((await read(path)).status)]).toEqual([path, true]);
});

test("the pages speak of the registry that they are at, and of no other", () => {
  for (const [path, html] of pages) expect([path, html.includes("skills.example.com")]).toEqual([path, false]);
  expect(pages.get("/docs")).toContain("Acme skills");
  expect(pages.get("/docs/apm")).toContain(`apm config set registry.gaia.url ${registry.url}/apm`);
});

test("a reader walks through all of them by next, and back", () => {
  const walked = ["/docs/first-skill"];
  for (const path of walked) {
    const next = / rel="next" href="([^"]*)"/.exec(pages.get(path) ?? "")?.[1];
    if (next === undefined) continue;
    expect(pages.get(next)).toContain(`rel="prev" href="${path}"`);
    walked.push(next);
  }
  expect([...walked, "/docs"].toSorted()).toEqual([...pages.keys()].toSorted());
});

test("caches keep them, crawlers and agents find them, and the old address of the reference leads there", async () => {
  const { headers } = await read("/docs/trust");
  expect(headers.get("cache-control")).toBe("no-cache");
  expect((await read("/docs/trust", { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  const [sitemap, llms] = [(await read("/sitemap.xml")).text, (await read("/llms.txt")).text];
  for (const path of [...pages.keys(), "/keys"]) expect(sitemap).toContain(`<loc>${registry.url}${path}</loc>`);
  for (const path of ["/docs/trust", "/docs/api", "/keys"]) expect(llms).toContain(`${registry.url}${path})`);
  const old = await read("/api/v1/docs");
  expect([old.status, old.headers.get("location")]).toEqual([301, "/docs/api"]);
  expect((await read("/docs/nothing")).status).toBe(404);
  expect((await read("/docs/api/nothing")).status).toBe(404);
});

test("the keys page has the fingerprints, the log's keys and the hub's, as the addresses for programs give them", async () => {
  const page = textOf((await read("/keys")).text);
  const { keys, log } = JSON.parse((await read("/api/v1/keys")).text);
  for (const said of [
    keys[0].fingerprint,
    keys[0].ssh_fingerprint,
    keys[0].public_key.trim(),
    log.origin,
    log.key,
    log.cosigner,
  ])
    expect(page).toContain(said);
  expect(page).toContain((await read("/hub/keys/registry.pub")).text.trim());
});

await describeWith("curl", "the commands of the reference", ({ url: curl }) => {
  /** What answers otherwise than 200 here: nothing has the id, the digest or the state that the example names. */
  const OTHERWISE: Readonly<Record<string, number>> = {
    getBlob: 404,
    getContest: 404,
    getReport: 404,
    getMirror: 404,
    getRescan: 404,
    getBatch: 404,
    listWebhookDeliveries: 404,
    listRegistryWebhookDeliveries: 404,
  };

  const commands = () =>
    [...pages].flatMap(([path, html]) =>
      html
        .split('<section class="operation">')
        .slice(1)
        .map((part) => ({
          path,
          id: /<h2 id="(\w+)">/.exec(part)?.[1] ?? "",
          command: textOf(/<code>(curl [\s\S]*?)<\/code>/.exec(part)?.[1] ?? ""),
          isOpen: part.includes("Anybody; no token is needed"),
        })),
    );
  const reading = () => commands().filter(({ command }) => !command.startsWith("curl -X"));

  test("that read are answered by a real registry as they stand", async () => {
    const asked = await Promise.all(
      reading().map(async ({ id, path, command }): Promise<[string, number]> => {
        const run = command.replace("curl", `${curl} -s -o /dev/null -w '%{http_code}'`);
        const secret = path.includes("/admin-") ? registry.adminToken : token;
        const { stdout } = await promisify(execFile)("sh", ["-c", run], { env: { GAIA_TOKEN: secret } });
        return [id, Number(stdout)];
      }),
    );
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter(([id, status]) => status !== (OTHERWISE[id] ?? 200))).toEqual([]);
  });

  test("all name this registry, and a token where one is needed", () => {
    for (const { path, command, isOpen } of commands()) {
      expect([path, command]).toEqual([path, expect.stringContaining(`${registry.url}/api/v1/`)]);
      expect([command, command.includes("$GAIA_TOKEN")]).toEqual([command, !isOpen]);
    }
  });
});
