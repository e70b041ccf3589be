import { afterAll, beforeAll, expect, test } from "vitest";
import { writeZip } from "@gaia/archive";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
});
afterAll(() => registry.close());

const archiveOf = (folders: Readonly<Record<string, Record<string, string | Uint8Array>>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    writeZip(
      Object.entries(folders).flatMap(([folder, files]) =>
        Object.entries(files).map(([path, content]) => ({
          path: `${folder}/${path}`,
          bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
        })),
      ),
    ),
  );

async function until(person: Browser, page: string, words: RegExp): Promise<string> {
  for (;;) {
    const { status, body } = await person.get(page);
    expect(status, plain(body)).toBe(200);
    if (words.test(plain(body))) return body;
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const options = { publisher: "ada", default_version: "", visibility: "", staged: "false" };

test("an archive of many skills is checked, published by one word, and its page shows each until it is done", async () => {
  const form = await ada.get("/publish/many");
  expect(form.body).toContain('enctype="multipart/form-data"');
  const archive = archiveOf({
    one: sampleFiles({ name: "page-one" }),
    two: sampleFiles({ name: "page-two" }),
    bad: { "SKILL.md": '---\nname: "<b>Bad"\ndescription: x\nversion: 1\n---\n# Bad\n' },
  });
  const sent = await ada.upload("/publish/many", { ...options, package: archive });
  expect(sent.status, plain(sent.body)).toBe(303);
  const page = sent.headers.get("location") ?? "";
  expect(page).toMatch(/^\/publish\/many\/[0-9a-f-]{36}$/);
  const checked = await until(ada, page, /2 of 3 skills can be published/);
  expect(checked).not.toContain("<b>Bad");
  expect(plain(checked)).toMatch(/Refused \(1\)/);
  expect(checked).toContain("SKILL.md:2");
  expect((await ada.get("/skills/page-one")).status).toBe(404);

  // Nobody else's.
  expect((await bob.get(page)).status).toBe(404);
  expect((await bob.submit(page, {})).status).toBe(404);
  expect((await browser(registry.url).get(page)).status).toBe(303);

  const begun = await ada.submit(page, {});
  expect([begun.status, begun.headers.get("location")]).toEqual([303, page]);
  const done = await until(ada, page, /2 of 3 skills were sent on/);
  await registry.settle();
  expect(done).toContain('href="/skills/page-one/1.0.0"');
  expect(plain((await ada.get(page)).body)).toContain("Allow");
  expect((await ada.get("/publish/many")).body).toContain(`href="${page}"`);
  expect((await ada.get("/skills/page-two/1.0.0")).status).toBe(200);
});

test("an archive of nobody, and one without a skill, are refused with a page that says why", async () => {
  const archive = archiveOf({ one: sampleFiles({ name: "page-refused" }) });
  expect((await browser(registry.url).upload("/publish/many", { ...options, package: archive })).status).toBe(401);
  const none = await ada.upload("/publish/many", { ...options, package: archiveOf({ a: { "x.txt": "x" } }) });
  expect([none.status, plain(none.body).includes("No skill was found in it")]).toEqual([422, true]);
  const wrong = await ada.upload("/publish/many", { ...options, default_version: "soon", package: archive });
  expect([wrong.status, plain(wrong.body).includes("default_version")]).toEqual([400, true]);
});
