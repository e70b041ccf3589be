import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { call } from "../harness/api.ts";
import { NAMES, type PrivateSkills, publishHidden, startPrivateSkills } from "../harness/private-skills.ts";

let skills: PrivateSkills;
let home: CliHome;
const run = (args: string[], who?: keyof PrivateSkills["tokens"]) =>
  home.run(args, { env: { GAIA_TOKEN: who === undefined ? "" : skills.tokens[who] } });
const json = async (args: string[], who?: keyof PrivateSkills["tokens"]) =>
  JSON.parse((await run([...args, "--json"], who)).stdout);

beforeAll(async () => {
  skills = await startPrivateSkills();
  await publishHidden(skills);
  home = await cliHome(skills.registry.url);
});
afterAll(async () => {
  await skills.registry.close();
  await home.remove();
});

test("a collection is made, shown, listed, changed as far as is said, and removed", async () => {
  const made = await run(["collection", "put", "ada/tools", "seen", NAMES.organisation, "--title", "Tools"], "bob");
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("Made ada/tools: 2 skills")]);
  expect(made.stdout).toContain(`in it, but not seen by everybody: ${NAMES.organisation}\n`);
  const shown = await run(["collection", "show", "ada/tools"]);
  expect(shown.stdout).toMatch(/ada\/tools\s+Tools\s+seen by everybody\n\s+seen\n$/);
  expect((await run(["collection", "list", "ada"])).stdout).toContain("ada/tools");
  const hidden = await json(["collection", "put", "ada/tools", "--visibility", "organisation"], "ada");
  expect(hidden).toMatchObject({ title: "Tools", visibility: "organisation", skills: ["seen", NAMES.organisation] });
  expect(await json(["collection", "put", "ada/tools", "seen", "--title", "Fewer"], "ada")).toMatchObject({
    title: "Fewer",
    visibility: "organisation",
    skills: ["seen"],
  });
  const gone = await run(["collection", "remove", "ada/tools"], "ada");
  expect([gone.code, gone.stdout]).toEqual([0, "Removed ada/tools. Its skills are as they were.\n"]);
  expect((await run(["collection", "show", "ada/tools"], "ada")).code).toBe(3);
  expect((await run(["info", "seen"])).code).toBe(0);
});

test("what `show --json` prints is what `put --file` takes; anything else in the file is refused", async () => {
  await run(["collection", "put", "ada/first", "seen", NAMES.private, "--title", "First"], "ada");
  const file = join(home.dir, "first.json");
  await writeFile(file, (await run(["collection", "show", "ada/first", "--json"], "ada")).stdout);
  const copy = await json(["collection", "put", "ada/second", "--file", file], "ada");
  expect(copy).toEqual({ ...JSON.parse(await readFile(file, "utf8")), name: "second" });
  for (const text of [
    "[]",
    "{",
    '{"title": 1}',
    '{"skills": "seen"}',
    '{"skills": [1]}',
    '{"visibility": "private"}',
  ]) {
    await writeFile(file, text);
    const refused = await run(["collection", "put", "ada/second", "--file", file], "ada");
    expect([text, refused.code, refused.stderr]).toEqual([text, 4, expect.stringContaining("is no collection")]);
  }
  expect((await run(["collection", "put", "ada/second", "seen", "--file", file], "ada")).code).toBe(2);
});

test("what cannot be a collection's address, and a new one without title or skills, is a usage error that says what is missing", async () => {
  for (const at of ["tools", "ada/tools/x", "Ada/tools", "ada/", "../ada/tools"])
    expect([at, (await run(["collection", "show", at])).code]).toEqual([at, 2]);
  const untitled = await run(["collection", "put", "ada/third", "seen"], "ada");
  expect([untitled.code, untitled.stderr]).toEqual([2, expect.stringContaining("it needs a title")]);
  const empty = await run(["collection", "put", "ada/third", "--title", "Third"], "ada");
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("name its skills")]);
  expect((await run(["collection", "put", "ada/third", "seen", "--title", "x"], "eve")).code).toBe(4);
});

test("T7 an install of a collection takes what the caller is shown of it, and says nothing of the rest", async () => {
  await run(["collection", "put", "ada/mixed", NAMES.private, "seen", "--title", "Mixed"], "ada");
  const plain = await run(["install", "--collection", "ada/mixed", "--allow-experimental", "--yes"]);
  expect([plain.code, plain.stderr]).toEqual([0, expect.stringContaining("ada/mixed (Mixed): seen\n")]);
  expect(plain.stdout + plain.stderr).not.toContain("hush");
  expect((await readdir(join(home.dir, "home/skills"))).filter((name) => !name.startsWith("."))).toEqual([
    "seen",
    "skill-lock.json",
  ]);
  const whole = await json(["install", "--collection", "ada/mixed", "--allow-experimental", "--dry-run"], "bob");
  expect(whole.plan.map(({ name }: { name: string }) => name).toSorted()).toEqual([NAMES.private, "seen"]);
});

test("its members go through the same plan as if they were named: tier, permissions and ranges", async () => {
  const refused = await run(["install", "--collection", "ada/mixed", "--yes"]);
  const typed = await run(["install", "seen", "--yes"]);
  expect([refused.code, typed.code]).toEqual([4, 4]);
  expect(refused.stderr.split("\n").slice(1)).toEqual(typed.stderr.split("\n"));
  const [ranged, alone] = await Promise.all([
    run(["install", "seen@==0.9.0", "--collection", "ada/mixed", "--allow-experimental"]),
    run(["install", "seen@==0.9.0", "--allow-experimental"]),
  ]);
  expect([ranged.code, ranged.stderr.split("\n").slice(1)]).toEqual([3, alone.stderr.split("\n")]);
  expect((await run(["install", "--collection", "ada/mixed", "--offline"])).code).toBe(2);
  expect((await run(["install", "--collection", "ada/nothing"])).code).toBe(3);
  const slash = await run(["install", "ada/mixed"]);
  expect([slash.code, slash.stderr]).toEqual([2, expect.stringContaining("install --collection ada/mixed")]);
  const { tokens, registry } = skills;
  const put = { method: "PUT", token: tokens.ada, json: { title: "Empty", skills: [NAMES.private] } };
  expect((await call(`${registry.url}/api/v1/collections/ada/unseen`, put)).status).toBe(201);
  const nothing = await run(["install", "--collection", "ada/unseen"]);
  expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining("no skill, or none that you may see")]);
});
