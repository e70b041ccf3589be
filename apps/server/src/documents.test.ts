import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationPage } from "./config/configuration-page.ts";
import { authDocument, openApiDocument } from "@gaia/api";

const root = new URL("../../../", import.meta.url).pathname;
const STALE = "run `npm run openapi` and commit what it writes";

test.each([
  ["docs/openapi.json", openApiDocument],
  ["docs/auth.json", authDocument],
])("%s is what the route definitions say", (path, document) => {
  expect(JSON.parse(readFileSync(join(root, path), "utf8")), STALE).toEqual(JSON.parse(JSON.stringify(document())));
});

test("docs/configuration.md is what the table of variables says", () => {
  expect(readFileSync(join(root, "docs/configuration.md"), "utf8"), STALE).toBe(configurationPage());
});

test("the scorecard has each of the 32 requirements once, and what it says yes to is shown by files that are there", () => {
  const card = readFileSync(join(root, "docs/SECURITY-SCORECARD.md"), "utf8");
  const rows = [...card.matchAll(/^\| ([A-Z]{2}\d+) \| \d \| [^|]+ \| (yes|no) \|(.*)\|$/gm)];
  const ids = rows.map(([, id = ""]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([32, 32]);
  for (const [, id, here, shown = ""] of rows) {
    const named = [...shown.matchAll(/`([\w./-]+\.(?:ts|tsx|md)|test\/[\w/]+)`/g)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect([id, here === "no" || named.length > 0]).toEqual([id, true]);
  }
});

const sources = (): string[] =>
  execFileSync("git", ["ls-files", "packages", "apps", "test", "migrations"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.(?:tsx?|js|sql|py|md)$/.test(path) && existsSync(join(root, path)));

test("what a comment says of a section stands in the page that it names, and nowhere else", () => {
  const headings = new Set(
    [...readFileSync(join(root, "docs/specification.md"), "utf8").matchAll(/^##+ (§[\d.]+) /gm)].map(([, id]) => id),
  );
  for (const path of sources()) {
    const text = readFileSync(join(root, path), "utf8").replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, " ");
    // The pages that these sections were of are not in this repository.
    expect([path, text.match(/\b(?:contract|design|spec) §[\d.]+/g)]).toEqual([path, null]);
    const named = [...text.matchAll(/docs\/specification\.md ((?:§[\d.]*\d(?:, | and )?)+)/g)];
    const unknown = named.flatMap(([, list = ""]) => list.match(/§[\d.]*\d/g) ?? []).filter((id) => !headings.has(id));
    expect([path, unknown]).toEqual([path, []]);
  }
});

test("docs/specification.md and docs/lifecycle.md name files that are there", () => {
  for (const page of ["docs/specification.md", "docs/lifecycle.md"]) {
    const named = [...readFileSync(join(root, page), "utf8").matchAll(/`((?:packages|apps|test|docs)\/[\w./-]*)`/g)];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test("the typed clients are generated from the documents as they are", () => {
  const dir = mkdtempSync(join(tmpdir(), "schema-"));
  try {
    for (const [document, types] of [
      ["openapi.json", "schema.d.ts"],
      ["auth.json", "auth-schema.d.ts"],
    ] as const) {
      const output = join(dir, types);
      execFileSync("npx", ["openapi-typescript", `../../docs/${document}`, "-o", output], {
        cwd: join(root, "packages/client"),
        stdio: "pipe",
      });
      expect(readFileSync(join(root, "packages/client/src", types), "utf8"), STALE).toBe(readFileSync(output, "utf8"));
    }
    const checks = join(dir, "answer-checks.js");
    execFileSync("node", ["scripts/generate-checks.ts", checks], { cwd: join(root, "packages/client"), stdio: "pipe" });
    expect(readFileSync(join(root, "packages/client/src/answer-checks.js"), "utf8"), STALE).toBe(
      readFileSync(checks, "utf8"),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
