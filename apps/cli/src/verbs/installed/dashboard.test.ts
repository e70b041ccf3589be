import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { localFiles, type ServedHome, type ServedHomes, servedHomes } from "../../../test/served-home.ts";
import { type StartedDashboard, startDashboard } from "../../../test/started-dashboard.ts";

let homes: ServedHomes;
let home: ServedHome;
const running: StartedDashboard[] = [];

beforeAll(async () => {
  homes = await servedHomes();
});
afterAll(() => homes.close());
afterEach(async () => {
  for (const one of running.splice(0)) await one.interrupt();
  await home.remove();
});

async function opened(args: string[] = []) {
  const dashboard = await startDashboard(home.home, home.project, { args });
  running.push(dashboard);
  const first = await fetch(dashboard.url, { redirect: "manual" });
  const { origin } = new URL(dashboard.url);
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  const base = `${origin}${first.headers.get("location")}`;
  const page = async () => (await fetch(base, { headers: { cookie } })).text();
  const post = async (fields: Record<string, string>) => {
    const form = /name="form" value="([^"]+)"/.exec(await page())?.[1] ?? "";
    await fetch(`${base}switch`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, origin },
      body: new URLSearchParams({ form, ...fields }),
    });
    return page();
  };
  return { ...dashboard, page, post };
}

const lock = async () => JSON.parse(await readFile(join(home.home.dir, "home", "skills", "skill-lock.json"), "utf8"));
/** A page as somebody reads it. */
const words = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("shows what is installed and what the repository brings, and its switches are enable and disable", async () => {
  home = await homes.fresh();
  await home.writeLocal("greeter", localFiles("greeter"));
  const { page, post } = await opened();
  const html = words(await page());
  expect(html).toContain("3 skills, 2 of them offered to agents.");
  expect(html).toMatch(/calm 1\.0\.0 Experimental , by ada/);
  expect(html).toMatch(/greeter 1\.0\.0 .*Only its author/);

  expect(words(await post({ place: "home", name: "calm", enabled: "no" }))).toContain("Disabled calm");
  expect((await lock()).skills.calm.enabled).toBe(false);
  expect(words(await post({ place: "home", name: "calm", enabled: "yes" }))).toContain("Enabled calm");
  expect((await lock()).skills.calm.enabled).toBe(true);

  expect(words(await post({ place: "local", name: "greeter", enabled: "yes" }))).toContain(
    "no registry vouches for it",
  );
  const said = await home.home.spawn(["list", "--local", "--json"], { cwd: home.project });
  expect(JSON.parse(said.stdout).skills).toMatchObject([{ name: "greeter", enabled: true }]);
  // Who changed it afterwards is no longer who was agreed to.
  await home.writeLocal("greeter", { "tools.py": "def greet(name): return name\n" });
  expect(words(await page())).toContain("no: it was changed since it was enabled");
  expect(words(await post({ place: "local", name: "greeter", enabled: "yes" }))).toMatch(/was changed since.*--yes/);
});

test("marks an installed version that was yanked, without asking for more than newer versions", async () => {
  const one = await serveRelease(homes.fake, { name: "calm", tier: "experimental" });
  const older = await serveRelease(homes.fake, { name: "calm", version: "0.9.0", tier: "experimental" });
  home = await homes.fresh();
  const asked = homes.fake.requests.length;
  serveSkill(homes.fake, [older.version, { ...one.version, status: "yanked" }]);
  const { page } = await opened();
  const html = words(await page());
  expect(html).toMatch(/calm 1\.0\.0 Yanked by its publisher: npx gaia skill outdated /);
  expect(html.match(/Yanked/g)).toHaveLength(1);
  // An older version is no newer one.
  expect(html).not.toContain("0.9.0");
  const paths = homes.fake.requests.slice(asked).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(["/api/v1/skills/calm", "/api/v1/skills/web-search"]);
  serveSkill(homes.fake, [one.version]);
});

test("says what cannot be done, and leaves all as it is", async () => {
  home = await homes.fresh();
  const before = await lock();
  const { post } = await opened();
  expect(words(await post({ place: "home", name: "nowhere", enabled: "yes" }))).toContain("nowhere is not installed");
  expect(words(await post({ place: "elsewhere", name: "calm", enabled: "no" }))).toContain("There is no such place");
  expect(words(await post({ place: "home", name: "../../etc", enabled: "no" }))).not.toContain("Disabled");
  expect(await lock()).toEqual(before);
});

test("X1 a skill's own words bring no markup into the page", async () => {
  home = await homes.fresh();
  const hostile = '</td><script>alert(1)</script><img src=x onerror="alert(2)">\'" x';
  await home.writeLocal("hostile", {
    "SKILL.md": `---\nname: hostile\nversion: 1.0.0\ndescription: ${JSON.stringify(hostile)}\n---\n\n# Hostile\n`,
  });
  const { page } = await opened();
  const html = await page();
  expect(html).toContain("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<img|onerror="/);
});

test("ends with Ctrl-C, and by itself when nobody uses it", async () => {
  home = await homes.fresh();
  const first = await startDashboard(home.home, home.project);
  expect(await first.interrupt()).toBe(0);
  const second = await startDashboard(home.home, home.project, { args: ["--idle", "0.02"] });
  expect(await second.ended).toBe(0);
});

test("says that a port is taken", async () => {
  home = await homes.fresh();
  const { url } = await opened();
  const { code, stderr } = await home.home.spawn(["dashboard", "--no-open", "--port", new URL(url).port]);
  expect([code, stderr]).toEqual([4, expect.stringContaining("leave out --port")]);
});
