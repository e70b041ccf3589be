import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationPage } from "./configuration-page.ts";
import { openApiDocument } from "./http/document.ts";
import { docsPage } from "./http/docs-page.ts";

const root = new URL("../../../", import.meta.url).pathname;
const STALE = "run `npm run openapi` and commit what it writes";

test("docs/openapi.json is what the route definitions say", () => {
  expect(JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")), STALE).toEqual(
    JSON.parse(JSON.stringify(openApiDocument())),
  );
});

test("docs/configuration.md is what the table of variables says", () => {
  expect(readFileSync(join(root, "docs/configuration.md"), "utf8"), STALE).toBe(configurationPage());
});

test("9 the scorecard has each of the 32 requirements once, and what it says yes to is shown by files that are there", () => {
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

test("the typed client is generated from docs/openapi.json as it is", () => {
  const dir = mkdtempSync(join(tmpdir(), "schema-"));
  try {
    const output = join(dir, "schema.d.ts");
    execFileSync("npx", ["openapi-typescript", "../../docs/openapi.json", "-o", output], {
      cwd: join(root, "packages/client"),
      stdio: "pipe",
    });
    expect(readFileSync(join(root, "packages/client/src/schema.d.ts"), "utf8"), STALE).toBe(
      readFileSync(output, "utf8"),
    );
    const checks = join(dir, "answer-checks.js");
    execFileSync("node", ["scripts/generate-checks.ts", checks], { cwd: join(root, "packages/client"), stdio: "pipe" });
    expect(readFileSync(join(root, "packages/client/src/answer-checks.js"), "utf8"), STALE).toBe(
      readFileSync(checks, "utf8"),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("the page for readers names every operation", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const { body } = docsPage(document);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
  expect(operations.length).toBeGreaterThan(20);
  for (const { operationId } of operations as { operationId: string }[]) expect(body).toContain(`id="${operationId}"`);
});
