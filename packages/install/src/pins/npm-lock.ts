import { isRecord } from "../home/json-file.ts";

const MOST_PACKAGES = 5_000;
const PATH =
  /^node_modules\/(?:@[\w.~-]{1,128}\/)?[\w.~-]{1,128}(?:\/node_modules\/(?:@[\w.~-]{1,128}\/)?[\w.~-]{1,128}){0,20}$/;
const VERSION = /^\d{1,10}\.\d{1,10}\.\d{1,10}(?:[-+][0-9A-Za-z.+-]{1,100})?$/;
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** What npm needs to see that a tree is whole, and to leave out what is for other machines. */
const KEPT = [
  "dependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "optional",
  "peer",
  "os",
  "cpu",
  "libc",
  "bin",
  "inBundle",
] as const;

/**
 * A `package-lock.json` (version 3) as pins: each package by name, version and SHA-512, none by an address, so that nothing but the index
 * of whoever installs is asked for it. Null when it holds anything else: a link, a file, a repository, a package without a digest.
 */
export function toNpmPins(text: string): string | null {
  const file = parse(text);
  const packages = isRecord(file) && file["lockfileVersion"] === 3 ? file["packages"] : null;
  if (!isRecord(packages)) return null;
  const root = packages[""];
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  if (!isRecord(root) || entries.length > MOST_PACKAGES) return null;
  const kept: [string, object][] = [["", { dependencies: isRecord(root["dependencies"]) ? root["dependencies"] : {} }]];
  for (const [path, entry] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (!PATH.test(path) || !isRecord(entry) || entry["link"] !== undefined) return null;
    const { version, integrity, inBundle } = entry;
    if (typeof version !== "string" || !VERSION.test(version)) return null;
    // What is bundled comes in its parent's archive, under the parent's digest.
    const isWhole = typeof integrity === "string" && INTEGRITY.test(integrity);
    if (!isWhole && inBundle !== true) return null;
    const more = KEPT.filter((field) => entry[field] !== undefined).map((field) => [field, entry[field]]);
    kept.push([path, { version, ...(isWhole && { integrity }), ...Object.fromEntries(more) }]);
  }
  return `${JSON.stringify({ lockfileVersion: 3, requires: true, packages: Object.fromEntries(kept) }, null, 1)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
