import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HANDLE_PATTERN } from "../parts/form.tsx";

test("a browser can read the pattern of a handle, and takes what the API takes (first week, B7)", () => {
  const asBrowsersDo = new RegExp(`^(?:${HANDLE_PATTERN})$`, "v");
  for (const handle of ["a", "7", "ada-lovelace", `a${"-".repeat(38)}`]) expect(asBrowsersDo.test(handle)).toBe(true);
  for (const handle of ["", "-a", "Ada", "a_b", "a\\b", `a${"b".repeat(39)}`])
    expect(asBrowsersDo.test(handle)).toBe(false);
});

test("no form spells a pattern of its own (first week, B7)", () => {
  const sources = readdirSync("apps/web/src", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".tsx"),
  );
  const spelled = sources.filter((path) => /\bpattern="/.test(readFileSync(`apps/web/src/${path}`, "utf8")));
  expect(sources.length).toBeGreaterThan(20);
  expect(spelled).toEqual([]);
});
