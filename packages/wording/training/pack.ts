import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeTarGz } from "../../archive/src/index.ts";
import { ARCHIVE, MANIFEST, readTextFiles } from "./text-files.ts";

/** Where texts are edited; git passes it over. */
const FOLDER = new URL("texts/", import.meta.url);

const { values } = parseArgs({ options: { unpack: { type: "boolean" }, pack: { type: "boolean" } } });
if (values.unpack === values.pack) {
  console.error(
    "npm run texts -- --unpack: the texts into packages/wording/training/texts/; -- --pack: what lies there into the archive",
  );
  process.exitCode = 2;
} else if (values.unpack === true) unpack();
else pack();

/** Overwrites nothing: what lies there may have been edited. */
function unpack(): void {
  if (existsSync(FOLDER)) throw new Error(`${FOLDER.pathname} is there: pack it, or take it away`);
  mkdirSync(FOLDER);
  const files = readTextFiles();
  for (const [name, bytes] of files) writeFileSync(new URL(name, FOLDER), bytes);
  console.log(`${files.size} texts in ${FOLDER.pathname}`);
}

/**
 * The same texts give the same bytes on every machine. A text without a row in the manifest is refused, the digests of the others follow, and
 * what no longer lies there is named.
 */
function pack(): void {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .toSorted();
  const manifest: Record<string, { sha256: string }> = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const unnamed = names.filter((name) => !Object.hasOwn(manifest, name));
  if (unnamed.length > 0) throw new Error(`${MANIFEST.pathname} says nothing of ${unnamed.join(", ")}`);
  const files = names.map((path) => ({ path, bytes: new Uint8Array(readFileSync(new URL(path, FOLDER))) }));
  const gone = Object.keys(manifest).filter((name) => !names.includes(name));
  for (const name of gone) delete manifest[name];
  for (const { path, bytes } of files)
    manifest[path] = { ...manifest[path], sha256: createHash("sha256").update(bytes).digest("hex") };
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(ARCHIVE, writeTarGz(files));
  console.log(`${files.length} texts in ${ARCHIVE.pathname}`);
  if (gone.length > 0) console.log(`no longer in it: ${gone.join(", ")}`);
}
