import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentDigest, releaseDigest, sha256Hex, sumsOf } from "@gaia/archive";
import { afterEach, beforeEach, expect, test } from "vitest";
import { homePaths } from "../home/home.ts";
import { changeInstalled, placeSkill } from "./installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "gaia-placed-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test("H-B8 what a person saves while the next version is written is kept", async () => {
  const paths = homePaths(home, home);
  const place = join(paths.skills, "wild");
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const release = (version: string, first: { path: string; bytes: Uint8Array }) => {
    const sums = sumsOf({ publisher: "ada", name: "wild", version }, [
      { path: "SKILL.md", sha256: sha256Hex(bytes(version)) },
    ]);
    const entry = { version, content_digest: contentDigest(sums), release_digest: releaseDigest(sums), agents: [] };
    return {
      files: [{ path: "SHA256SUMS", bytes: bytes(sums) }, first],
      entry: { ...entry, enabled: true, requested: "*", requires: {}, granted: [] } as unknown as LockEntry,
    };
  };
  const put = (one: ReturnType<typeof release>) =>
    changeInstalled(paths, () => placeSkill(paths, { name: "wild", ...one, overwrites: false }));
  expect((await put(release("1.0.0", { path: "SKILL.md", bytes: bytes("1.0.0") }))).kept).toEqual([]);
  const next = release("1.1.0", {
    path: "SKILL.md",
    get bytes() {
      // The check is over once something is staged.
      if (readdirSync(paths.skills).some((name) => name.startsWith(".staging-")))
        writeFileSync(join(place, "notes.md"), "mine\n");
      return bytes("1.1.0");
    },
  });
  const [kept = ""] = (await put(next)).kept;
  expect(await readFile(join(kept, "notes.md"), "utf8")).toBe("mine\n");
  expect(await readFile(join(place, "SKILL.md"), "utf8")).toBe("1.1.0");
  expect((await readdir(paths.skills)).filter((name) => /^\.(previous|staging|pending)-/.test(name))).toEqual([]);
});
