import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findResemblance } from "./resembles.ts";
import { WELL_KNOWN_NPM } from "./well-known-npm.ts";
import { WELL_KNOWN_PYPI } from "./well-known-pypi.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const ROOT = new URL("../../../../", import.meta.url);

describe("names close to a well-known one", () => {
  test.each([
    ["PyPI", "reqeusts", "requests", "swap"],
    ["PyPI", "requestz", "requests", "letter"],
    ["PyPI", "reqests", "requests", "extra-or-missing"],
    ["PyPI", "requestss", "requests", "extra-or-missing"],
    ["PyPI", "Crypt0graphy", "cryptography", "lookalike"],
    ["PyPI", "reque5ts", "requests", "lookalike"],
    ["PyPI", "rеquests", "requests", "lookalike"],
    ["PyPI", "beautifu1soup4", "beautifulsoup4", "lookalike"],
    ["PyPI", "scikitlearn", "scikit-learn", "separator"],
    ["PyPI", "Python__Dateutils", "python-dateutil", "extra-or-missing"],
    ["PyPI", "requests-official", "requests", "affix"],
    ["PyPI", "secure-requests", "requests", "affix"],
    ["npm", "crossenv", "cross-env", "separator"],
    ["npm", "loadsh", "lodash", "swap"],
    ["npm", "expresss", "express", "extra-or-missing"],
    ["npm", "types-node", "@types/node", "scope"],
    ["npm", "@typescript-eslin/parser", "@typescript-eslint/parser", "scope"],
    ["npm", "@anthropic-al/sdk", "@anthropic-ai/sdk", "scope"],
  ] as const)("%s %s resembles %s (%s)", (ecosystem, name, known, closeness) => {
    expect(findResemblance(ecosystem, name)).toEqual({ known, closeness });
  });

  test.each([
    ["PyPI", "requests"],
    ["PyPI", "Typing_Extensions"],
    ["PyPI", "pyqt5"],
    ["PyPI", "tqd"],
    ["PyPI", "my-own-tool"],
    ["npm", "preact"],
    ["npm", "babel-core"],
    ["npm", "@types/nodemailer"],
    ["npm", "@my-company/node"],
    ["npm", "mysql3"],
    ["npm", "x".repeat(10_000)],
  ] as const)("%s %s resembles none", (ecosystem, name) => {
    expect(findResemblance(ecosystem, name)).toBeNull();
  });

  test("none of a well-known name's own", () => {
    expect(WELL_KNOWN_PYPI.filter((name) => findResemblance("PyPI", name) !== null)).toEqual([]);
    expect(WELL_KNOWN_NPM.filter((name) => findResemblance("npm", name) !== null)).toEqual([]);
  });
});

test("real packages that this project depends on resemble none", () => {
  const lock = JSON.parse(readFileSync(new URL("package-lock.json", ROOT), "utf8"));
  const npm = Object.keys(lock.packages).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []);
  const text = readFileSync(new URL("apps/server/src/scanners/requirements.lock", ROOT), "utf8");
  const pypi = [...text.matchAll(/^([A-Za-z0-9._-]+)==/gm)].map((match) => match[1] ?? "");
  expect(npm.length).toBeGreaterThan(300);
  expect(pypi.length).toBeGreaterThan(20);
  expect(npm.map((name) => [name, findResemblance("npm", name)]).filter(([, found]) => found !== null)).toEqual([]);
  expect(pypi.map((name) => [name, findResemblance("PyPI", name)]).filter(([, found]) => found !== null)).toEqual([]);
});

test("any one mistake in a long well-known name is noticed, unless it makes another one", () => {
  const long = WELL_KNOWN_PYPI.filter((name) => /^[a-z]{8,}$/.test(name));
  const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), fc.nat(3), letter, (name, position, kind, other) => {
      const at = position % (name.length - 1);
      const [before, here, next, after] = [name.slice(0, at), name[at], name[at + 1] ?? "", name.slice(at + 2)];
      const mistaken = [
        before + next + here + after,
        before + other + next + after,
        before + next + after,
        before + here + other + next + after,
      ][kind];
      return WELL_KNOWN_PYPI.includes(mistaken ?? "") || findResemblance("PyPI", mistaken ?? "") !== null;
    }),
    { numRuns: 3_000 },
  );
});

test("a thousand hostile names cost little", () => {
  const cost = startCost();
  for (let index = 0; index < 1_000; index += 1) {
    for (const part of ["0", "rn", "vv", "-", "а", "@a/", "requests"])
      findResemblance("npm", part.repeat(60 - (index % 50)));
  }
  expect(cost()).toBeLessThan(800);
});
