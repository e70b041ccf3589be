import { chooseFrom, ensureRange } from "@gaia/install";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type Raiser, raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "what state a version is in, and what an install takes", () => {
  let registry: TestRegistry;
  let ada: string;
  let raiser: Raiser;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const get = async (path: string, token?: string) =>
    (await call(api(path), token === undefined ? {} : { token })).body;
  const standing = async (name: string, version = "1.0.0", token?: string) =>
    (await get(`/skills/${name}/${version}`, token)).standing;
  const admin = (path: string, json: object) =>
    call(api(`/admin/skills/${path}`), { token: registry.adminToken, json });
  const published = async (name: string, version = "1.0.0", zip = sampleZip({ name, version })) => {
    expect((await publish(registry.url, ada, zip)).status).toBe(201);
    await inspected(registry.url, name, version, ada);
  };

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    raiser = await raiserOf(registry, "ada", ada);
  });
  afterAll(async () => {
    await registry.close();
    raiser.close();
  });

  test("says each state, by which role, since when and why", async () => {
    const release = registry.holdInspection("waiting");
    expect((await publish(registry.url, ada, sampleZip({ name: "waiting" }))).status).toBe(201);
    expect(await standing("waiting", "1.0.0", ada)).toMatchObject({ state: "inspecting", by: null, reason: null });
    release();
    await published("yanked");
    await call(api("/skills/yanked/1.0.0/yank"), { token: ada, json: { reason: "it lost data" } });
    await published("held", "1.0.0", heldZip({ name: "held" }));
    await published("withheld");
    await admin("withheld/1.0.0/quarantine", { reason: "it phones home" });
    const body = sampleZip({ name: "staged" }) as Uint8Array<ArrayBuffer>;
    await call(api("/staged-versions"), { token: ada, body, type: "application/zip" });
    await inspected(registry.url, "staged", "1.0.0", ada);
    const since = expect.stringMatching(/^20.*Z$/);
    expect(await standing("yanked")).toMatchObject({ state: "yanked", by: "publisher", reason: "it lost data", since });
    expect(await standing("staged", "1.0.0", ada)).toMatchObject({ state: "staged", by: "publisher", since });
    expect(await standing("withheld", "1.0.0", ada)).toMatchObject({
      state: "quarantined",
      by: "admin",
      reason: "it phones home",
      since,
    });
    const held = await standing("held");
    expect(held).toMatchObject({ state: "held", by: "registry", since, install_options: ["--allow-held"] });
    expect(held.reason.length).toBeGreaterThan(10);
  });

  test("says who stands behind a tier, and when and why it fell, until it is given back", async () => {
    await raiser.community("raised", sampleFiles({ name: "raised" }));
    expect((await standing("raised")).tier).toMatchObject({ behind: "publisher", name: "ada" });
    await raiser.verified("raised");
    expect(await standing("raised")).toMatchObject({
      tier: { security_tier: "verified", behind: "auditor", name: "admin" },
      fell: null,
      install_options: [],
    });
    await raiser.demoted("raised", "experimental");
    expect(await standing("raised")).toMatchObject({
      tier: { security_tier: "experimental", behind: "author" },
      fell: { from: "verified", to: "experimental", by: "admin", reason: "it is not what it was" },
      install_options: ["--allow-experimental"],
    });
  });

  test("names the version that every client takes, and what each newer one needs", async () => {
    await raiser.community("chosen", sampleFiles({ name: "chosen", version: "1.0.0" }));
    await published("chosen", "1.1.0");
    await published("chosen", "1.2.0", heldZip({ name: "chosen", version: "1.2.0" }));
    await published("chosen", "2.0.0-rc.1");
    const skill = await get("/skills/chosen");
    const options = { allowExperimental: false, allowHeld: false, leastTier: null };
    const byClient = chooseFrom(skill, { ...options, range: ensureRange("*"), minAge: null }).chosen;
    expect(byClient).toBe("1.0.0");
    expect(skill.install).toEqual({ version: byClient, security_tier: "community" });
    expect(
      skill.needing_option.map((one: { version: string; options: string[]; exact: boolean }) => [
        one.version,
        one.options.join(" "),
        one.exact,
      ]),
    ).toEqual([
      ["2.0.0-rc.1", "--allow-experimental", true],
      ["1.2.0", "--allow-held", expect.any(Boolean)],
      ["1.1.0", "--allow-experimental", expect.any(Boolean)],
    ]);
  });

  test("gives the read-me of each version", async () => {
    await published("told", "1.0.0", sampleZip({ name: "told", version: "1.0.0", body: "The first." }));
    await published("told", "1.1.0", sampleZip({ name: "told", version: "1.1.0", body: "The second." }));
    expect((await get("/skills/told/1.0.0")).readme).toContain("The first.");
    expect((await get("/skills/told/1.1.0")).readme).toContain("The second.");
  });
});
