import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeTarGz } from "@gaia/archive";
import { sourceDigests } from "@gaia/findings";
import { build } from "rolldown";
import { embedAssets } from "./assets.ts";

// Makes what a registry serves at /cli/gaia-skill.tgz: one file that runs alone on Node 20 and newer, packed as npm wants it. The same
// sources give the same bytes.

const CLI = fileURLToPath(new URL("../", import.meta.url));
const ROOT = join(CLI, "../..");
const DIST = join(CLI, "dist");
const { version, license } = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8")) as Record<string, string>;
const rooms = readdirSync(join(ROOT, "packages")).map((room) => join(ROOT, "packages", room, "src/"));

const { output } = await build({
  input: join(CLI, "src/bundle-main.ts"),
  cwd: ROOT,
  platform: "node",
  logLevel: "warn",
  write: false,
  // The parser's own loader of side modules, which nothing here has.
  checks: { eval: false, pluginTimings: false },
  transform: {
    target: "node20",
    define: { BUNDLED_VERSION: JSON.stringify(version), BUNDLED_SOURCE_DIGESTS: JSON.stringify(sourceDigests()) },
  },
  plugins: [embedAssets(rooms)],
  output: { format: "esm", minify: true, codeSplitting: false, banner: "#!/usr/bin/env node" },
});
const [bundle, ...more] = output;
if (bundle?.type !== "chunk" || more.length > 0) throw new Error("the bundle is not one file");

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
const tarball = writeTarGz([
  { path: "package/package.json", bytes: text(`${JSON.stringify(manifest, null, 2)}\n`) },
  { path: "package/gaia-skill.js", bytes: text(bundle.code) },
  { path: "package/README.md", bytes: readFileSync(join(CLI, "build/README.md")) },
  { path: "package/LICENSE", bytes: readFileSync(join(ROOT, "LICENSE")) },
]);
mkdirSync(DIST, { recursive: true });
writeFileSync(join(DIST, "gaia-skill.tgz"), tarball);
const sha256 = createHash("sha256").update(tarball).digest("hex");
writeFileSync(join(DIST, "gaia-skill.json"), `${JSON.stringify({ version, sha256, size_bytes: tarball.length })}\n`);
