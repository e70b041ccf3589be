import { ensureServed, listServed, NotServed } from "@gaia/artefacts";
import { PROTOCOLS, type Protocol } from "@gaia/policy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { artefactCtx } from "../harness/derived.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleZip } from "../harness/samples.ts";

type Ctx = Awaited<ReturnType<typeof artefactCtx>>;

const reason = "it was for this";
let registry: TestRegistry;
let ada: string;
let anybody: Ctx;
let theirs: Ctx;

/** As in a registry whose operator set nothing. */
const byDefault = async (token: string | null): Promise<Ctx> => ({
  ...(await artefactCtx(registry, token)),
  clientsLeastTier: "experimental",
});

const done = async (path: string, token: string, json: object) =>
  expect([path, (await call(`${registry.url}/api/v1${path}`, { token, json })).status]).toEqual([path, 200]);

const whyNot = async (ctx: Ctx, protocol: Protocol, name: string, version: string): Promise<string | null> => {
  try {
    const found = await ensureServed(ctx, { protocol, name, version });
    expect(found).toMatchObject({ name, version, publisher: "ada" });
    return null;
  } catch (error) {
    if (error instanceof NotServed) return error.why;
    throw error;
  }
};

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { CLIENTS_LEAST_TIER: "community" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const version of ["1.0.0", "1.1.0", "1.2.0", "1.10.0", "2.0.0"])
    await publishedAtOnce(registry, { token: ada, name: "many", version });
  await done("/skills/many/1.1.0/yank", ada, { reason });
  await done("/admin/skills/many/1.2.0/quarantine", registry.adminToken, { reason });
  await done("/admin/skills/many/2.0.0/purge", registry.adminToken, { reason });
  expect((await publish(registry.url, ada, heldZip({ name: "many", version: "3.0.0" }))).status).toBe(201);
  await inspected(registry.url, "many", "3.0.0", ada);
  expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
  await inspected(registry.url, "hush", "1.0.0", ada);
  anybody = await byDefault(null);
  theirs = await byDefault(ada);
});
afterAll(() => registry.close());

test.each(PROTOCOLS.map((protocol) => ({ protocol })))(
  "S11 $protocol lists what may be had, the highest first, and says of each other number why it may not",
  async ({ protocol }) => {
    for (const ctx of [anybody, theirs, await byDefault(registry.adminToken)]) {
      const listed = await listServed(ctx, { protocol, name: "many" });
      expect(listed.map(({ version }) => version)).toEqual(["1.10.0", "1.0.0"]);
      const why: Record<string, string | null> = {
        "1.0.0": null,
        "1.1.0": "yanked",
        "1.2.0": "quarantined",
        "1.10.0": null,
        "2.0.0": "purged",
        "3.0.0": "held",
        "9.0.0": "unknown",
        "1.0.0+build": "unknown",
        latest: "unknown",
        "": "unknown",
      };
      for (const [version, expected] of Object.entries(why))
        expect([version, await whyNot(ctx, protocol, "many", version)]).toEqual([version, expected]);
    }
  },
);

test.each(PROTOCOLS.map((protocol) => ({ protocol })))(
  "T7 in $protocol a skill that somebody may not see is as a name that nobody has",
  async ({ protocol }) => {
    for (const name of ["hush", "nobody-has-it"]) {
      expect(await listServed(anybody, { protocol, name })).toEqual([]);
      expect(await whyNot(anybody, protocol, name, "1.0.0")).toBe("unknown");
    }
    const isForAll = protocol === "discovery";
    expect(await whyNot(theirs, protocol, "hush", "1.0.0")).toBe(isForAll ? "unknown" : null);
    expect(await listServed(theirs, { protocol, name: "hush" })).toHaveLength(isForAll ? 0 : 1);
  },
);

test.each(PROTOCOLS.map((protocol) => ({ protocol })))(
  "CLIENTS_LEAST_TIER takes what is below it out of $protocol, and out of nothing of ours",
  async ({ protocol }) => {
    const strict = await artefactCtx(registry);
    expect(await listServed(strict, { protocol, name: "many" })).toEqual([]);
    expect(await whyNot(strict, protocol, "many", "1.0.0")).toBe("below_tier");
    expect((await fetch(`${registry.url}/api/v1/skills/many/1.0.0/download`)).status).toBe(200);
  },
);

test("our own API gives by number what no other client is given: what is yanked or held", async () => {
  for (const version of ["1.1.0", "3.0.0"])
    expect((await fetch(`${registry.url}/api/v1/skills/many/${version}/download`)).status).toBe(200);
});
