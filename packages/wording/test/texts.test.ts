import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeTarGz } from "../../archive/src/index.ts";
import { ARCHIVE, MANIFEST, readTextFiles } from "../training/text-files.ts";

/** What `texts.json` says of one text file. */
interface Provenance {
  author: string;
  /** The day on which it came in, ISO 8601. */
  written: string;
  /** SPDX identifier: that of LICENSE. */
  license: string;
  /** BCP 47, of what a notable part of it is written in. */
  languages: string[];
  sha256: string;
}

const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as Record<string, Provenance>;
const texts = readTextFiles();
const names = [...texts.keys()];

test("the manifest names every text that teaches, and no other", () => {
  expect(Object.keys(manifest).toSorted()).toEqual(names.toSorted());
});

test("a text is the one whose origin the manifest tells", () => {
  const differing = names.filter(
    (name) =>
      createHash("sha256")
        .update(texts.get(name) ?? "")
        .digest("hex") !== manifest[name]?.sha256,
  );
  expect(differing).toEqual([]);
});

test("the texts packed anew are the same bytes", () => {
  const files = [...texts].map(([path, bytes]) => ({ path, bytes: new Uint8Array(bytes) }));
  expect(Buffer.from(writeTarGz(files)).equals(readFileSync(ARCHIVE))).toBe(true);
});

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A copy beside the archive grows old, and whoever packs it takes away what only the archive has. */
test.skipIf(!existsSync(`${ROOT}.git`))("git keeps the texts in the archive alone", () => {
  const kept = execFileSync("git", ["ls-files", "packages/wording/training/texts"], { cwd: ROOT, encoding: "utf8" });
  expect(kept).toBe("");
});

test("of every text is said who wrote it, when, under which licence and in which languages", () => {
  const license = readFileSync(new URL("../../../LICENSE", import.meta.url), "utf8").split(" ")[0];
  const wanting = Object.entries(manifest).filter(
    ([, each]) =>
      each.author.trim() === "" ||
      !/^\d{4}-\d{2}-\d{2}$/.test(each.written) ||
      each.license !== license ||
      each.languages.length === 0 ||
      each.languages.some((language) => Intl.getCanonicalLocales(language)[0] !== language),
  );
  expect(wanting.map(([name]) => name)).toEqual([]);
});

test("nothing that runs leads into training/", () => {
  const rooms = ["packages", "packages/protocols", "apps"]
    .flatMap((top) =>
      readdirSync(new URL(`../../../${top}/`, import.meta.url)).map(
        (room) => new URL(`../../../${top}/${room}/src/`, import.meta.url),
      ),
    )
    .filter((sources) => existsSync(sources));
  const leading = rooms.flatMap((room) => {
    const sources = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
    return sources.filter((path) => /from "[^"]*\/training\//.test(readFileSync(new URL(path, room), "utf8")));
  });
  expect(leading).toEqual([]);
  expect(readFileSync(new URL("../../../.dockerignore", import.meta.url), "utf8")).toContain("packages/*/training");
});
