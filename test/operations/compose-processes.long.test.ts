import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateSigningKey } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { call } from "../harness/api.ts";
import { runProcess, type ServerProcess, startProcess } from "../harness/process.ts";
import { describeScaled, scaledEnvironment } from "../harness/scaled.ts";
import { service } from "../harness/services.ts";

const run = promisify(execFile);
const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

/** A container's environment is all that its process has: what this machine has for the services' names stands in their place. */
await describeScaled("the processes of infra/compose.yaml, with its own variables", () => {
  let dir: string;
  let environments: Record<string, Record<string, string>>;
  const processes: ServerProcess[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "compose-"));
    const { services } = parse(await read("infra/compose.yaml"), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const here: Record<string, string> = await scaledEnvironment();
    const search = await service("meilisearch");
    const meili = search.available
      ? { MEILI_URL: search.url, MEILI_API_KEY: search.apiKey }
      : { MEILI_URL: "", MEILI_API_KEY: "" };
    const filled: Record<string, string> = {
      PUBLIC_URL: "https://registry.example.com",
      LOG_ORIGIN: "registry.example.com",
      ADMIN_TOKEN: "test-admin-token-of-24-characters-or-more",
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      SIGNING_KEY: generateSigningKey(),
      TRUST_PROXY: "127.0.0.1",
    };
    const interpolated = (text: string) =>
      text.replaceAll(/\$\{([A-Z0-9_]+)(?::[-?]([^}]*))?\}/g, (all, name: string, other = "") =>
        all.includes(":?") ? (filled[name] ?? "filled") : (filled[name] ?? other),
      );
    environments = Object.fromEntries(
      ["migrate", "api", "worker"].map((name) => {
        const own = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, interpolated(value)]);
        const ofImage = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: join(dir, name) };
        return [name, { ...Object.fromEntries(own), ...here, ...meili, ...ofImage }];
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.close()));
    await rm(dir, { recursive: true, force: true });
  });

  test("migrate ends, api and worker start after it and are well by the image's own check (first week, B9)", async () => {
    const early = await runProcess({ env: environments["api"] ?? {} });
    expect([early.exitCode, early.output]).toEqual([1, expect.stringContaining("migrat")]);
    const migrated = await runProcess({ env: environments["migrate"] ?? {} });
    expect(migrated.exitCode, migrated.output).toBe(0);
    for (const role of ["api", "worker"]) processes.push(await startProcess({ env: environments[role] ?? {} }));
    const [, list = "[]"] = /^HEALTHCHECK [^]*?CMD (\[.*\])$/m.exec(await read("infra/Dockerfile")) ?? [];
    const [program = "", ...args] = JSON.parse(list) as string[];
    expect(program).toBe("node");
    for (const { url } of processes) {
      const ready = await run(process.execPath, args, { env: { PORT: new URL(url).port } });
      expect(ready.stderr).toBe("");
    }
    await expect(run(process.execPath, args, { env: { PORT: "1" } })).rejects.toMatchObject({ code: 1 });
    const checkpoint = await call(`${processes[0]?.url}/log/checkpoint`);
    expect(String(checkpoint.body).split("\n")[0]).toBe("registry.example.com");
    const state = await call(`${processes[0]?.url}/api/v1/keys`);
    expect(state.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });
});
