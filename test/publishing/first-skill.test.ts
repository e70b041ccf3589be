import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const guide = await readFile(new URL("../../docs/first-skill.md", import.meta.url), "utf8");
/** The blocks of one language below a heading of the guide. */
const blocks = (heading: string, language: string): string[] => {
  const part = guide.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  return [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, found, text = ""]) =>
    found === language ? [text] : [],
  );
};
/** Its commands, as words: `gaia-skill sign my-skill --gpg   # why`. */
const commands = (heading: string): string[][] =>
  blocks(heading, "sh").flatMap((text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => (line.replace(/ +#.*$/, "").match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""))),
  );

let registry: TestRegistry;
let author: CliHome;
let keyring: string;

beforeAll(async () => {
  registry = await startTestRegistry();
  // gpg-agent's socket has a short path limit.
  keyring = await mkdtemp(join(tmpdir(), "gpg-"));
  const token = await account(registry.url, registry.adminToken, "ada");
  author = await cliHome(registry.url, { GNUPGHOME: keyring, GAIA_TOKEN: token });
});
afterAll(async () => {
  execFileSync("gpgconf", ["--homedir", keyring, "--kill", "all"]);
  await rm(keyring, { recursive: true, force: true });
  await author?.remove();
  await registry?.close();
});

/** A line of the guide, as somebody types it who gives a key no passphrase. */
async function typed([program, ...args]: string[]): Promise<string> {
  if (program === "gpg") {
    const unasked = ["--homedir", keyring, "--batch", "--pinentry-mode", "loopback", "--passphrase", ""];
    execFileSync("gpg", [...unasked, ...args], { stdio: "pipe" });
    return "";
  }
  expect(program).toBe("gaia-skill");
  const run = await author.run(args);
  expect([args, run.code, run.stderr]).toEqual([args, 0, run.stderr]);
  return run.stdout + run.stderr;
}

const follow = async (heading: string): Promise<string[]> => {
  const said: string[] = [];
  for (const line of commands(heading)) said.push(await typed(line));
  return said;
};
const tier = async () => JSON.parse((await author.run(["info", "my-skill", "--json"])).stdout).security_tier;

await describeWith("gpg", "docs/first-skill.md, followed word for word", () => {
  test("what init writes declares its permissions where the guide shows them, and neither validate nor scan complains", async () => {
    const said = (await follow("Write it")).join("\n");
    expect(said).toContain("valid my-skill 0.1.0");
    expect(said).toContain("ALLOW");
    expect(said).not.toMatch(/warning|error/);
    const manifest = (await readFile(join(author.dir, "my-skill/SKILL.md"), "utf8")).split("\n");
    const [shown = ""] = blocks("Write it", "yaml");
    expect(shown).toContain("permissions:");
    // In this order, at this depth; what the guide leaves out stands between them.
    const places = shown
      .trimEnd()
      .split("\n")
      .map((line) => manifest.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test("published it is experimental, and signed it is community", async () => {
    const said = (await follow("Publish it")).join("\n");
    expect(said).toMatch(/verdict +ALLOW/);
    // What others make of it is a page of this registry, and no path of a checkout.
    expect(said).toContain(`${registry.url}/docs/frameworks`);
    expect((await fetch(`${registry.url}/docs/frameworks`)).status).toBe(200);
    expect(said).not.toContain("docs/frameworks.md");
    expect(await tier()).toBe("experimental");
    expect((await follow("Sign it")).join("\n")).toContain("community");
    expect(await tier()).toBe("community");
  });

  test("its audit can be asked for", async () => {
    expect((await follow("Have it audited")).join("\n")).not.toBe("");
  });
});
