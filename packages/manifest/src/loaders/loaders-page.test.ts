import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withLoaderTables } from "./loaders-page.ts";

const PAGE = new URL("../../../../docs/frameworks.md", import.meta.url);

// Written anew by `npx vitest run --project manifest loaders-page -u`.
it("docs/frameworks.md has the tables that warnings are made from (machines, M-4)", async () => {
  await expect(withLoaderTables(readFileSync(PAGE, "utf8"))).toMatchFileSnapshot("../../../../docs/frameworks.md");
});

it("a page without the marks is no place for them", () => {
  expect(() => withLoaderTables("# Agents\n")).toThrow("the page has no");
});
