import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

/** What the document promises of every answer. Whether data is refused that it calls valid is not among them: a name may be taken. */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "response_headers_conformance",
  "unsupported_method",
  "allow_header_conformance",
].join(",");
/** With one worker: two at once trip over the parser of CPython 3.11, which counts the stack of all threads together. */
const MOST_SECONDS = 30;

const NO_TOKEN = "00000000-0000-4000-8000-000000000000";

/**
 * A signature is text on its way, and a bundle is bytes. Ids are taken from what was answered: without its own token, every
 * request after it would be a stranger's.
 */
const HOOKS = `import os
import schemathesis

@schemathesis.hook
def before_call(context, case, kwargs):
    if (case.path_parameters or {}).get("id") in os.environ["OWN_TOKENS"].split():
        case.path_parameters["id"] = "${NO_TOKEN}"

schemathesis.serializer.alias("application/pgp-signature", "text/plain")
schemathesis.serializer.alias("application/x-tar", "application/octet-stream")
`;

interface Ended {
  code: number | null;
  output: string;
}

async function run(
  program: string,
  args: string[],
  { cwd, tokens }: { cwd: string; tokens: string[] },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, SCHEMATHESIS_HOOKS: "hooks", OWN_TOKENS: tokens.join(" ") },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 10 * MOST_SECONDS * 1_000,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** The ids of the tokens that an account has before it attacks. */
async function ownTokens(url: string, token: string): Promise<string[]> {
  const { body } = await call(`${url}/api/v1/tokens`, { token });
  const ids = body.tokens.map(({ id }: { id: string }) => id);
  expect(ids.length).toBeGreaterThan(0);
  return ids;
}

await describeWith("schemathesis", "the API attacked by its own document", (schemathesis) => {
  test.each(["nobody", "a user", "an admin"])(
    "schemathesis finds no 5xx, no undocumented answer and no body that breaks its schema, as %s",
    async (who) => {
      const scratch = await mkdtemp(join(tmpdir(), "schemathesis-"));
      await writeFile(join(scratch, "hooks.py"), HOOKS);
      const registry = await startTestRegistry({ withoutScanners: true });
      try {
        const ada = await account(registry.url, registry.adminToken, "ada");
        expect((await publish(registry.url, ada, sampleZip({ name: "web-search" }))).status).toBe(201);
        const token = { nobody: null, "a user": ada, "an admin": registry.adminToken }[who];
        const args = [
          "run",
          `${registry.url}/api/v1/openapi.json`,
          "--checks",
          CHECKS,
          "--phases",
          "examples,coverage,fuzzing",
          "--mode",
          "all",
          "--max-time",
          String(MOST_SECONDS),
          "--workers",
          "1",
          "--generation-database",
          "none",
          "--suppress-health-check",
          "all",
          "--generation-allow-x00",
          "true",
          "--no-color",
          ...(token ? ["-H", `Authorization: Bearer ${token}`] : []),
          // What the document gives as an example is the user's own handle: every request after it would be a stranger's.
          ...(who === "a user" ? ["--exclude-operation-id", "deleteAccount"] : []),
        ];
        const own = token ? await ownTokens(registry.url, token) : [];
        const { code, output } = await run(schemathesis.url, args, { cwd: scratch, tokens: own });
        // Every request that was made was answered as the document says.
        expect(output).toMatch(/\b([1-9]\d*) generated, \1 passed\b/);
        expect(code, output).toBe(0);
      } finally {
        await registry.close();
        await rm(scratch, { recursive: true, force: true });
      }
    },
    20 * MOST_SECONDS * 1_000,
  );
});
