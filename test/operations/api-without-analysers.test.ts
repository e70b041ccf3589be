import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { runProcess, startProcess } from "../harness/process.ts";
import { zipOf } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";

const ADMIN_TOKEN = "test-admin-token-of-24-characters-or-more";
const RECORD_LOADS = fileURLToPath(new URL("../harness/record-loads.ts", import.meta.url));
/** The rooms that look at a skill. */
const LOOKING = /\/packages\/(?:code-analysis|instruction-analysis|wording|reading|scan)\/src\//;
/** What of them is names and words. */
const NAMES = /\/scan\/src\/(?:index|scanner-names|drivers\/(?:advisory-gaps|warm-programs)|analysis\/join-parts)\.ts$/;

await describeScaled("ROLE=api", ({ environment }) => {
  test("takes packages, judges manifests, converts and is read without loading what looks at a skill", async () => {
    const dir = await mkdtemp(join(tmpdir(), "api-loads-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const env = {
      ...(await environment()),
      ADMIN_TOKEN,
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      DATA_DIR: join(dir, "data"),
      ROLE: "api",
    };
    const migrated = await runProcess({ env: { ...env, ROLE: "migrate" } });
    expect(migrated.exitCode, migrated.output).toBe(0);
    const LOADED_MODULES = join(dir, "loaded");
    const process = await startProcess({ env: { ...env, NODE_OPTIONS: `--import=${RECORD_LOADS}`, LOADED_MODULES } });
    onTestFinished(() => process.close());
    await useAll(process.url);
    const loaded = (await readFile(LOADED_MODULES, "utf8")).trim().split("\n");
    // It is written down what threads load, too: those read the packages.
    expect(loaded).toContainEqual(expect.stringMatching(/^0 .*\/apps\/server\/src\/http\/app\.ts$/));
    expect(loaded).toContainEqual(expect.stringMatching(/^[1-9]\d* .*\/publishing\/read-upload\.ts$/));
    expect(loaded.filter((line) => LOOKING.test(line) && !NAMES.test(line))).toEqual([]);
    expect(loaded.filter((line) => /^0 .*\/(?:web-)?tree-sitter/.test(line))).toEqual([]);
  });
});

async function useAll(url: string): Promise<void> {
  const token = await account(url, ADMIN_TOKEN, "ada");
  for (const [format, { name, version, query, files }] of Object.entries(FORMAT_SAMPLES)) {
    const body = zipOf(files) as Uint8Array<ArrayBuffer>; // made by our own writer: never shared memory
    const skill = `${url}/api/v1/skills/${name}/${version}`;
    const answers = [
      await call(`${url}/api/v1/validate${query}`, { token, body, type: "application/zip" }),
      await publish(url, token, body, query),
      await call(`${skill}/download?as=agent-skills`, { token }),
      await call(`${skill}`, { token }),
      await call(`${url}/search?q=${name}`),
    ];
    expect(
      answers.map(({ status }) => status),
      format,
    ).toEqual([200, 201, 200, 200, 200]);
  }
}
