import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { file, serveRelease, skillFiles } from "../../../test/fake-release.ts";
import { fake, freshHomes, home, lock, read, skills } from "../../../test/installing.ts";

freshHomes();

type Release = Awaited<ReturnType<typeof serveRelease>>;
const AT = "/api/v1/skills/billed/1.0.0";
const TYPE = "application/vnd.cyclonedx+json";

/** A bill of this release, as a registry writes one; `change` is what is wrong with it. */
function billOf({ version }: Release, change: Record<string, unknown> = {}): string {
  const properties = [{ name: "gaia:content_digest", value: version.content_digest }];
  const component = { type: "application", name: version.name, version: version.version, properties, ...change };
  const components = [{ type: "library", name: "left-pad", version: "1.3.0", purl: "pkg:npm/left-pad@1.3.0" }];
  return JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", metadata: { component }, components });
}

const serveBill = (body: string, more: { status?: number } = {}) =>
  fake.on("GET", `${AT}/sbom`, { body, headers: { "content-type": TYPE }, ...more });

const install = (...more: string[]) => home.run(["install", "billed", "--allow-experimental", ...more]);
const served = () => serveRelease(fake, { name: "billed", tier: "experimental" });

test("the registry's bill lies beside the skill and beside an agent's copy; verify and a removal know it", async () => {
  const bill = billOf(await served());
  serveBill(bill);
  expect(await install("--for", "agents")).toMatchObject({ code: 0 });
  expect(await read("billed/bom.cdx.json")).toBe(bill);
  expect((await lock()).skills["billed"]?.["bill"]).toMatch(/^sha256:[0-9a-f]{64}$/);
  const place = join(home.dir, ".agents/skills");
  const copies = (await readdir(place, { recursive: true })).filter((path) => path.endsWith("bom.cdx.json"));
  expect(copies).toEqual([join(".gaia", "billed", "bom.cdx.json")]);
  const verified = await home.run(["verify", "billed"]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ bill +bom\.cdx\.json is the one that/) });
  expect(await home.run(["verify", join(place, "billed")])).toMatchObject({ code: 0 });
  expect(await home.run(["remove", "billed"])).toMatchObject({ code: 0 });
  expect(await readdir(place)).toEqual([]);
  expect((await readdir(skills())).filter((name) => name.includes("billed"))).toEqual([]);
});

test("a bill that was changed or taken away is told by verify and sync --check, and sync puts one back", async () => {
  const release = await served();
  serveBill(billOf(release));
  expect(await install()).toMatchObject({ code: 0 });
  const place = join(skills(), "billed", "bom.cdx.json");
  for (const [text, said] of [
    [billOf(release).replace("left-pad", "right-pad"), "bom.cdx.json is not the one that was installed"],
    [billOf(release, { version: "2.0.0" }), "bom.cdx.json is not of billed 1.0.0"],
    ["{", "bom.cdx.json is no CycloneDX in JSON"],
    [null, "bom.cdx.json is gone"],
  ] as const) {
    await (text === null ? rm(place) : writeFile(place, text));
    expect(await home.run(["verify", "billed"])).toMatchObject({ code: 5, stdout: expect.stringContaining(said) });
    expect(await home.run(["sync", "--check", "--home"])).toMatchObject({
      code: 4,
      stdout: expect.stringContaining(said),
    });
  }
  // Inspected again since: another bill of the same release.
  const later = billOf(release).replace("1.3.0", "1.3.1");
  serveBill(later);
  const synced = await home.run(["sync", "--home"]);
  expect(synced).toMatchObject({ code: 0 });
  expect(await read("billed/bom.cdx.json")).toBe(later);
  expect(await home.run(["verify", "billed"])).toMatchObject({ code: 0 });
});

test.each([
  ["of an older registry, which has none", (): void => {}, /beside billed 1\.0\.0: its registry has none/],
  ["that the registry cannot write", () => serveBill("{}", { status: 500 }), /beside billed 1\.0\.0: /],
  ["that is no JSON", () => serveBill("<bom>"), /what came is no CycloneDX in JSON/],
  ["that is larger than a bill may be", () => serveBill(" ".repeat(2 * 1024 * 1024 + 1)), /beside billed 1\.0\.0: /],
  ["of another version", (one: Release) => serveBill(billOf(one, { version: "2.0.0" })), /is not of billed 1\.0\.0/],
  ["of another skill", (one: Release) => serveBill(billOf(one, { name: "other" })), /is not of billed 1\.0\.0/],
  [
    "of another content",
    (one: Release) => serveBill(billOf(one).replaceAll(one.version.content_digest, `sha256:${"0".repeat(64)}`)),
    /is not of this content/,
  ],
])("a bill %s is left out in words, and the skill is installed", async (_what, serve, said) => {
  serve(await served());
  const run = await install();
  expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(said) });
  expect(await readdir(join(skills(), "billed"))).not.toContain("bom.cdx.json");
  expect((await lock()).skills["billed"]?.["bill"]).toBeNull();
  expect(await home.run(["verify", "billed"])).toMatchObject({ code: 0 });
});

test("a package that brings a bill of its own keeps it, and can be installed", async () => {
  const own = file("bom.cdx.json", '{"bomFormat":"CycloneDX","specVersion":"1.6"}');
  const files = [...skillFiles({ name: "billed", version: "1.0.0" }), own].sort((a, b) => (a.path < b.path ? -1 : 1));
  serveBill(billOf(await serveRelease(fake, { name: "billed", tier: "experimental", files })));
  const run = await install("--for", "cursor");
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("the package has a bom.cdx.json of its own") });
  expect(await read("billed/bom.cdx.json")).toBe('{"bomFormat":"CycloneDX","specVersion":"1.6"}');
  const copies = await readdir(join(home.dir, ".cursor/skills"), { recursive: true });
  expect(copies.filter((path) => path.endsWith("bom.cdx.json"))).toEqual([join("billed", "bom.cdx.json")]);
  const verified = await home.run(["verify", "billed"]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("the publisher's own") });
  expect(await home.run(["sync", "--check", "--home"])).toMatchObject({ code: 0 });
});

test("an install without a network has the bill that is in the cache", async () => {
  const bill = billOf(await served());
  serveBill(bill);
  expect(await install()).toMatchObject({ code: 0 });
  expect(await home.run(["remove", "billed"])).toMatchObject({ code: 0 });
  expect(await install("--offline")).toMatchObject({ code: 0 });
  expect(await read("billed/bom.cdx.json")).toBe(bill);
});

test("what is packed from an installed skill has no bill of an install; an author's own bill is packed", async () => {
  serveBill(billOf(await served()));
  expect(await install()).toMatchObject({ code: 0 });
  const copy = join(home.dir, "copy");
  await mkdir(copy);
  await cp(join(skills(), "billed"), copy, { recursive: true });
  const digest = async () => {
    const run = await home.run(["digest", copy, "--publisher", "ada"]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("SKILL.md") });
    return run.stdout;
  };
  expect(await digest()).not.toContain("bom.cdx.json");
  await writeFile(join(copy, "bom.cdx.json"), '{"bomFormat":"CycloneDX","specVersion":"1.6"}');
  expect(await digest()).toContain("bom.cdx.json");
});
