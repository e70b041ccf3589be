import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
let token: string;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const PAGE = "/skills/my-tool/settings";
const versionOf = async (version = "1.0.0") => (await ada.get(`/api/v1/skills/my-tool/${version}`)).body;
const settingsOf = async () => (await ada.get("/api/v1/skills/my-tool/settings")).body;

/** A grave deed: asked about first, and done by the second step alone. */
async function twice(fields: Record<string, string>, title: string, isDone: () => Promise<boolean>): Promise<void> {
  const asked = await ada.submit(PAGE, fields);
  expect([asked.status, await isDone()], plain(String(asked.body))).toEqual([200, false]);
  expect(plain(asked.body)).toContain(title);
  expect(asked.body).toContain('name="sure" value="yes"');
  const done = await ada.submit(PAGE, { ...fields, sure: "yes" });
  expect([done.status, await isDone()], plain(String(done.body))).toEqual([303, true]);
}

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  token = (await ada.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
  for (const version of ["1.0.0", "1.1.0", "1.2.0"])
    await publishedAtOnce(registry, { token, name: "my-tool", version });
});
afterAll(() => registry.close());

describe("the settings of a skill", () => {
  test("are its publisher's alone; each form says beside its button what it does", async () => {
    const page = await ada.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    for (const [form] of page.body.matchAll(/<form method="post" action="\/skills[^]*?<\/form>/g))
      expect(form).toMatch(/class="consequence"/);
    expect((await bob.get(PAGE)).status).toBeGreaterThanOrEqual(403);
    expect((await browser(registry.url).get(PAGE)).status).toBe(303);
    expect((await bob.submit(PAGE, { do: "yank", row: "1.0.0", reason: "not mine", sure: "yes" })).status).toBe(403);
    expect((await versionOf()).status).toBe("published");
  });

  test("who may see it: hiding and showing are asked about, a list of readers is not", async () => {
    const isPrivate = async () => (await settingsOf()).visibility === "private";
    await twice(
      { do: "visibility", visibility: "private", readers: "", was: "public" },
      "Hide it from others?",
      isPrivate,
    );
    expect((await bob.get("/skills/my-tool")).status).toBe(404);
    const stranger = await ada.submit(PAGE, {
      do: "visibility",
      visibility: "private",
      readers: "bob",
      was: "private",
    });
    expect(stranger.status).toBeGreaterThanOrEqual(400);
    expect(stranger.body).toContain('value="bob"');
    const isPublic = async () => (await settingsOf()).visibility === "public";
    await twice(
      { do: "visibility", visibility: "public", readers: "", was: "private" },
      "Show it to everybody?",
      isPublic,
    );
    expect((await bob.get("/skills/my-tool")).status).toBe(200);
  });

  test("how versions get in, and which workflows are trusted", async () => {
    await ada.submit(PAGE, { do: "publishing", publishing: "trusted", staging: "required" });
    expect(await settingsOf()).toMatchObject({ publishing: "trusted", staging: "required" });
    await ada.submit(PAGE, { do: "publishing", publishing: "any", staging: "optional" });
    const trust = {
      do: "trust",
      issuer: "github",
      repository: "acme/my-tool",
      workflow: "release.yml",
      stage_only: "yes",
    };
    const wrong = await ada.submit(PAGE, { ...trust, repository: "acme" });
    expect([wrong.status, plain(wrong.body).includes("As owner/name.")]).toEqual([400, true]);
    const added = await ada.submit(PAGE, { ...trust, environment: "" });
    expect(added.status, plain(String(added.body))).toBe(303);
    const listed = async () => (await ada.get("/api/v1/skills/my-tool/trusted-publishers")).body.trusted_publishers;
    const [one] = await listed();
    expect(one).toMatchObject({ repository: "acme/my-tool", workflow: "release.yml", stage_only: true });
    await twice(
      { do: "distrust", row: one.id },
      "Trust this workflow no longer?",
      async () => (await listed()).length === 0,
    );
  });

  test("a version is deprecated and not, yanked and not, and purged for good", async () => {
    const wrong = await ada.submit(PAGE, {
      do: "deprecate",
      row: "1.0.0",
      message: "Use that",
      replacement: "No Name",
    });
    expect([wrong.status, plain(wrong.body).includes("The name of a skill.")]).toEqual([400, true]);
    expect(wrong.body).toContain('value="Use that"');
    await ada.submit(PAGE, { do: "deprecate", row: "1.0.0", message: "Use 1.1.0", replacement: "" });
    expect((await versionOf()).deprecated).toMatchObject({ message: "Use 1.1.0" });
    await ada.submit(PAGE, { do: "undeprecate", row: "1.0.0" });
    expect((await versionOf()).deprecated).toBeNull();

    const yanked = async () => (await versionOf()).status === "yanked";
    await twice({ do: "yank", row: "1.0.0", reason: "It <leaks> memory" }, "Yank 1.0.0?", yanked);
    expect((await ada.get(PAGE)).body).toContain('value="unyank"');
    await ada.submit(PAGE, { do: "unyank", row: "1.0.0" });
    expect((await versionOf()).status).toBe("published");

    const purged = async () => (await ada.get("/api/v1/skills/my-tool/1.2.0")).status === 410;
    await twice({ do: "purge", row: "1.2.0", reason: "A secret was in it" }, "Purge 1.2.0 for good?", purged);
  });

  test("it is offered to another publisher, and the offer withdrawn", async () => {
    const offers = async () =>
      (await ada.get("/api/v1/transfers")).body.transfers.filter(
        ({ status }: { status: string }) => status === "pending",
      );
    await twice({ do: "transfer", to: "bob" }, "Offer it to bob?", async () => (await offers()).length === 1);
    expect(plain((await ada.get(PAGE)).body)).toContain("Offered to bob");
    const [offer] = await offers();
    await ada.submit(PAGE, { do: "withdraw", row: offer.id });
    expect(await offers()).toEqual([]);
  });

  test("T13 another site changes nothing", async () => {
    const before = await settingsOf();
    const fields = { do: "visibility", visibility: "private", readers: "", was: "private", sure: "yes" };
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}])
      expect((await ada.submit(PAGE, fields, headers)).status).toBe(403);
    expect(await settingsOf()).toEqual(before);
    expect((await call(`${registry.url}/api/v1/skills/my-tool`)).status).toBe(200);
  });
});
