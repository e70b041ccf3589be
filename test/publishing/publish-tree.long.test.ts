import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

const SKILLS = 30;
/** Of them one has no description. */
const GOOD = SKILLS - 1;

describe("a folder of thirty skills, published while things go wrong (first week, A1)", () => {
  let registry: TestRegistry;
  let ada: string;
  let home: CliHome;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: { RATE_LIMIT_WRITES: "20" } });
    ada = await account(registry.url, registry.adminToken, "ada");
    home = await cliHome(registry.url, { GAIA_TOKEN: ada });
  });
  afterAll(async () => {
    await home.remove();
    await registry.close();
  });

  const put = async (folder: string, files: Record<string, string | Uint8Array>) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(home.dir, folder, path)), { recursive: true });
      await writeFile(join(home.dir, folder, path), content);
    }
  };
  const live = async (): Promise<number> =>
    (await call(`${registry.url}/api/v1/skills?limit=100`, { token: ada })).body.items.length;

  test(
    "killed in the middle, stopped by Ctrl-C, and held up by the limit, the same command goes on until all are there, each once",
    { timeout: 300_000 },
    async () => {
      const samples = Object.values(FORMAT_SAMPLES).filter(({ query }) => query === "");
      for (const [index, { name, files }] of samples.entries()) await put(`skills/of-format-${index}-${name}`, files);
      for (let n = samples.length; n < GOOD; n += 1) {
        const data = {
          "references/notes.md": `# Notes ${n}\n\nHow it is done.\n`,
          "assets/table.csv": "a,b\n1,2\n".repeat(200),
        };
        await put(`skills/group-${n % 3}/numbered-${n}`, { ...sampleFiles({ name: `numbered-${n}` }), ...data });
      }
      await put("skills/without-description", {
        "SKILL.md": "---\nname: without-description\nversion: 1.0.0\n---\n# X\n",
      });

      const killed = home.start(["publish", "skills"]);
      await until(async () => (await live()) >= 5, 60_000);
      killed.kill("SIGKILL");
      await once(killed, "close");
      const before = await live();
      expect(before).toBeLessThan(GOOD);

      const stopped = home.start(["publish", "skills"]);
      const said: Buffer[] = [];
      stopped.stdout?.on("data", (piece: Buffer) => said.push(piece));
      stopped.stderr?.on("data", (piece: Buffer) => said.push(piece));
      // The limit is met on the way: it waits, says so, and Ctrl-C ends the wait too.
      await until(async () => Buffer.concat(said).includes("takes no more for now"), 60_000);
      stopped.kill("SIGINT");
      const [code] = await once(stopped, "close");
      const words = Buffer.concat(said).toString();
      expect(words).toMatch(/30 skills: .*\d+ not tried/);
      expect(words).toContain("The same command goes on");
      expect([1, 4]).toContain(code);

      const rest = await home.spawn(["publish", "skills", "--json"]);
      expect(rest.code, rest.stderr).toBe(4);
      const told = JSON.parse(rest.stdout);
      expect(told).toMatchObject({ refused: 1, not_tried: 0 });
      expect(told.already_there).toBeGreaterThanOrEqual(before);
      expect(told.published + told.already_there).toBe(GOOD);
      // A version is listed once it is inspected.
      await until(async () => (await live()) === GOOD, 60_000);

      const again = JSON.parse((await home.spawn(["publish", "skills", "--json"])).stdout);
      expect(again).toMatchObject({ published: 0, already_there: GOOD, refused: 1 });
    },
  );
});
