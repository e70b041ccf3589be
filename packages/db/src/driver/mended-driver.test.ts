import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { mend } from "./mended-driver.ts";

const source = readFileSync(new URL("connection.js", import.meta.resolve("postgres")), "utf8");

it("the repairs fit the postgres.js that is installed", () => {
  expect(fileURLToPath(import.meta.resolve("postgres"))).toContain("postgres");
  const mended = mend(source);
  expect(mended).not.toBe(source);
  // Twice is once too often: what was mended has no place for the repairs any more.
  expect(() => mend(mended)).toThrow(/does not fit/);
});

it("a postgres.js that reads otherwise is refused", () => {
  expect(() => mend(source.replace("socket.write(chunk, fn)", "socket.write(chunk)"))).toThrow(/has changed/);
});
