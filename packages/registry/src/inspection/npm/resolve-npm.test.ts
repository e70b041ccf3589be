import type { Command, CommandResult } from "@gaia/findings";
import { expect, test } from "vitest";
import type { NpmRequirement } from "./npm-requirement.ts";
import { resolveNpm } from "./resolve-npm.ts";

const requirement = (name: string, range: string, exactVersion: string | null = null): NpmRequirement => ({
  name,
  range,
  exactVersion,
  isDev: false,
  file: "package.json",
  line: 2,
});
const ended = (changes: Partial<CommandResult>): CommandResult => ({
  exitCode: 1,
  signal: null,
  stdout: "",
  stderr: "",
  timedOut: false,
  outOfCpu: false,
  truncated: false,
  durationMs: 1,
  ...changes,
});

/** Resolves with an npm that answers as told, one answer after the other; the real one is in test/inspection/npm-dependencies.long.test.ts. */
async function resolve(requirements: NpmRequirement[], answers: Partial<CommandResult>[]) {
  const commands: Command[] = [];
  const npm = {
    argv: ["/n/node", "/n/npm-cli.js"],
    readable: [],
    env: { npm_config_registry: "http://r.example" },

    hosts: [],
  };
  const run = async (command: Command) => {
    commands.push(command);
    return ended(answers[commands.length - 1] ?? {});
  };
  const deadline = performance.now() + 60_000;
  return { ...(await resolveNpm({ run, npm, cpuMs: 60_000, deadline, abort: undefined, requirements })), commands };
}

test("npm gets names and ranges only, with settings of ours", async () => {
  const lock = JSON.stringify({
    packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "nonsense" } },
  });
  const { commands, pins, problems } = await resolve([requirement("a", "^1.0.0")], [{ exitCode: 0, stdout: lock }]);
  expect(pins).toMatchObject([
    { name: "a", version: "1.0.0", isDev: false, file: "package.json", line: 2, isAsked: true },
  ]);
  expect(problems).toEqual([]);
  const [command] = commands;
  expect(command?.argv).toEqual(expect.arrayContaining(["--package-lock-only", "--ignore-scripts"]));
  expect(command?.env).toMatchObject({
    npm_config_allow_git: "none",
    npm_config_git: "/bin/false",
    npm_config_registry: "http://r.example",
  });
  expect(command?.files.map(({ path }) => path)).toEqual(["package.json"]);
  expect(JSON.parse(new TextDecoder().decode(command?.files[0]?.bytes))).toEqual({
    name: "audited-skill",
    version: "0.0.0",
    private: true,
    dependencies: { a: "^1.0.0" },
    devDependencies: {},
  });
});

test("one name in two ranges is resolved twice, in too many it is told", async () => {
  const ranges = ["1", "2", "3", "4"].map((range) => requirement("a", range));
  const { commands, problems } = await resolve(
    ranges,
    [0, 1, 2].map(() => ({ stdout: '{"packages":{}}' })),
  );
  expect(commands).toHaveLength(3);
  expect(problems.map(({ reason }) => reason)).toEqual(["packages are asked for in too many versions at once"]);
});

test.each<[string, Partial<CommandResult>, string, boolean]>([
  [
    "no network",
    { stderr: "npm error code ECONNREFUSED\nnpm error syscall connect" },
    "the registry of npm did not answer",
    true,
  ],
  ["no name", { stderr: "npm error code ENOTFOUND" }, "the registry of npm did not answer", true],
  ["a server's fault", { stderr: "npm error code E503" }, "the registry of npm did not answer", true],
  [
    "a strange certificate",
    { stderr: "npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error self-signed certificate" },
    "the registry of npm did not answer",
    true,
  ],
  ["a hang", { timedOut: true }, "the registry of npm did not answer", true],
  ["a crash", { signal: "SIGKILL" }, "the npm requirements could not be resolved", false],
  ["nonsense for a lock file", { exitCode: 0, stdout: "[]" }, "the npm requirements could not be resolved", false],
  [
    "git",
    { stderr: "npm error code EALLOWGIT" },
    "a requirement needs a package from outside the registry of npm",
    false,
  ],
])("%s leaves it unscanned, and what is pinned is audited all the same", async (_what, answer, reason, retryable) => {
  const { pins, problems } = await resolve([requirement("a", "^1.0.0"), requirement("b", "2.0.0", "2.0.0")], [answer]);
  expect(problems).toEqual([{ reason, retryable }]);
  expect(pins).toMatchObject([{ name: "b", version: "2.0.0", isDev: false, needs: null }]);
});

test("gives up after a few names that are not there", async () => {
  const names = Array.from({ length: 12 }, (_, index) => requirement(`missing-${index}`, "*"));
  const answers = names.map(({ name }) => ({
    stderr: `npm error code E404\nnpm error 404  '${name}@*' is not in this registry.`,
  }));
  const { commands, unknown } = await resolve(names, answers);
  expect(commands).toHaveLength(6);
  expect(unknown.map(({ name }) => name)).toEqual(names.slice(0, 6).map(({ name }) => name));
});
