import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { apiSchemas, startAnsweringRegistry } from "../../test/answering-registry.ts";
import { type CliHome, type CliRun, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";
import { serveRelease } from "../../test/fake-release.ts";
import { runHere } from "../../test/in-process.ts";
import { logSigner, standInLog } from "../../test/stand-in-log.ts";
import { type AuthorPlace, authorPlace, linesOfRest, linesWithASkill } from "../../test/verb-lines.ts";
import { everyVerb } from "../../test/verb-walk.ts";
import { jsonOutputPage } from "./json-output-page.ts";
import { jsonOutputSchemas, jsonSchema } from "./json-schema.ts";
import { FAILURE } from "./shapes.ts";
import { JSON_OUTPUTS } from "./verb-outputs.ts";

const verbs = everyVerb();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "openapi.json", components: { schemas: apiSchemas } });

const checks = new Map<ZodType, ValidateFunction>();

/** Why a document is not of a shape; null when it is. */
function mistakeOf(document: unknown, shape: ZodType): string | null {
  const check = checks.get(shape) ?? ajv.compile(jsonSchema(shape));
  checks.set(shape, check);
  return check(document) ? null : ajv.errorsText(check.errors);
}

/** The one document of a run, held against what is promised for its verb, or for a failure. Says which it is. */
function ensurePromised(words: string, { code, stdout, stderr }: CliRun): "result" | "failure" {
  let document: unknown;
  try {
    document = JSON.parse(stdout);
  } catch {
    throw new Error(`${words}: standard output is not one JSON document: ${stdout} ${stderr}`);
  }
  const isFailure = typeof document === "object" && document !== null && "exit" in document;
  const mistake = mistakeOf(document, isFailure ? FAILURE : (JSON_OUTPUTS[words]?.shape ?? FAILURE));
  expect(mistake, `${words}: ${stdout}`).toBeNull();
  if (isFailure) expect(document).toMatchObject({ exit: code });
  return isFailure ? "failure" : "result";
}

/** One answers everything as the API's schemas say, the other one serves a skill, whole. */
let fake: FakeRegistry;
let serving: FakeRegistry;
let home: CliHome;
let author: AuthorPlace;
const place = (...path: string[]) => join(home.dir, ...path);
const run = (args: string[], more: Record<string, string> = {}) =>
  runHere([...args, "--json"], {
    HOME: home.dir,
    GAIA_HOME: place("home"),
    GAIA_REGISTRY: fake.url,
    GAIA_TOKEN: "gsk_of-the-test",
    ...more,
  });

beforeAll(async () => {
  fake = await startAnsweringRegistry(() => ({
    text: "some text",
    fields: {
      next_cursor: null,
      handle: "ada",
      publishers: ["ada"],
    },
  }));
  home = await cliHome(fake.url);
  serving = await startFakeRegistry();
  await serveRelease(serving, { name: "web-search", tier: "experimental" });
  author = await authorPlace(home.dir, fake.url);
});
afterAll(async () => {
  await fake?.close();
  await serving?.close();
  await home?.remove();
});

/** Their success needs gpg, Sigstore, a sandbox, a stop, or a registry that signs: their own tests have it. */
const DEAR = new Set([
  "sign",
  "attest",
  "test",
  "witness",
  "dashboard",
  "monitor",
  "serve",
  "admin export-bundle",
  "admin import-bundle",
]);

/** They run until they are stopped, whatever a registry says. */
const UNTIL_STOPPED = new Set(["witness", "dashboard"]);

describe("--json", () => {
  test("every verb takes --json, --quiet and --registry, and has a row that says what it prints", () => {
    expect(Object.keys(JSON_OUTPUTS).sort()).toEqual(verbs.map(({ words }) => words).sort());
    for (const { words, verb } of verbs)
      for (const option of ["--json", "--quiet", "--registry"])
        expect(
          verb.options.map(({ long }) => long),
          words,
        ).toContain(option);
  });

  test("every verb that succeeds prints one document of its schema", async () => {
    const failed: string[] = [];
    const ensure = async (words: string, args: string[], registry: FakeRegistry) => {
      const end = await run(args, { GAIA_REGISTRY: registry.url });
      if (ensurePromised(words, end) === "failure") failed.push(`${words}: ${end.stdout}`);
    };
    for (const [words, args] of linesWithASkill(author)) await ensure(words, args, serving);
    for (const [words, args] of linesOfRest(author)) if (!DEAR.has(words)) await ensure(words, args, fake);
    expect(failed).toEqual([]);
  });

  test("a verb that is used wrongly prints a failure, whichever it is", async () => {
    for (const { words, example } of verbs) {
      const end = await run([...example, "--frobnicate"]);
      expect([words, end.code]).toEqual([words, 2]);
      ensurePromised(words, end);
    }
  });

  test("a verb whose registry refuses everything prints a failure, or what it is without one", async () => {
    const refusing = await startFakeRegistry(problem(403, "forbidden", "You may not."));
    const codes = new Map<string, number | null>();
    for (const { words, example } of verbs.filter((one) => !UNTIL_STOPPED.has(one.words))) {
      const end = await run(example, { GAIA_REGISTRY: refusing.url, GAIA_HOME: place("empty") });
      codes.set(words, end.code);
      ensurePromised(words, end);
    }
    await refusing.close();
    for (const words of ["search", "install", "publish", "yank", "whoami", "admin queue", "token create"])
      expect([words, codes.get(words)]).toEqual([words, 4]);
  });

  test("a failure says code, message, hint and exit, the registry's as this program's own", async () => {
    const there = await run(["info", "nowhere"], { GAIA_REGISTRY: "http://127.0.0.1:9" });
    expect(JSON.parse(there.stdout)).toMatchObject({ exit: 6, status: null, code: "registry_unreachable" });
    const refusing = await startFakeRegistry(problem(401, "unauthorized", "A token is needed."));
    const { stdout } = await run(["whoami"], { GAIA_REGISTRY: refusing.url });
    await refusing.close();
    expect(JSON.parse(stdout)).toMatchObject({
      exit: 4,
      status: 401,
      code: "unauthorized",
      message: "A token is needed.",
    });
    expect(JSON.parse(stdout).hint).toContain("login");
    const misspelt = await run(["serach"]);
    expect(JSON.parse(misspelt.stdout)).toMatchObject({ exit: 2, code: "usage", hint: "Did you mean search?" });
  });

  test("monitor prints what it told as one document", async () => {
    const log = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
    await log.publish();
    ensurePromised("monitor", await run(["monitor", fake.url, "--log", log.key]));
  });

  test("the schema of a verb refuses what the verb does not print", () => {
    for (const [words, { shape }] of Object.entries(JSON_OUTPUTS))
      expect([words, mistakeOf("a text", shape)]).not.toEqual([words, null]);
    const listed = { keys: [], logs: [], more: 1 };
    expect(mistakeOf(listed, JSON_OUTPUTS["trust list"]?.shape ?? FAILURE)).not.toBeNull();
  });

  test("docs/cli-json.md and docs/cli-json.schema.json are what the table says: `vitest … json-output -u` writes them", async () => {
    await expect(jsonOutputPage(JSON_OUTPUTS)).toMatchFileSnapshot("../../../../docs/cli-json.md");
    const schemas = `${JSON.stringify(jsonOutputSchemas(JSON_OUTPUTS), null, 2)}\n`;
    await expect(schemas).toMatchFileSnapshot("../../../../docs/cli-json.schema.json");
  });
});
