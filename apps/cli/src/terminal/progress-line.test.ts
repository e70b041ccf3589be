import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { skillFiles } from "../../test/fake-release.ts";

const OVERWRITTEN = "\r\u001b[2K";
const COLOURED = /\u001b\[\d/;

const homes: CliHome[] = [];
let count = 0;

async function homeWith(env: NodeJS.ProcessEnv): Promise<CliHome> {
  const home = await cliHome("http://127.0.0.1:9", { TERM: "xterm", ...env });
  homes.push(home);
  for (const name of ["one", "two", "three"])
    for (const { path, bytes } of skillFiles({ name, version: "1.0.0" })) {
      const place = join(home.dir, "many", name, path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, bytes);
    }
  return home;
}
const migrate = (more: string[] = []) => ["migrate", "many", "--batch", "--output", `out-${(count += 1)}`, ...more];

let home: CliHome;
beforeAll(async () => {
  home = await homeWith({});
});
afterAll(async () => {
  for (const one of homes) await one.remove();
});

test("on a terminal a batch shows how far it is, in one line that is written over and gone at the end", async () => {
  const { code, screen } = await home.onTerminal(migrate(), "");
  expect(code).toBe(0);
  expect(screen).toContain(`${OVERWRITTEN}[########................] 1/3 `);
  expect(screen.split("\n").filter((line) => line.includes("1/3"))).toHaveLength(1);
  expect(screen).toMatch(COLOURED);
});

test("scan shows which analyser is at work, and of a tree how many are done (first week, A13)", async () => {
  const one = await home.onTerminal(["scan", "many/one"], "");
  expect(one.code).toBe(0);
  expect(one.screen).toMatch(/\[2Kscanning many\/one: its parsers are loaded/);
  for (const [nth, name] of ["dependencies", "contents", "code", "instructions"].entries())
    expect(one.screen).toContain(`scanning many/one: gaia-${name} at work, ${nth + 1} of 4`);
  const all = await home.onTerminal(["scan", "many"], "");
  expect(all.screen).toMatch(/\[#{8}\.{16}\] 1\/3 three: gaia-code at work, 3 of 4/);
  expect(all.screen).toMatch(/\[#{16}\.{8}\] 2\/3 two: /);
  // Gone before anything is said.
  expect(all.screen.split("\n").filter((line) => line.includes("ALLOW"))).toHaveLength(3);
  for (const option of ["--quiet", "--json"])
    expect((await home.onTerminal(["scan", "many", option], "")).screen).not.toContain("at work");
  const { stdout, stderr } = await home.run(["scan", "many"]);
  expect(stdout + stderr).not.toContain("at work");
});

test.each([["--quiet"], ["--json"]])("%s shows none of it", async (option) => {
  expect((await home.onTerminal(migrate([option]), "")).screen).not.toContain("1/3");
});

test("a CI job with a terminal shows none of it, and one without shows plain lines without colours", async () => {
  const ci = await homeWith({ CI: "1" });
  expect((await ci.onTerminal(migrate(), "")).screen).not.toContain("1/3");
  const { code, stdout, stderr } = await home.run(migrate());
  expect([code, (stdout + stderr).includes("\u001b"), stderr.includes("1/3")]).toEqual([0, false, false]);
});

test("NO_COLOR takes colours away and leaves the line; FORCE_COLOR brings them where there is no terminal", async () => {
  const plain = await homeWith({ NO_COLOR: "1", FORCE_COLOR: "1" });
  const { screen } = await plain.onTerminal(migrate(), "");
  expect(screen).toContain("1/3");
  expect(screen.replaceAll(OVERWRITTEN, "")).not.toMatch(COLOURED);
  const forced = await home.run(migrate(), { env: { FORCE_COLOR: "1" } });
  expect(forced.stdout).toMatch(COLOURED);
  expect((await home.run(migrate(), { env: { FORCE_COLOR: "0" } })).stdout).not.toContain("\u001b");
});
