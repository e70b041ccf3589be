import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { info } from "../../apps/cli/src/verbs/catalog/info.ts";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { update } from "../../apps/cli/src/verbs/installed/update.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { verify } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let home: CliHome;
let ada: string;
const run = (verb: Parameters<typeof endOfVerb>[1], token?: string, place = "home") =>
  endOfVerb({ registry: registry.url, home: join(home.dir, place), ...(token && { token }) }, verb);

async function hide(name: string): Promise<void> {
  const settings = { method: "PATCH", token: ada, json: { visibility: "private" } };
  expect((await call(`${registry.url}/api/v1/skills/${name}/settings`, settings)).status).toBe(200);
}

async function pin(place: string): Promise<void> {
  const { keys } = (await call(`${registry.url}/api/v1/keys`)).body;
  const pins = { registry: registry.url, fingerprint: keys[0].fingerprint };
  expect((await run((session) => addTrust(session, pins), undefined, place)).code).toBe(0);
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { LOG_ORIGIN: "skills.example/log" } });
  home = await cliHome(registry.url);
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token: ada, name: "ours", version: "1.0.0" });
  await hide("ours");
  const yank = { token: ada, json: { reason: "to have a hidden decision" } };
  expect((await call(`${registry.url}/api/v1/skills/ours/1.0.0/yank`, yank)).status).toBe(200);
  expect((await call(`${registry.url}/api/v1/skills/ours/1.0.0/unyank`, { ...yank, json: {} })).status).toBe(200);
  await pin("home");
});
afterAll(async () => {
  await registry.close();
  await home.remove();
});

test("Q4 a token installs a private skill with its hidden entry in the log, and verify checks that offline; without one it is not there", async () => {
  const spec = { specs: ["ours"], allowExperimental: true };
  expect(await run((session) => install(session, spec))).toMatchObject({ code: 3 });
  const installed = await run((session) => install(session, spec), ada);
  expect([installed.code, installed.said]).toEqual([0, installed.said]);
  const proof = await readFile(join(home.dir, "home/skills/ours/.tlog-proof"), "utf8");
  const extra = Buffer.from(/^extra (.+)$/m.exec(proof)?.[1] ?? "", "base64").toString();
  expect(extra).toMatch(/^private: sha256:/m);
  expect(extra).not.toContain("ours");
  const bill = JSON.parse(await readFile(join(home.dir, "home/skills/ours/bom.cdx.json"), "utf8"));
  expect(bill.metadata.component).toMatchObject({ name: "ours", version: "1.0.0" });
  const verified = await run((session) => verify(session, { target: "ours", offline: true }));
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining("of the log skills.example/log")]);
  expect((await run((session) => info(session, { spec: "ours" }), ada)).code).toBe(0);
  expect((await run((session) => info(session, { spec: "ours" }))).code).toBe(3);
});

test.each([
  ["without a pinned key", "plain", false],
  ["with a pinned key", "pinned", true],
])(
  "an installed skill that its owner made private stays, is told, and holds up no other: %s",
  async (_, word, isPinned) => {
    const [hidden, other] = [`hidden-${word}`, `other-${word}`];
    if (isPinned) await pin(word);
    for (const name of [hidden, other]) await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const spec = { specs: [hidden, other], allowExperimental: true };
    expect((await run((session) => install(session, spec), undefined, word)).code).toBe(0);
    await hide(hidden);
    await publishedAtOnce(registry, { token: ada, name: other, version: "1.1.0" });
    const locked = async () =>
      JSON.parse(await readFile(join(home.dir, word, "skills/skill-lock.json"), "utf8")).skills;
    const updateAll = (token?: string) =>
      run((session) => update(session, { names: [], all: true, allowExperimental: true }), token, word);

    const done = await updateAll();
    expect([done.code, done.said]).toEqual([4, expect.stringContaining(`${hidden} 1.0.0 stays as it is: `)]);
    expect(done.said).toContain("its registry has it no more, or does not show it to you any more");
    expect(done.said).toContain(`remove ${hidden}`);
    expect(await locked()).toMatchObject({ [hidden]: { version: "1.0.0" }, [other]: { version: "1.1.0" } });
    expect((await run((session) => verify(session, { target: hidden }), undefined, word)).code).toBe(0);
    // Nothing is left to do for the other one: the hidden one is told each time.
    expect((await updateAll()).code).toBe(4);
    expect((await updateAll(ada)).code).toBe(0);
    // By name nothing else is to be gone on with, and what was seen vanished (G9).
    expect(
      await run((session) => update(session, { names: [hidden], allowExperimental: true }), undefined, word),
    ).toMatchObject({ code: 5 });
  },
);
