import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HANDLE_PATTERN, isHandle } from "./handle.ts";

test("a browser can read the pattern of a handle, and takes what the API takes (first week, B7)", () => {
  const asBrowsersDo = new RegExp(`^(?:${HANDLE_PATTERN})$`, "v");
  for (const handle of ["a", "7", "ada-lovelace", `a${"-".repeat(38)}`]) {
    expect([asBrowsersDo.test(handle), isHandle(handle)]).toEqual([true, true]);
  }
  for (const handle of ["", "-a", "Ada", "a_b", "a\\b", "ada\n", `a${"b".repeat(39)}`])
    expect([asBrowsersDo.test(handle), isHandle(handle)]).toEqual([false, false]);
});

test("no form, and no page, spells a pattern of its own (first week, B7)", () => {
  const sources = readdirSync("apps/web/src", { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  const spelled = sources.filter((path) => /\bpattern="|\{0,38\}/.test(readFileSync(`apps/web/src/${path}`, "utf8")));
  expect(sources.length).toBeGreaterThan(20);
  expect(spelled).toEqual(["naming/handle.ts"]);
});
