import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rooms } from "./harness/read-rooms.ts";

/**
 * What the pages of the architecture and the rooms' READMEs name: a source by its whole path or by the end of it (`kernel/tier.ts`), a
 * folder likewise. Whatever was renamed is found here, and not by a reader.
 */

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const folders = [...new Set(files.flatMap((file) => parentsOf(file)))];

function parentsOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`);
}

/** Files of a skill or of a build, and names that stand for many. */
const OTHERS = new Set(["tools.py", "setup.py", "dist/index.js", "migrations/NNNN_name.sql", "0001_name.sql"]);

const SOURCE = /^[\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|js|py|sql|css)$/;
const FOLDER = /^(?:src|test)\/(?:[\w.-]+\/)*$/;

/** What stands between backticks outside of blocks of code, one name each; what is said not to be there is not. */
function namedIn(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$|There is no `[^`]*`/gms, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
}

const endsLike = (known: readonly string[], name: string): boolean =>
  known.some((one) => one === name || one.endsWith(`/${name}`));

/** `within`: the room whose README it is, for what is named from its own folder. */
function missingIn(path: string, within: string | null): string[] {
  return namedIn(readFileSync(path, "utf8")).filter((name) => {
    if (OTHERS.has(name)) return false;
    const own = within !== null && /^(?:src|test|bin|scripts|build)\//.test(name) ? `${within}/${name}` : null;
    if (SOURCE.test(name)) return own === null ? !endsLike(files, name) : !existsSync(own) && !existsSync(name);
    if (FOLDER.test(name) && own !== null) return !existsSync(own) && !folders.includes(name);
    return false;
  });
}

const pages = [
  "docs/ARCHITECTURE.md",
  ...readdirSync("docs/architecture").map((name) => join("docs/architecture", name)),
];

test.each(pages)("%s names sources that exist", (path) => {
  expect(missingIn(path, null)).toEqual([]);
});

test.each(rooms.map(({ dir }) => ({ dir })))("the README of $dir is there, and names sources that exist", ({ dir }) => {
  const path = join(dir, "README.md");
  expect(existsSync(path)).toBe(true);
  expect(missingIn(path, dir)).toEqual([]);
});

test("every page of the architecture is linked from its first page", () => {
  const first = readFileSync("docs/ARCHITECTURE.md", "utf8");
  const linked = [...first.matchAll(/\]\((architecture\/[\w-]+\.md)\)/g)].map((match) => `docs/${match[1]}`);
  expect([...new Set(linked)].toSorted()).toEqual(pages.slice(1).toSorted());
});

test("README shows the pictures that `npm run pictures` writes, each below 250 kB", () => {
  const shown = [...readFileSync("README.md", "utf8").matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(
    (match) => match[1] ?? "",
  );
  expect(shown.toSorted()).toEqual(readdirSync("docs/pictures").map((name) => `docs/pictures/${name}`));
  for (const path of shown) expect(statSync(path).size, path).toBeLessThan(250_000);
});
