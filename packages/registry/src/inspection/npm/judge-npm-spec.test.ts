import { expect, test } from "vitest";
import { judgeNpmSpec } from "./judge-npm-spec.ts";
import { startCost } from "../../../../../test/harness/cost.ts";

const verdictOf = (text: string): string => {
  const judged = judgeNpmSpec({ text });
  if (judged.kind === "package") return `${judged.name} ${judged.range} ${judged.exactVersion}`;
  return judged.kind === "local" ? "local" : judged.rule;
};

test.each([
  ["semver", "semver * null"],
  ["semver@^7.0.0", "semver ^7.0.0 null"],
  ["semver@7.6.3", "semver 7.6.3 7.6.3"],
  ["semver@latest", "semver latest null"],
  ["@scope/name@1.2.3", "@scope/name 1.2.3 1.2.3"],
  ["JSONStream@1.3.5", "JSONStream 1.3.5 1.3.5"],
  ["x@npm:other@1.0.0", "alias"],
  ["x@git+https://git.example/x.git", "remote-source"],
  ["x@git@git.example:x.git", "remote-source"],
  ["user/repository", "remote-source"],
  ["github:user/repository", "remote-source"],
  ["x@https://files.example/x.tgz", "remote-source"],
  ["https://files.example/x.tgz", "remote-source"],
  ["file:/etc/passwd", "local-path"],
  ["x@file:../x.tgz", "local-path"],
  ["/srv/x", "local-path"],
  ["~/x", "local-path"],
  ["x@file:../x", "local"],
  ["x@link:../x", "local"],
  ["x@workspace:*", "local"],
  ["./x", "local"],
  ["--registry=https://evil.example", "unreadable"],
  ["-g", "unreadable"],
  ["a\nb", "unreadable"],
  ["", "unreadable"],
  [`a${"x".repeat(600)}`, "unreadable"],
  ["x@patch:x@1.0.0", "unreadable"],
  ["<script>", "unreadable"],
])("%s is %s", (text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

test("a name and a spec of package.json are judged alike, and neither brings a second one along", () => {
  expect(judgeNpmSpec({ name: "x", spec: "^1.0.0" })).toMatchObject({ kind: "package", name: "x", range: "^1.0.0" });
  expect(judgeNpmSpec({ name: "x", spec: "" })).toMatchObject({ kind: "package", name: "x", range: "*" });
  expect(judgeNpmSpec({ name: "x y", spec: "1.0.0" }).kind).toBe("refused");
  expect(judgeNpmSpec({ name: "--global", spec: "1.0.0" }).kind).toBe("refused");
  expect(judgeNpmSpec({ name: "../../x", spec: "1.0.0" }).kind).toBe("refused");
});

test("a spec built to be slow costs nothing", () => {
  const cost = startCost();
  for (const part of ["@", "a@", "../", "x:", "git+", "1.x||", "^", " - ", "-"])
    judgeNpmSpec({ text: part.repeat(160) });
  expect(cost()).toBeLessThan(20);
});
