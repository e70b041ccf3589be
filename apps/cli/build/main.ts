import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beginTarGz } from "@gaia/archive";
import { sourceDigests } from "@gaia/findings";
import { build } from "rolldown";
import { embedAssets } from "./assets.ts";
import { embedSiteStyle } from "./site-style.ts";
import { buildWheels } from "./wheels.ts";

// Makes what a registry serves below /cli: gaia-skill.tgz, begun, whose last file the registry adds when it starts (its own address); a package that runs alone on Node 20 and newer, needs no other and is packed as
// npm wants it (it starts with a small file, and each verb reads what it needs beside it), and the wheels of packages/python. The same
// sources give the same bytes.

const CLI = fileURLToPath(new URL("../", import.meta.url));
const ROOT = join(CLI, "../..");
const DIST = join(CLI, "dist");
const { version, license } = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8")) as Record<string, string>;
const rooms = readdirSync(join(ROOT, "packages"))
  .map((room) => join(ROOT, "packages", room, "src/"))
  .filter((sources) => existsSync(sources));

const { output } = await build({
  input: {
    "gaia-skill": join(CLI, "src/program/bundle-main.ts"),
    "lib/proxy-process": fileURLToPath(import.meta.resolve("@gaia/sandbox/proxy-process")),
    "lib/parse-thread": fileURLToPath(import.meta.resolve("@gaia/manifest/parse-thread")),
  },
  cwd: ROOT,
  platform: "node",
  logLevel: "warn",
  write: false,
  // The parser's own loader of side modules, which nothing here has.
  checks: { eval: false, pluginTimings: false },
  // Nothing of ours does anything by being loaded, so a verb loads what it uses of a room and not all that the room's door names.
  treeshake: { moduleSideEffects: (id) => !rooms.some((room) => id.startsWith(room)) },
  transform: {
    target: "node20",
    define: { BUNDLED_VERSION: JSON.stringify(version), BUNDLED_SOURCE_DIGESTS: JSON.stringify(sourceDigests()) },
  },
  plugins: [embedAssets(rooms), embedSiteStyle()],
  // Only a warning by default: what is bundled then would fail where it is loaded.
  onLog: (level, log, handler) => handler(log.code === "UNRESOLVED_IMPORT" ? "error" : level, log),
  output: {
    format: "esm",
    minify: true,
    banner: ({ name }) => (name === "gaia-skill" ? "#!/usr/bin/env node" : ""),
    entryFileNames: "[name].js",
    chunkFileNames: "lib/[name]-[hash].js",
  },
});

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const manifest = {
  name: "gaia-skill",
  version,
  description: "Find, install, verify and publish skills of a registry",
  license,
  type: "module",
  bin: { "gaia-skill": "gaia-skill.js" },
  engines: { node: ">=20" },
};
const begun = beginTarGz([
  { path: "package/package.json", bytes: text(`${JSON.stringify(manifest, null, 2)}\n`) },
  ...output.flatMap((one) =>
    one.type === "chunk" ? [{ path: `package/${one.fileName}`, bytes: text(one.code) }] : [],
  ),
  { path: "package/README.md", bytes: readFileSync(join(CLI, "build/README.md")) },
  { path: "package/LICENSE", bytes: readFileSync(join(ROOT, "LICENSE")) },
]);
mkdirSync(DIST, { recursive: true });
writeFileSync(join(DIST, "gaia-skill.begun"), begun.bytes);
const wheels = buildWheels(join(ROOT, "packages/python"));
for (const { file, bytes } of wheels) writeFileSync(join(DIST, file), bytes);
const about = {
  version,
  begun: { crc32: begun.crc32, size_bytes: begun.sizeBytes },
  wheels: wheels.map(({ file, bytes }) => ({ file, sha256: sha256(bytes) })),
};
writeFileSync(join(DIST, "gaia-skill.json"), `${JSON.stringify(about)}\n`);

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
