import { afterAll, beforeAll, expect, test } from "vitest";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "what admins decide on pages", () => {
  let registry: TestRegistry;
  let ada: Browser;
  let boss: Browser;
  let adaToken: string;
  let gpg: GpgIdentity;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  const reason = "read every line";

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    ada = (await signedUp(registry, "ada")).first;
    boss = (await adminInPerson(registry, "boss")).first;
    adaToken = (await ada.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
    gpg = await gpgIdentity("Ada <ada@example.org>");
    for (const handle of ["ada", "boss"]) await keyOf(handle, handle === "ada" ? adaToken : await tokenOf(boss));
  });
  afterAll(async () => {
    await registry.close();
    gpg.close();
  });

  const tokenOf = async (who: Browser): Promise<string> =>
    (await who.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
  const keyOf = (handle: string, token: string) =>
    call(api(`/publishers/${handle}/keys`), { token, json: { kind: "openpgp", public_key: gpg.publicKey } });
  /** A signed version, and the id of the request for its audit. */
  async function asked(name: string, token = adaToken): Promise<string> {
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", token);
    const sums = (await call(api(`/skills/${name}/1.0.0/sums`), { token })).body as unknown as string;
    const signature = { token, body: gpg.sign(sums), type: "application/pgp-signature" };
    expect((await call(api(`/skills/${name}/1.0.0/signatures`), signature)).body.security_tier).toBe("community");
    const json = { tier: "verified", note: "please look at line 3" };
    return (await call(api(`/skills/${name}/1.0.0/promotion`), { token, json })).body.id;
  }
  const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).body.security_tier;

  test("/admin/promotions: a case has the note, the checklist and the scan; approving makes it verified", async () => {
    const id = await asked("audited");
    expect((await boss.get("/admin/promotions")).body).toContain(`href="/admin/promotions/${id}"`);
    const at = `/admin/promotions/${id}`;
    const page = await boss.get(at);
    for (const words of ["please look at line 3", "Checklist", "Scan report", "the registry countersigns it"])
      expect(plain(page.body)).toContain(words);
    const inspection = /name="inspection" value="([0-9a-f-]{36})"/.exec(page.body)?.[1] ?? "";
    const other = await boss.submit(at, { do: "approve", reason, inspection: crypto.randomUUID() });
    expect([other.status, other.body.includes(`${reason}</textarea>`)]).toEqual([409, true]);
    expect((await boss.submit(at, { do: "approve", reason, inspection })).status).toBe(303);
    expect(await tierOf("audited")).toBe("verified");
    expect(plain((await boss.get(`${at}?done=approve`)).body)).toContain("It was approved by boss");
    expect((await ada.get(at)).status).toBe(404);
    expect((await boss.get(`/admin/promotions/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test("/admin/promotions: rejecting leaves its tier, and one's own is disabled with the reason", async () => {
    const at = `/admin/promotions/${await asked("not-yet")}`;
    const inspection = /name="inspection" value="([0-9a-f-]{36})"/.exec((await boss.get(at)).body)?.[1] ?? "";
    expect((await boss.submit(at, { do: "reject", reason, inspection })).status).toBe(303);
    expect(await tierOf("not-yet")).toBe("community");
    const own = `/admin/promotions/${await asked("of-boss", await tokenOf(boss))}`;
    const { body } = await boss.get(own);
    expect(body.match(/<button type="button" class="act" disabled/g)).toHaveLength(2);
    expect(plain(body)).toMatch(/Approve the audit .*(belong|published|boss)/);
    expect((await boss.submit(own, { do: "approve", reason, inspection })).status).toBe(409);
  });

  test("/admin/appeals: decided by another admin than the one who upheld; the cases' page says that one waits", async () => {
    await publishedAtOnce(registry, { token: adaToken, name: "accused", version: "1.0.0" });
    const json = { kind: "malware", text: "line 3 sends keys away" };
    const eve = await tokenOf((await signedUp(registry, "eve")).first);
    const { id } = (await call(api("/skills/accused/reports"), { token: eve, json })).body;
    const uphold = { effect: "quarantine", reason: "it is so" };
    expect((await boss.post(`/api/v1/admin/reports/${id}/uphold`, uphold)).status).toBe(200);
    await call(api(`/reports/${id}/appeal`), { token: adaToken, json: { text: "line 3 is a comment" } });
    const cases = plain((await boss.get("/admin/reports")).body);
    expect(cases).toContain("1 appeal against upheld reports waits.");
    const own = await boss.get("/admin/appeals");
    expect(plain(own.body)).toContain("line 3 is a comment");
    expect(own.body.match(/<button type="button" class="act" disabled/g)).toHaveLength(2);
    const judge = (await adminInPerson(registry, "judge")).first;
    const short = await judge.submit("/admin/appeals", { do: "grant", row: id, reason: "no" });
    expect([short.status, short.body.includes("no</textarea>")]).toEqual([400, true]);
    const done = await judge.submit("/admin/appeals", { do: "grant", row: id, reason });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/admin/appeals?done=grant"]);
    expect((await call(api("/skills/accused/1.0.0"))).body.status).toBe("published");
    expect(plain((await judge.get("/admin/appeals")).body)).toContain("No appeal waits for a decision.");
  });
});
