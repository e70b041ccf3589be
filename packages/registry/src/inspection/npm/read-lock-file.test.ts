import { expect, test } from "vitest";
import { startCost } from "../../../../../test/harness/cost.ts";
import { readLockFile } from "./read-lock-file.ts";

const needsOf = (lock: object) =>
  Object.fromEntries(
    (readLockFile(lock) ?? []).map(({ name, version, needs, needsMore }) => [
      `${name}@${version}`,
      needsMore ? [...needs, "…"] : needs,
    ]),
  );
const askedBy = (lock: object) =>
  (readLockFile(lock) ?? []).filter(({ isAsked }) => isAsked).map(({ name, version }) => `${name}@${version}`);

const LOCK = {
  lockfileVersion: 3,
  packages: {
    "": { dependencies: { app: "^1" }, devDependencies: { tool: "*" } },
    "workspaces/own": { dependencies: { deep: "^1" }, optionalDependencies: { absent: "*" } },
    "workspaces/own/node_modules/deep": { version: "1.0.0" },
    "node_modules/own": { link: true, resolved: "workspaces/own" },
    "node_modules/app": {
      version: "1.0.0",
      dependencies: { "@s/lib": "*", deep: "^2", own: "*" },
      optionalDependencies: { fsevents: "*", extra: "*" },
      peerDependencies: { react: "*", "no-peer": "*" },
      peerDependenciesMeta: { "no-peer": { optional: true } },
    },
    "node_modules/app/node_modules/deep": { version: "2.0.0", dependencies: { "@s/lib": "*" } },
    "node_modules/@s/lib": { version: "3.0.0", dependencies: { deep: "^3", "@s/lib": "*" } },
    "node_modules/@s/lib/node_modules/deep": { version: "3.0.0", dependencies: { gone: "*" } },
    "node_modules/react": { version: "19.0.0", dependencies: { "alias-of-x": "*" } },
    "node_modules/alias-of-x": { name: "x", version: "1.0.0" },
    "node_modules/extra": { version: "1.0.0", dependencies: { odd: "*" } },
    "node_modules/odd": { version: "file:../odd" },
    "node_modules/tool": { version: "1.0.0", dev: true },
  },
};

test("a package needs what Node would find for it: the nearest of a name, under the name that it really has", () => {
  expect(needsOf(LOCK)).toMatchObject({
    "app@1.0.0": ["@s/lib@3.0.0", "deep@2.0.0", "extra@1.0.0", "react@19.0.0"],
    "deep@2.0.0": ["@s/lib@3.0.0"],
    "@s/lib@3.0.0": ["deep@3.0.0"],
    "react@19.0.0": ["x@1.0.0"],
    "tool@1.0.0": [],
  });
});

test("what it requires and the lock file does not have is more than is known; what it can do without is not", () => {
  expect(needsOf(LOCK)).toMatchObject({ "deep@3.0.0": ["…"], "extra@1.0.0": ["…"], "deep@1.0.0": [] });
});

test("the skill asks for what its own directories require, those of workspaces too", () => {
  expect(askedBy(LOCK)).toEqual(["deep@1.0.0", "app@1.0.0", "tool@1.0.0"]);
});

test("the older form has needs too, and does not say what the skill asks for", () => {
  const older = {
    lockfileVersion: 1,
    dependencies: {
      a: { version: "1.0.0", requires: { b: "^2", c: "*" }, dependencies: { b: { version: "2.0.0" } } },
      b: { version: "1.0.0" },
      c: { version: "1.0.0", requires: { b: "^1" } },
    },
  };
  expect(needsOf(older)).toEqual({
    "a@1.0.0": ["b@2.0.0", "c@1.0.0"],
    "b@1.0.0": [],
    "c@1.0.0": ["b@1.0.0"],
    "b@2.0.0": [],
  });
  expect(askedBy(older)).toEqual([]);
});

test("licences and hashes are of known form, or absent", () => {
  const told = (entry: object) => {
    const [one] = readLockFile({ packages: { "node_modules/a": { version: "1.0.0", ...entry } } }) ?? [];
    return [one?.license, one?.hashes];
  };
  const sha512 = Buffer.alloc(64, 1);
  const integrity = `sha1-${Buffer.alloc(20, 2).toString("base64")} sha512-${sha512.toString("base64")}?x`;
  expect(told({ license: "MIT", integrity })).toEqual([
    "MIT",
    [`sha1:${"02".repeat(20)}`, `sha512:${"01".repeat(64)}`],
  ]);
  expect(told({ license: { type: "ISC" }, integrity: "sha512-AAAA" })).toEqual(["ISC", []]);
  expect(told({ license: `M\u0000I\nT`, integrity: "md5-AAAA sha999-AAAA nonsense" })).toEqual(["M I T", []]);
  expect(told({ license: "x".repeat(201), integrity: "x".repeat(3_000) })).toEqual([null, []]);
  expect(told({ license: ["MIT"], integrity: 7 })).toEqual([null, []]);
});

test("its time is bounded, however deep the paths and however many the names", () => {
  const requires = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`n${index}`, "*"]));
  const lockOf = (packages: number, depth: number) => ({
    packages: Object.fromEntries(
      Array.from({ length: packages }, (_, index) => [
        `node_modules/p${index}/${"node_modules/q/".repeat(depth)}node_modules/r`,
        { version: "1.0.0", dependencies: requires },
      ]),
    ),
  });
  const lock = lockOf(2_000, 100);
  const cost = startCost();
  const entries = readLockFile(lock);
  expect(cost()).toBeLessThan(500);
  expect(entries?.at(-1)).toMatchObject({ needs: [], needsMore: true });
});
