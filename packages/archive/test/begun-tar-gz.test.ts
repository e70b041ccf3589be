import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { beginTarGz, endTarGz, readArchive, writeTarGz } from "../src/index.ts";

const file = (path: string, text: string) => ({ path, bytes: new Uint8Array(Buffer.from(text)) });
const some = [file("package/main.js", "#!/usr/bin/env node\n".repeat(900)), file("package/a.json", "{}")];

test("a tar.gz that is ended later is one archive, read by us and by others, and the same each time (first week, A15)", () => {
  const begun = beginTarGz(some);
  for (const more of [[], [file("package/registry.json", '{"registry":"https://skills.example"}\n')]]) {
    const whole = endTarGz(begun, more);
    expect(endTarGz(beginTarGz(some), more)).toEqual(whole);
    const { files } = readArchive(whole);
    const asText = files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]).toSorted();
    expect(asText).toEqual(
      [...some, ...more].map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]).toSorted(),
    );
    // Node's own reader checks length and checksum.
    expect(gunzipSync(whole).length % 512).toBe(0);
  }
});

test("what is added is held to the paths of every archive", () => {
  expect(() => endTarGz(beginTarGz(some), [file("../escaped", "")])).toThrow("leaves the package");
  expect(gunzipSync(endTarGz(beginTarGz([]), some))).toEqual(gunzipSync(writeTarGz(some)));
});
