import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const run = promisify(execFile);

/** What is asked of an agent: the environment is a home of its own, `bin` where its package lies. */
interface Asked {
  bin: string;
  home: string;
  cwd: string;
}

/** How each agent lists its skills by itself, without an account and before any model is asked: their names. */
const AGENTS: Record<string, { directory: string; list: (asked: Asked) => Promise<string[]> }> = {
  "claude-code": { directory: ".claude/skills", list: claudeSkills },
  codex: { directory: ".codex/skills", list: codexSkills },
  copilot: { directory: ".copilot/skills", list: copilotSkills },
  gemini: { directory: ".gemini/skills", list: geminiSkills },
};

const environmentOf = ({ home }: Asked): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: home,
  TERM: "dumb",
  DISABLE_TELEMETRY: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  // Nowhere: no model is reached, whatever this machine's network is.
  ANTHROPIC_API_KEY: "none",
  ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
});

const optionsOf = (asked: Asked) => ({
  env: environmentOf(asked),
  cwd: asked.cwd,
  timeout: 90_000,
  maxBuffer: 1 << 24,
});

/** The lines that a program prints until one of them is the answer; then it is ended. */
async function answerOf<T>(
  asked: Asked,
  { program, words, input }: { program: string; words: string[]; input: string },
  answer: (line: string) => T | null,
): Promise<T> {
  const child = spawn(program, words, { ...optionsOf(asked), stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.write(input);
  try {
    for await (const line of createInterface(child.stdout)) {
      const found = line.startsWith("{") ? answer(line) : null;
      if (found !== null) return found;
    }
  } finally {
    child.kill("SIGKILL");
  }
  throw new Error(`${program} ended without an answer`);
}

/** Its first event names them. */
function claudeSkills(asked: Asked): Promise<string[]> {
  const program = join(asked.bin, "../@anthropic-ai", `claude-code-linux-${process.arch}`, "claude");
  const words = ["-p", "hello", "--output-format", "stream-json", "--verbose"];
  return answerOf(asked, { program, words, input: "" }, (line) => {
    const event = JSON.parse(line) as { subtype?: string; skills?: string[] }; // Claude Code's own event
    return event.subtype === "init" ? (event.skills ?? []) : null;
  });
}

function codexSkills(asked: Asked): Promise<string[]> {
  const messages = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "skills/list", params: { cwds: [asked.cwd] } },
  ];
  const input = messages.map((one) => `${JSON.stringify(one)}\n`).join("");
  return answerOf(asked, { program: join(asked.bin, "codex"), words: ["app-server"], input }, (line) => {
    const message = JSON.parse(line) as { id?: number; result?: { data?: { skills: { name: string }[] }[] } }; // its protocol
    return message.id === 2
      ? (message.result?.data ?? []).flatMap(({ skills }) => skills.map(({ name }) => name))
      : null;
  });
}

async function copilotSkills(asked: Asked): Promise<string[]> {
  const { stdout } = await run(join(asked.bin, "copilot"), ["skill", "list", "--json"], optionsOf(asked));
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name); // its own list
}

async function geminiSkills(asked: Asked): Promise<string[]> {
  const { stdout, stderr } = await run(join(asked.bin, "gemini"), ["skills", "list"], optionsOf(asked));
  return [...`${stdout}${stderr}`.matchAll(/^(\S+) \[Enabled\]/gm)].map(([, name]) => name ?? "");
}

await describeWith("agents", "agents list what is installed for them", (agents) => {
  // One of them needs another skill.
  const names = [...Object.values(FORMAT_SAMPLES).map(({ name }) => name), "api-client"];
  let registry: TestRegistry;
  let home: CliHome;
  let asked: Asked;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    const ada = await account(registry.url, registry.adminToken, "ada");
    home = await cliHome(registry.url);
    asked = { bin: join(agents.url, "node_modules/.bin"), home: home.dir, cwd: join(home.dir, "elsewhere") };
    await mkdir(asked.cwd);
    const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
    expect(await home.run(["trust", "add", registry.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
    for (const { name, version, query, files } of Object.values(FORMAT_SAMPLES))
      await publishedAtOnce(registry, { token: ada, name, version, query, files });
    await publishedAtOnce(registry, { token: ada, name: "api-client", version: "1.0.0" });
  });
  afterAll(async () => {
    await home.remove();
    await registry.close();
  });

  test.each(Object.entries(AGENTS))(
    "(machines, M-1) %s lists one skill of each format, and none once they are removed",
    async (agent, { directory, list }) => {
      const installed = await home.run(["install", ...names, "--for", agent, "--allow-experimental", "--yes"]);
      expect(installed, installed.stderr).toMatchObject({ code: 0 });
      const receipts = readdirSync(join(home.dir, directory, ".gaia"));
      expect(receipts.toSorted()).toEqual(names.toSorted());
      expect((await list(asked)).filter((name) => names.includes(name)).toSorted()).toEqual(names.toSorted());
      // What others need goes last.
      for (const name of names) {
        const removed = await home.run(["remove", name]);
        expect(removed, removed.stderr).toMatchObject({ code: 0 });
      }
      expect((await list(asked)).filter((name) => names.includes(name))).toEqual([]);
      expect(existsSync(join(home.dir, directory, names[0] ?? ""))).toBe(false);
      await rm(join(home.dir, directory), { recursive: true, force: true });
    },
  );
});
