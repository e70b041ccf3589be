import { findJsonFile } from "../json/json-manifest.ts";
import { byNameOnly } from "../format.ts";
import type { Detection, PackageView } from "../format.ts";
import type { MapTree } from "../../model/yaml-tree.ts";

const FILE = "skill.json";

/**
 * A `skill.json` at the root with the shape of standard v2: many tools have a file of that name. One that cannot be read counts as well
 * where it could have the shape, so that nobody can hide a second manifest behind an error.
 */
export function detectAria(pkg: PackageView): Detection | null {
  const file = findJsonFile(pkg, FILE);
  if (file === null) return null;
  if (file.opened === null) return mayBeAria(file.bytes) ? { manifestFile: FILE, confidence: 0.4 } : byNameOnly(FILE);
  return hasShape(file.opened.root) ? { manifestFile: FILE, confidence: 0.96 } : byNameOnly(FILE);
}

/** Two of the keys that the standard requires and a package's or a hub's `skill.json` lacks, each with the value that it asks for. */
function hasShape({ entries }: MapTree): boolean {
  const isList = (key: string) => entries.get(key)?.value.kind === "list";
  const name = entries.get("name")?.value;
  const signs = [
    name?.kind === "scalar" && name.text.startsWith("aria-"),
    entries.get("layer")?.value.kind === "scalar",
    isList("focus_affinity"),
    isList("dependencies"),
    isList("tools"),
  ];
  return signs.filter(Boolean).length >= 2;
}

/** Any of the signs, spelled out or hidden behind an escape. */
function mayBeAria(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return ['"layer"', '"focus_affinity"', '"dependencies"', '"tools"', "aria-", "\\u"].some((sign) =>
    text.includes(sign),
  );
}
