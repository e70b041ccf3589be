import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Session } from "../../apps/cli/src/session/session.ts";
import { queue } from "../../apps/cli/src/verbs/admin/admin.ts";
import { info } from "../../apps/cli/src/verbs/catalog/info.ts";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { listKeys } from "../../apps/cli/src/verbs/account/keys.ts";
import { login } from "../../apps/cli/src/verbs/account/login.ts";
import { publish } from "../../apps/cli/src/verbs/release/publish.ts";
import { search } from "../../apps/cli/src/verbs/catalog/search.ts";
import { sign } from "../../apps/cli/src/verbs/release/sign.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { whoami } from "../../apps/cli/src/verbs/account/whoami.ts";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb, type VerbEnd } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type PassingAnswer, type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { sampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let proxy: RewritingProxy;
let dir: string;
let skillDir: string;
let token: string;
let fingerprint: string;

/** Every verb that reads what a registry answers. */
const VERBS: Record<string, (session: Session) => Promise<unknown>> = {
  search: (session) => search(session, { query: "sound", filters: {} }),
  info: (session) => info(session, { spec: "sound" }),
  "info of a version": (session) => info(session, { spec: "sound@1.0.0" }),
  install: (session) => install(session, { specs: ["sound@^1"], allowExperimental: true, yes: true }),
  whoami: (session) => whoami(session),
  login: (session) => login(session, { token }),
  "keys list": (session) => listKeys(session, {}),
  "trust add": (session) => addTrust(session, { registry: proxy.url, fingerprint }),
  "admin queue": (session) => queue(session, {}),
  publish: (session) => publish(session, { path: skillDir, timeoutSeconds: 1 }),
  sign: (session) => sign(session, { path: skillDir, gpg: "no-such-key" }),
};

/** Runs a verb in a home of its own. */
async function end(verb: string): Promise<VerbEnd> {
  const run = VERBS[verb];
  if (run === undefined) throw new Error(`no verb ${verb}`);
  const home = await mkdtemp(join(dir, "home-"));
  const asToken = verb === "admin queue" ? registry.adminToken : token;
  return endOfVerb({ registry: proxy.url, home, token: asToken }, run);
}

const isBytes = (answer: PassingAnswer) => answer.body instanceof Uint8Array;
const DEEP = 100_000;
const NONSENSE: Record<string, (answer: PassingAnswer) => PassingAnswer> = {
  null: (answer) => ({ ...answer, body: "null" }),
  "an empty object": (answer) => ({ ...answer, body: "{}" }),
  "an empty list": (answer) => ({ ...answer, body: "[]" }),
  "a text": (answer) => ({ ...answer, body: '"text"' }),
  "a number beyond numbers": (answer) => ({ ...answer, body: "1e999" }),
  "JSON that is nested deep": (answer) => ({ ...answer, body: "[".repeat(DEEP) + "]".repeat(DEEP) }),
  "half of it": (answer) => ({ ...answer, body: JSON.stringify(answer.body).slice(0, -9) }),
  HTML: (answer) => ({ ...answer, type: "text/html", body: "<html><h1>Sign in</h1></html>" }),
  nothing: (answer) => ({ ...answer, body: "" }),
  "another media type": (answer) => ({ ...answer, type: "text/html" }),
  "an error of somebody else": () => ({ status: 404, type: "text/html", body: "<h1>Not Found</h1>" }),
  "an error that is no problem": () => ({ status: 422, type: "application/problem+json", body: { code: 1 } }),
};

/** The addresses that a verb asks, found by letting it run. */
async function addressesOf(verb: string): Promise<string[]> {
  const found = new Set<string>();
  proxy.rewrite = (path, answer) => {
    found.add(path);
    return answer;
  };
  await end(verb);
  return [...found];
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  proxy = await startRewritingProxy(registry.url);
  dir = await mkdtemp(join(tmpdir(), "nonsense-"));
  token = await account(registry.url, registry.adminToken, "ada");
  fingerprint = (await call(`${registry.url}/api/v1/keys`)).body.keys[0].fingerprint;
  await publishedAtOnce(registry, { token, name: "sound", version: "1.0.0" });
  await publishedAtOnce(registry, { token, name: "sound", version: "2.0.0" });
  skillDir = join(dir, "skill");
  for (const [path, content] of Object.entries(sampleFiles({ name: "sound" }))) {
    await mkdir(dirname(join(skillDir, path)), { recursive: true });
    await writeFile(join(skillDir, path), content);
  }
});
afterAll(async () => {
  await proxy.close();
  await registry.close();
  await rm(dir, { recursive: true, force: true });
});

