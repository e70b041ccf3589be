import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PLAIN } from "../../test/plain-confined.ts";
import { watchWritable } from "./writable-watch.ts";

test("nothing guarded is hidden behind more files than are looked at while a command runs", async () => {
  const place = mkdtempSync(join(tmpdir(), "many-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  for (const name of ["one", "other"]) mkdirSync(join(place, name));
  const mounts = [{ source: place, target: place, writable: true }];
  const watch = await watchWritable({ mounts, guarded: [".vscode"], hidden: [], limits: PLAIN.limits });
  // Whichever of the two is looked into first.
  const [one = "", other = ""] = readdirSync(place);
  for (const name of [one, other]) mkdirSync(join(place, name, ".vscode"));
  // As many links as a file may have.
  for (let at = 0; at < 201_000; at += 1) {
    const file = join(place, other, String(at - (at % 60_000)));
    if (at % 60_000 === 0) writeFileSync(file, "");
    else linkSync(file, join(place, other, String(at)));
  }
  expect(await watch.end()).toHaveLength(2);
  for (const name of [one, other]) expect(existsSync(join(place, name, ".vscode"))).toBe(false);
});
