import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
let gpg: GpgIdentity;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const versionOf = (person: Browser, name: string) => person.get(`/api/v1/skills/${name}/1.0.0`);
/** What the form that publishes carries, as a browser would send it again. */
const confirming = (html: string): Record<string, string> => {
  const form = /<form[^>]*>(?:<input type="hidden"[^>]*>)*/g;
  const found = [...html.matchAll(form)].map(([text]) => text).find((text) => text.includes('value="publish"')) ?? "";
  return Object.fromEntries(
    [...found.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
};

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  gpg = await gpgIdentity("Ada <ada@example.org>");
});
afterAll(async () => {
  gpg?.close();
  await registry.close();
});

describe("publishing by upload", () => {
  test("a dry run keeps nothing; its form publishes these bytes, and the page shows the scan until it is done", async () => {
    expect((await ada.get("/publish")).body).toContain('enctype="multipart/form-data"');
    const archive = sampleZip({ name: "by-page", description: "<i>Sent</i> by a page" });
    const dry = await ada.upload("/publish", {
      do: "check",
      package: archive,
      publisher: "ada",
      visibility: "default",
      how: "publish",
      version: "",
    });
    expect(dry.status, plain(dry.body)).toBe(200);
    expect(dry.headers.get("cache-control")).toBe("private, no-store");
    expect(plain(dry.body)).toContain("It can be published.");
    expect(dry.body).toContain("&lt;i&gt;Sent&lt;/i&gt; by a page");
    expect((await versionOf(ada, "by-page")).status).toBe(404);

    const release = registry.holdInspection("by-page");
    const sent = await ada.upload("/publish", confirming(dry.body));
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/skills/by-page/1.0.0"]);
    const waiting = await ada.get("/skills/by-page/1.0.0");
    expect(waiting.body).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
    expect(waiting.body).toContain(
      '<scan-progress events="/skills/by-page/1.0.0/scan-events" src="/api/v1/skills/by-page/1.0.0"',
    );
    release();
    await registry.settle();
    const done = await ada.get("/skills/by-page/1.0.0");
    expect(done.body).not.toContain("http-equiv");
    expect(done.body).toContain('href="/skills/by-page/settings"');
    expect((await bob.get("/skills/by-page/1.0.0")).body).not.toContain("/settings");
    const { body } = await call(`${registry.url}/api/v1/skills/by-page/1.0.0`);
    expect(body).toMatchObject({ publisher: "ada", status: "published" });
  });

  test("says what is wrong with a package, and takes none that cannot be read", async () => {
    const wrong = await ada.upload("/publish", {
      do: "check",
      package: zipOf({ "SKILL.md": "---\nname: NOT A NAME\n---\n" }),
      publisher: "ada",
    });
    expect(wrong.status).toBe(422);
    expect(plain(wrong.body)).toContain("It cannot be published.");
    expect(wrong.body).toMatch(/<li class="error">/);
    expect(confirming(wrong.body)).toEqual({});
    const none = await ada.upload("/publish", {
      do: "check",
      package: new TextEncoder().encode("not a zip"),
      publisher: "ada",
      version: "2.0.0",
    });
    expect(none.status).toBeGreaterThanOrEqual(400);
    expect(plain(none.body)).toContain("Not done");
    expect(none.body).toContain('value="2.0.0"');
    const empty = await ada.upload("/publish", { do: "check", package: new Uint8Array() });
    expect([empty.status, plain(empty.body).includes("Choose a package")]).toEqual([400, true]);
  });

  test("as another publisher, and staged: its publisher alone sees it", async () => {
    const archive = sampleZip({ name: "staged-here" });
    const theirs = await bob.upload("/publish", { do: "publish", package: archive, publisher: "ada", how: "publish" });
    expect(theirs.status).toBe(403);
    const staged = await ada.upload("/publish", { do: "publish", package: archive, publisher: "ada", how: "stage" });
    expect(staged.headers.get("location")).toBe("/skills/staged-here/1.0.0");
    await registry.settle();
    expect((await versionOf(ada, "staged-here")).body.status).toBe("staged");
    expect((await versionOf(bob, "staged-here")).status).toBe(404);
  });

  test("T13 strangers and other sites send nothing", async () => {
    const package_ = sampleZip({ name: "from-outside" });
    const led = await browser(registry.url).get("/publish");
    expect(led.status).toBe(303);
    expect((await browser(registry.url).upload("/publish", { do: "publish", package: package_ })).status).toBe(401);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
      expect(
        (await ada.upload("/publish", { do: "publish", package: package_, publisher: "ada" }, headers)).status,
      ).toBe(403);
    expect((await versionOf(ada, "from-outside")).status).toBe(404);
  });
});

describe("signing by a page", () => {
  const PAGE = "/skills/signed-here/1.0.0/sign";

  test("takes a detached signature of one's own sums, and no other file", async () => {
    await ada.submit("/publishers/ada/keys", { do: "openpgp", public_key: gpg.publicKey });
    await ada.upload("/publish", {
      do: "publish",
      package: sampleZip({ name: "signed-here" }),
      publisher: "ada",
      how: "publish",
    });
    await registry.settle();
    const page = await ada.get(PAGE);
    expect(page.status).toBe(200);
    // It sends nobody to sums of the registry's.
    expect(page.body).not.toContain("/sums");
    expect(plain(page.body)).toContain("sums of the files on your own machine");
    const sums = (await call(`${registry.url}/api/v1/skills/signed-here/1.0.0/sums`)).body as unknown as string;
    const wrong = await ada.upload(PAGE, { signature: new TextEncoder().encode("hello") });
    expect([wrong.status, plain(wrong.body).includes("neither an armored")]).toEqual([400, true]);
    const others = await ada.upload(PAGE, { signature: new TextEncoder().encode(gpg.sign(`${sums}\n`)) });
    expect(others.status).toBeGreaterThanOrEqual(400);
    expect((await versionOf(ada, "signed-here")).body.signatures).toEqual([]);
    const sent = await ada.upload(PAGE, { signature: new TextEncoder().encode(gpg.sign(sums)) });
    expect([sent.status, sent.headers.get("location")], plain(String(sent.body))).toEqual([
      303,
      "/skills/signed-here/1.0.0?tab=trust",
    ]);
    expect((await versionOf(ada, "signed-here")).body).toMatchObject({
      security_tier: "community",
      signatures: [{ signer: gpg.fingerprint, status: "valid" }],
    });
  });
});
