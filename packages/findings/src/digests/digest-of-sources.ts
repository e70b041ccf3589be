import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { withoutComments } from "./without-comments.ts";

/** Where a module may lead: below this folder everything is followed; what is outside counts by the name and version of its package. */
export interface SourceTree {
  /** The folder that holds the rooms: `packages`. */
  packages: string;
  /** Where installed packages are looked up from. */
  installedFrom: string;
  /** Other rooms count by name alone. */
  staysInside?: boolean;
  /** Digests of modules that were made before, of the same tree. */
  known?: Map<string, string>;
}

/**
 * `sha256:…` over what a module is made of: its own text without comments, in it each import replaced by the digest of the module that it
 * leads to, each data file by that of its bytes, each installed package by its name and version. So it moves with every change of code,
 * words, bounds or weights, and neither with a comment, the place of a file nor the machine. What is imported for its type alone is left
 * out; it is gone when the code runs. Through another room's door only the modules of the names that are asked for count: the door itself
 * makes nothing.
 * @throws Error for an import that leads nowhere
 */
export function digestOfSources(entries: readonly string[], tree: SourceTree): string {
  const known = tree.known ?? new Map<string, string>();
  return `sha256:${sha256(entries.map((entry) => moduleDigest(resolve(tree.packages, entry), tree, known)).join("\n"))}`;
}

const TYPES_ALONE = /^(?:import|export) type\b[^;]*;\n/gm;
const THROUGH_A_DOOR = /(\bimport\s+)\{([^}]*)\}(\s+from\s+)"@gaia\/([^/"\n]+)"/g;
const EXPORTED = /^export\s+\{([^}]*)\}\s+from\s+"([^"\n]+)";$/gm;
const IMPORTED = /(\bfrom\s+|\bimport\s+|\bimport\(\s*)"([^"\n]+)"/g;
const BESIDE = /(new URL\(\s*)"([^"\n]+)"(?=,\s*import\.meta\.url)/g;
const INSTALLED = /(import\.meta\.resolve\(\s*)"([^"\n]+)"/g;

function moduleDigest(file: string, tree: SourceTree, known: Map<string, string>): string {
  const before = known.get(file);
  if (before !== undefined) return before;
  // Circles are refused by the architecture test; here one must only end.
  known.set(file, "circle");
  const text = withoutComments(readFileSync(file, "utf8").replaceAll("\r\n", "\n")).replaceAll(TYPES_ALONE, "");
  const target = (specifier: string): string => {
    if (specifier.startsWith(".")) return moduleDigest(resolve(dirname(file), specifier), tree, known);
    const room = /^@gaia\/([^/]+)$/.exec(specifier)?.[1];
    if (room !== undefined && tree.staysInside) return room;
    if (room !== undefined) return moduleDigest(doorOf(room, tree), tree, known);
    return packageVersion(specifier, tree);
  };
  const resolved = text
    .replaceAll(THROUGH_A_DOOR, (whole, before: string, names: string, between: string, room: string) =>
      tree.staysInside ? whole : `${before}{${names}}${between}<${digestOfNames(names, room, tree, known)}>`,
    )
    .replaceAll(IMPORTED, (_, before: string, specifier: string) => `${before}<${target(specifier)}>`)
    .replaceAll(
      BESIDE,
      (_, before: string, path: string) => `${before}<${fileDigest(resolve(dirname(file), path), tree, known)}>`,
    )
    .replaceAll(
      INSTALLED,
      (_, before: string, specifier: string) => `${before}<${packageVersion(specifier, tree)}/${specifier}>`,
    );
  const digest = sha256(resolved);
  known.set(file, digest);
  return digest;
}

const doorOf = (room: string, { packages }: SourceTree): string => resolve(packages, room, "src/index.ts");

/** `a, type B` of `import { a, type B }` or `export { … }`, without the types. */
const valuesIn = (names: string): string[] =>
  names
    .split(",")
    .map((name) => name.trim().replace(/\s+as\s.*$/s, ""))
    .filter((name) => name !== "" && !name.startsWith("type "));

/** Of the modules behind a room's door that make these names. */
function digestOfNames(names: string, room: string, tree: SourceTree, known: Map<string, string>): string {
  const door = doorOf(room, tree);
  const made = new Map(
    [...readFileSync(door, "utf8").replaceAll("\r\n", "\n").matchAll(EXPORTED)].flatMap(
      ([, exported = "", path = ""]) => valuesIn(exported).map((name) => [name, path] as const),
    ),
  );
  const modules = valuesIn(names).map((name) => {
    const path = made.get(name);
    if (path === undefined) throw new Error(`${name} is imported from ${room}, whose door does not name it`);
    return moduleDigest(resolve(dirname(door), path), tree, known);
  });
  return modules.join(" ");
}

/** A module that a thread is started with, or data: JSON as text, all else as bytes. */
function fileDigest(file: string, tree: SourceTree, known: Map<string, string>): string {
  if (file.endsWith(".ts")) return moduleDigest(file, tree, known);
  const bytes = readFileSync(file);
  return sha256(file.endsWith(".json") ? bytes.toString("utf8").replaceAll("\r\n", "\n") : bytes);
}

/** `name@version`; Node's own modules have no version, for a runtime's change is none of the rules'. */
function packageVersion(specifier: string, { installedFrom }: SourceTree): string {
  if (specifier.startsWith("node:")) return specifier;
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  for (let folder = installedFrom; ; folder = dirname(folder)) {
    const manifest = join(folder, "node_modules", name, "package.json");
    if (existsSync(manifest))
      return `${name}@${(JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version}`;
    if (dirname(folder) === folder) throw new Error(`${name} is imported and not installed`);
  }
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
