import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sandboxRunner } from "@gaia/sandbox";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

const canWarm = (await sandboxRunner()).isolation === "bubblewrap";

/** The programs below this process that have loaded a scanner, by what they were told to load. */
function parentsBelow(pid: number): Map<number, string> {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = new Map<number, string>();
  const below = (parent: number): void => {
    for (const name of all) {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        if (Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]) !== parent) continue;
        const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
        const loads = /"modules":\["(\w+)/.exec(words.at(-2) ?? "")?.[1];
        if (loads !== undefined && words[0]?.endsWith("python3")) found.set(Number(name), loads);
        below(Number(name));
      } catch {
        // It ended meanwhile.
      }
    }
  };
  below(pid);
  return found;
}

test.skipIf(!canWarm)("S12 a registry loads each scanner once for all packages, and ends with them", async () => {
  const registry = await startTestRegistry({ scansAnew: true });
  try {
    const ada = await account(registry.url, registry.adminToken, "ada");
    const look = async (name: string): Promise<Map<number, string>> => {
      const files = { ...sampleFiles({ name }), "run.py": "import pickle\npickle.loads(x)\n" };
      expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
      await inspected(registry.url, name, "1.0.0", ada);
      const { body } = await call(`${registry.url}/api/v1/skills/${name}/1.0.0/scan`, { token: ada });
      expect((body as { findings: { rule: string }[] }).findings.map(({ rule }) => rule)).toContain("bandit/B301");
      return parentsBelow(process.pid);
    };
    const parents = await look("first-to-load");
    expect([...parents.values()]).toEqual(expect.arrayContaining(["bandit", "detect_secrets"]));
    expect([...(await look("second-to-load")).keys()]).toEqual(expect.arrayContaining([...parents.keys()]));
  } finally {
    await registry.close();
  }
  await expect.poll(() => [...parentsBelow(process.pid).values()]).toEqual([]);
});
