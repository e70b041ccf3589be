import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { AGENT_NAMES, AGENTS } from "../packages/install/src/home/agents.ts";
import { LOADER_IDS, type LoaderId, loaderOf, readersOf } from "../packages/manifest/src/loaders/loaders.ts";

/** What stands of a loader in more than one place: the folders that it reads, and the release that a suite installs. */

const untoldOf = (id: string): string[] => {
  const { untold } = loaderOf(id as LoaderId);
  return untold?.split(", ").map((one) => one.replace(/^~\//, "").replace(/\/skills$/, "")) ?? [];
};

/** Of an agent's row of `install --for`: what it reads of its own, and the shared directory. */
function foldersOf(name: (typeof AGENT_NAMES)[number]): string[] {
  const row = AGENTS[name];
  const shared = "readsShared" in row ? [".agents"] : [];
  return [dirname(row.user), ...shared, ...("own" in row ? row.own : [])];
}

test("an agent reads for `install --for` what its row of docs/frameworks.md says, and there no more but other agents' folders", () => {
  const tried = AGENT_NAMES.filter((name) => LOADER_IDS.includes(name as LoaderId) && untoldOf(name).length > 0);
  expect(tried.length).toBeGreaterThan(10);
  for (const name of tried) {
    const [own, untold] = [foldersOf(name), untoldOf(name)];
    const others = AGENT_NAMES.filter((one) => one !== name).flatMap((one) => dirname(AGENTS[one].user));
    expect([name, own.filter((one) => !untold.includes(one))]).toEqual([name, []]);
    expect([name, untold.filter((one) => !own.includes(one) && !others.includes(one))]).toEqual([name, []]);
  }
});

test("who reads a directory beside its agent is asked of those rows", () => {
  expect(readersOf(".claude/skills")).toEqual(expect.arrayContaining(["claude-code", "continue", "kilo"]));
  expect(readersOf(".codex/skills")).toEqual(["codex", "kimi-cli"]);
  expect(readersOf(".openclaw/skills")).toEqual(["openclaw"]);
  expect(readersOf(".claude-other/skills")).toEqual([]);
});

const text = (path: string): string => readFileSync(path, "utf8");

/** Name and version of each package that `.ci/frameworks.sh` or a build file beside the suite installs to be run. */
function installed(): string[] {
  const script = text(".ci/frameworks.sh");
  const words = (variable: string) => new RegExp(`^${variable}="([^"]+)"`, "m").exec(script)?.[1]?.split(/\s+/) ?? [];
  const python = words("FRAMEWORKS_PYTHON").map((one) => one.replace("==", " "));
  const npm = words("FRAMEWORKS_NPM").map((one) => one.replace(/@([^@]+)$/, " $1"));
  const go = [...text("test/install/loaders/go.mod").matchAll(/^(?:require|\t) ?(\S+) v(\S+)$/gm)];
  const maven = [...text("test/install/loaders/pom.xml").matchAll(/<artifactId>(.+?)<\/artifactId><version>(.+?)</g)];
  const builds = [...go, ...maven].map(([, name, version]) => `${name} ${version}`);
  // What Spring AI's loader is called with is no loader.
  return [...python, ...npm, ...builds].filter((one) => !one.startsWith("spring-ai-client-chat "));
}

test("what the suites install of a framework is the release that its row says", () => {
  const releases = LOADER_IDS.map((id) => (loaderOf(id).release ?? "").replace(/ \(.*\)$/, ""));
  const all = installed();
  expect(all.length).toBeGreaterThan(13);
  expect(all.filter((one) => !releases.includes(one))).toEqual([]);
});
