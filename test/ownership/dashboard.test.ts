import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, publish } from "../harness/api.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { type Browser, browser, codeOf, signedUp, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
let token: string;

const PAGE = "/publishers/ada/dashboard";
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const api = (path: string) => `${registry.url}/api/v1${path}`;
const versions = async (): Promise<Record<string, unknown>[]> =>
  (await ada.get("/api/v1/publishers/ada/versions?limit=100")).body.items;
/** Writes a state that takes long to come by. */
const asIf = (name: string, set: string) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.test', 'skill:${name}@1.0.0');
     UPDATE versions SET ${set} WHERE skill_id = (SELECT id FROM skills WHERE name = '${name}'); COMMIT;`,
  );
const nextOf = async (name: string) => (await versions()).find((one) => one["name"] === name)?.["next"];

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  token = (await ada.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
});
afterAll(() => registry.close());

describe("a publisher's versions", () => {
  test("each says where it stands and what is next, also what no other sees; for members alone", async () => {
    const release = registry.holdInspection("scanned-now");
    expect((await publish(registry.url, token, sampleZip({ name: "scanned-now" }))).status).toBe(201);
    await publishedAtOnce(registry, { token, name: "plain-one", version: "1.0.0" });
    expect(await nextOf("scanned-now")).toEqual(["wait-for-scan"]);
    expect(await nextOf("plain-one")).toEqual(["sign"]);
    const page = await ada.get(PAGE);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(plain(page.body)).toContain("The scanners look at it.");
    expect(page.body).toContain('href="/skills/plain-one/1.0.0/sign"');
    release();
    await registry.settle();
    expect(await nextOf("scanned-now")).toEqual(["sign"]);

    expect((await bob.get("/api/v1/publishers/ada/versions")).status).toBe(403);
    expect((await call(api("/publishers/ada/versions"))).status).toBe(401);
    expect((await bob.get(PAGE)).status).toBe(403);
    expect((await browser(registry.url).get(PAGE)).status).toBe(303);
  });

  test("comes in pages that neither repeat nor leave out a version", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "?limit=1" : `?limit=1&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await ada.get(`/api/v1/publishers/ada/versions${query}`);
      seen.push(...body.items.map(({ name, version }: Record<string, string>) => `${name}@${version}`));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual((await versions()).map(({ name, version }) => `${String(name)}@${String(version)}`));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await ada.get("/api/v1/publishers/ada/versions?cursor=bm90LW91cnM")).status).toBe(400);
  });

  test("a held one is contested once, and then waits", async () => {
    await publishedAtOnce(registry, { token, name: "held-one", version: "1.0.0" });
    await asIf("held-one", "verdict = 'REVIEW', held_since = now()");
    expect(await nextOf("held-one")).toEqual(["contest-hold", "publish-anew"]);
    const short = await ada.submit(PAGE, { do: "contest", row: "held-one@1.0.0", reason: "a" });
    expect([short.status, plain(short.body).includes("three characters")]).toEqual([400, true]);
    const sent = await ada.submit(PAGE, { do: "contest", row: "held-one@1.0.0", reason: "It only reads <tides>" });
    expect(sent.status, plain(String(sent.body))).toBe(303);
    expect(await nextOf("held-one")).toEqual(["wait-for-admin"]);
    expect(plain((await ada.get(PAGE)).body)).toContain("You contested this.");
  });

  test("one that declares no permissions is told that no signature raises it", async () => {
    await publishedAtOnce(registry, { token, name: "silent-one", version: "1.0.0" });
    await runSql(
      registry,
      `UPDATE versions SET permissions_declared = false WHERE id = ${versionRow("silent-one", "1.0.0")}`,
    );
    expect(await nextOf("silent-one")).toEqual(["declare-permissions"]);
    expect(plain((await ada.get(PAGE)).body)).toContain("it stays experimental, signed or not");
  });

  test("a signed one asks for its audit, with a note", async () => {
    await publishedAtOnce(registry, { token, name: "signed-one", version: "1.0.0" });
    const gpg = await gpgIdentity("Ada <ada@example.org>");
    await ada.submit("/publishers/ada/keys", { do: "openpgp", public_key: gpg.publicKey });
    const sums = (await call(api("/skills/signed-one/1.0.0/sums"))).body as unknown as string;
    const signature = new TextEncoder().encode(gpg.sign(sums));
    expect((await ada.upload("/skills/signed-one/1.0.0/sign", { signature })).status).toBe(303);
    gpg.close();
    expect(await nextOf("signed-one")).toEqual(["ask-for-audit"]);
    // Another's version is none that one asks for.
    expect((await bob.submit(PAGE, { do: "promote", row: "signed-one@1.0.0", note: "" })).status).toBe(403);
    const asked = await ada.submit(PAGE, { do: "promote", row: "signed-one@1.0.0", note: "ready" });
    expect(asked.status, plain(String(asked.body))).toBe(303);
    expect(await nextOf("signed-one")).toEqual(["wait-for-audit"]);
    const { body } = await call(api("/admin/promotions?status=pending"), { token: registry.adminToken });
    expect(body.items).toMatchObject([{ name: "signed-one", note: "ready", to: "verified" }]);
  });

  test("a staged one is approved with a second factor, or rejected after being asked twice", async () => {
    for (const name of ["staged-one", "staged-two"]) {
      const staged = await ada.upload("/publish", {
        do: "publish",
        package: sampleZip({ name }),
        publisher: "ada",
        how: "stage",
      });
      expect(staged.status).toBe(303);
    }
    await registry.settle();
    expect(await nextOf("staged-one")).toEqual(["approve"]);
    const page = await ada.get(PAGE);
    const digest =
      /name="row" value="staged-one@1.0.0"\/><input type="hidden" name="digest" value="([^"]+)"/.exec(page.body)?.[1] ??
      "";
    const approve = { do: "approve", row: "staged-one@1.0.0", digest };
    // Alone and without a second factor it is nobody else's word.
    expect((await ada.submit(PAGE, approve)).status).toBe(403);
    const { uri } = await withSecondFactor(ada);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = NULL");
    const asked = await ada.submit(PAGE, approve);
    expect(plain(asked.body)).toContain("Confirm that it is you");
    const other = await ada.submit(PAGE, { ...approve, digest: `sha256:${"0".repeat(64)}`, code: await codeOf(uri) });
    expect(other.status).toBe(409);
    expect((await ada.submit(PAGE, approve)).status).toBe(303);
    expect((await call(api("/skills/staged-one/1.0.0"))).body["status"]).toBe("published");

    const reject = { do: "reject", row: "staged-two@1.0.0", reason: "" };
    expect(plain((await ada.submit(PAGE, reject)).body)).toContain("Reject staged-two 1.0.0?");
    expect(await nextOf("staged-two")).toEqual(["approve"]);
    expect((await ada.submit(PAGE, { ...reject, sure: "yes" })).status).toBe(303);
    expect(await nextOf("staged-two")).toBeUndefined();
  });

  test("a skill that is offered is taken over after being asked twice", async () => {
    const bobs = (await bob.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
    await publishedAtOnce(registry, { token: bobs, name: "offered-one", version: "1.0.0" });
    expect((await call(api("/transfers"), { token: bobs, json: { name: "offered-one", to: "ada" } })).status).toBe(201);
    const page = await ada.get(PAGE);
    expect(plain(page.body)).toContain("Offered to you");
    const row =
      /name="do" value="accept-transfer"\/><input type="hidden" name="row" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    expect(plain((await ada.submit(PAGE, { do: "accept-transfer", row })).body)).toContain("Take this skill over?");
    expect((await ada.submit(PAGE, { do: "accept-transfer", row, sure: "yes" })).status).toBe(303);
    expect(await nextOf("offered-one")).toBeDefined();
  });
});
