import { sha256Hex, writeZip } from "@gaia/archive";
import type { FakeRegistry } from "./fake-registry.ts";
import { file } from "./fake-release.ts";

interface Wheel {
  path: string;
  bytes: Uint8Array;
}

/** A wheel with one module, and what it needs. */
export function wheel(
  name: string,
  version: string,
  needs: readonly string[],
  code = "raise SystemExit('never run')\n",
): Wheel {
  const info = `${name}-${version}.dist-info`;
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${name}`,
    `Version: ${version}`,
    ...needs.map((one) => `Requires-Dist: ${one}`),
  ];
  const bytes = writeZip([
    file(`${info}/METADATA`, `${metadata.join("\n")}\n`),
    file(`${info}/RECORD`, ""),
    file(`${info}/WHEEL`, "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    file(`${name}.py`, code),
  ]);
  return { path: `${name}-${version}-py3-none-any.whl`, bytes };
}

/** Makes the fake registry a Python index of these files, too, at `/simple`. */
export function serveIndex(fake: FakeRegistry, name: string, files: readonly Wheel[]): void {
  const links = files.map(({ path, bytes }) => `<a href="/files/${path}#sha256=${sha256Hex(bytes)}">${path}</a>`);
  fake.on("GET", `/simple/${name}/`, {
    body: `<!DOCTYPE html>${links.join("\n")}`,
    headers: { "content-type": "text/html" },
  });
  for (const { path, bytes } of files) fake.on("GET", `/files/${path}`, { body: bytes });
}
