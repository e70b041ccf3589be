import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { withoutComments } from "../src/digests/without-comments.ts";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

/** The same by a compiler's own reading. */
function bare(path: string, text: string): string {
  let [out, last] = ["", 0];
  for (const { start, end } of parseSync(path, text).comments) {
    out += text.slice(last, start);
    last = end;
  }
  return (out + text.slice(last))
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();
}

test("every module of the rooms is read as the compiler reads it", () => {
  const files = readdirSync(PACKAGES).flatMap((room) => {
    const all = readdirSync(join(PACKAGES, room), { recursive: true, encoding: "utf8" });
    return all.filter((path) => /^(?:[\w-]+\/)?src\/.*\.ts$/.test(path)).map((path) => join(PACKAGES, room, path));
  });
  const differing = files.filter((path) => {
    const text = readFileSync(path, "utf8");
    return withoutComments(text) !== bare(path, text);
  });
  expect(files.length).toBeGreaterThan(1_000);
  expect(differing).toEqual([]);
});

test.each([
  ["a // in a string", 'const a = "http://x"; // no', 'const a = "http://x";'],
  [
    "a comment in a template's expression",
    "const a = `// ${1 /* no */ + `}`} yes`;",
    "const a = `// ${1  + `}`} yes`;",
  ],
  ["a pattern with slashes and quotes", 'const a = /[/"]\\//g; // no', 'const a = /[/"]\\//g;'],
  ["a division", "const a = b / c / d; // no", "const a = b / c / d;"],
  ["a comment over lines", "a();\n/* no\n no */\n\nb();", "a();\nb();"],
])("%s", (_, text, expected) => {
  expect(withoutComments(text)).toBe(expected);
});
