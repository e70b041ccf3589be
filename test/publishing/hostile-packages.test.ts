import { DEFAULT_LIMITS } from "@gaia/archive";
import { RegistryError } from "@gaia/catalog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readingPool } from "../../apps/server/src/reading/reading-pool.ts";
import { account, call } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { HOSTILE_PACKAGES } from "./hostile-packages.ts";
import type { HostilePackage } from "../harness/hostile/hostile-package.ts";

// Every package is judged as a publish judges it, by the pool of threads that reads them; `hostile-packages.long.test.ts` sends each one.

let registry: TestRegistry;
let author: string;
const pool = readingPool(1);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  author = await account(registry.url, registry.adminToken, "mallory");
});
afterAll(async () => {
  await pool.close();
  await registry.close();
});

const kinds = Map.groupBy(HOSTILE_PACKAGES, ({ id }) => id.split("-", 1)[0] ?? id);

type Answer = { status: number; codes: string[] };

const errorCodes = (errors: readonly { code: string; severity: string }[] | null | undefined) =>
  (errors ?? []).filter(({ severity }) => severity === "error").map(({ code }) => code);

async function judged({ build, query }: HostilePackage): Promise<Answer> {
  const version = new URLSearchParams(query).get("version");
  try {
    await pool.read(build(), { version, defaultVersion: null, publisher: "mallory", limits: DEFAULT_LIMITS });
    return { status: 201, codes: [] };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { status: error.code === "package_too_large" ? 413 : 422, codes: errorCodes(error.errors) };
  }
}

async function sent({ build, contentType, query }: HostilePackage): Promise<Answer> {
  const body = build() as Uint8Array<ArrayBuffer>;
  const { status, body: said } = await call(`${registry.url}/api/v1/skills${query ?? ""}`, {
    token: author,
    body,
    type: contentType,
  });
  return { status, codes: errorCodes(said.errors) };
}

// One package can be wrong in more than one way; its own code must be among them.
const verdictOf = ({ id, expect: { code } }: HostilePackage, { status, codes }: Answer) => ({
  id,
  status,
  code: code === null || codes.includes(code) ? code : codes.join(" "),
});

test.each([...kinds])("%s: each is judged by its own code, and one is sent over HTTP", async (_kind, packages) => {
  const verdicts = [];
  for (const each of packages) verdicts.push(verdictOf(each, await judged(each)));
  expect(verdicts).toEqual(packages.map(({ id, expect: expected }) => ({ id, ...expected })));
  const one = packages.slice(0, 1);
  for (const each of one) expect(verdictOf(each, await sent(each))).toEqual({ id: each.id, ...each.expect });
});