/** The codes that a verb may end with. */
function expectedOf(address: string, change: string, ofBytes: boolean): number[] {
  // Nothing depends on the bill of materials: a wrong one is a note.
  if (address.endsWith("/sbom")) return [0];
  // Text and bytes have no shape; text that is other text is a difference, and bytes are held against their digest.
  if (ofBytes && change === "another media type") return [0, 5, 6];
  if (address.endsWith("/sums")) return [4, 6];
  return ofBytes ? [5, 6] : [6];
}

describe("a registry that answers nonsense", () => {
  test.each(Object.keys(VERBS))("%s ends with 6, whichever of its answers is nonsense (5 for bytes)", async (verb) => {
    const addresses = await addressesOf(verb);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      for (const [name, change] of Object.entries(NONSENSE)) {
        let ofBytes = false;
        proxy.rewrite = (path, answer) => {
          if (path !== address) return answer;
          ofBytes = isBytes(answer);
          return change(answer);
        };
        const { code, said } = await end(verb);
        expect([address, name, expectedOf(address, name, ofBytes).includes(code), said]).toEqual([
          address,
          name,
          true,
          said,
        ]);
      }
    }
  });

  test.each(Object.keys(VERBS))("%s survives any change of any field of any answer", async (verb) => {
    const addresses = await addressesOf(verb);
    const values = fc.constantFrom(
      undefined,
      null,
      "",
      "\u0000",
      -1,
      1e308,
      2 ** 53,
      true,
      [],
      {},
      [null],
      "x".repeat(70_000),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...addresses), fc.nat(), values, async (address, at, value) => {
        proxy.rewrite = (path, answer) => (path === address ? changeField(answer, at, value) : answer);
        const { code, said } = await end(verb);
        expect([said, code]).not.toEqual([said, 1]);
      }),
      { numRuns: 40 },
    );
  });

  test("exit 6 says which field of which answer", async () => {
    const home = await cliHome(proxy.url);
    try {
      proxy.rewrite = (path, answer) => {
        if (path === "/skills/sound") delete answer.body.versions[0].status;
        return answer;
      };
      for (const args of [
        ["info", "sound"],
        ["install", "sound", "--allow-experimental"],
      ]) {
        const run = await home.run(args);
        expect([run.code, run.stderr]).toEqual([6, run.stderr]);
        expect(run.stderr).toContain("skills/sound: versions[0].status is missing");
      }
      const json = await home.run(["info", "sound", "--json"]);
      expect(JSON.parse(json.stdout)).toMatchObject({ code: "unexpected_answer" });
    } finally {
      await home.remove();
    }
  });

  test("a newer registry may say more: unknown fields and unknown words pass", async () => {
    proxy.rewrite = (path, answer) => {
      if (!answer.type.includes("json")) return answer;
      if (path === "/skills/sound") answer.body.versions[0].status = "resting";
      if (path.startsWith("/skills/sound")) answer.body.mood = { some: ["thing"] };
      return answer;
    };
    expect(await end("info")).toMatchObject({ code: 0 });
    expect(await end("install")).toMatchObject({ code: 0 });
  });
});

/** Sets one field, however deep; undefined takes it away. */
function changeField(answer: PassingAnswer, at: number, value: unknown): PassingAnswer {
  const places: { owner: Record<string, unknown>; key: string }[] = [];
  const collect = (owner: unknown): void => {
    if (typeof owner !== "object" || owner === null || owner instanceof Uint8Array) return;
    for (const [key, inner] of Object.entries(owner)) {
      // Object.entries takes lists as well.
      places.push({ owner: owner as Record<string, unknown>, key });
      collect(inner);
    }
  };
  collect(answer.body);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return answer;
  if (value === undefined) delete place.owner[place.key];
  else place.owner[place.key] = value;
  return answer;
}
