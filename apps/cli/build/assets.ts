import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "rolldown";

const INSTALLED = /import\.meta\.resolve\("([^"]+)"\)/g;
const BESIDE = /new URL\("([^"]+\.(?:json|bin|wasm|py|mjs))", import\.meta\.url\)\.href/g;
const ENTRY = /new URL\("\.\/(parse-thread|proxy-process)\.ts", import\.meta\.url\)/g;

/**
 * Carries the files that the sources read beside themselves (grammars, weights) inside the bundle, packed, and opens each when it is first
 * asked for. `rooms` are the folders whose sources name them.
 */
export function embedAssets(rooms: readonly string[]): Plugin {
  const assets = new Map<string, string>();
  for (const file of rooms.flatMap(sourcesBelow)) {
    const text = readFileSync(file, "utf8");
    for (const [, specifier = ""] of text.matchAll(INSTALLED))
      assets.set(specifier, fileURLToPath(import.meta.resolve(specifier)));
    for (const [, path = ""] of text.matchAll(BESIDE)) assets.set(keyOf(path), resolve(dirname(file), path));
  }
  return {
    name: "embed-assets",
    load: (id) => (id.endsWith("/packages/syntax/src/asset.ts") ? embedded(assets) : null),
    transform: (code, id) =>
      rooms.some((room) => id.startsWith(room))
        ? code
            .replaceAll(INSTALLED, (_, specifier: string) => JSON.stringify(specifier))
            .replaceAll(BESIDE, (_, path: string) => JSON.stringify(keyOf(path)))
            .replaceAll(ENTRY, (_, name: string) => `new URL("./${name}.js", import.meta.url)`)
        : null,
  };
}

const keyOf = (path: string): string => path.replace(/^\.\//, "");

function sourcesBelow(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .toSorted()
    .map((path) => join(room, path));
}

/** The module in the place of `asset.ts`. Strings of base64 cost nothing until they are opened. */
function embedded(assets: ReadonlyMap<string, string>): string {
  const entries = [...assets].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const packed = entries.map(([name, path]) => {
    const bytes = brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
    return `${JSON.stringify(name)}: ${JSON.stringify(bytes.toString("base64"))}`;
  });
  return `import { brotliDecompressSync } from "node:zlib";
const PACKED = {\n${packed.join(",\n")}\n};
export function readAsset(name) {
  return brotliDecompressSync(Buffer.from(PACKED[name], "base64"));
}
`;
}
