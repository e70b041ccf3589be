import type { Tier } from "@gaia/policy";
import { hiddenIn } from "@gaia/text";
import { newReport } from "./model/report.ts";
import { readSourceText } from "./model/source-text.ts";
import { type MapTree, readYaml, type Tree } from "./model/yaml-tree.ts";

/** As GAIA's client cuts it; where its cut is another than ours, it would read another tier than the one written here. */
const FRONT_MATTER = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const KEY = "security_tier";
const PATH = ["metadata", "gaia", KEY] as const;
const WRITTEN = /(["']?)(?:verified|community|experimental)\1/y;

/**
 * A SKILL.md with `metadata.gaia.security_tier` set to this tier and everything else as it was, byte for byte: the value is replaced, or
 * the key is written as the first one of the innermost mapping that is there. Pure, bounded as any manifest.
 * @returns `why`: a sentence about a file in which two readers of YAML may see two tiers, or that is no such file
 */
export function stampTier(bytes: Uint8Array, tier: Tier): { bytes: Uint8Array } | { why: string } {
  const read = readFront(bytes);
  if ("why" in read) return read;
  const edit = editOf(read, tier);
  if (edit === null) return { why: "Its metadata is no mapping that a tier can be written into." };
  const { text, mark } = read;
  const written = Buffer.from(`${text.slice(0, edit.from)}${edit.write}${text.slice(edit.to)}`);
  const stamped = Buffer.concat([mark, written]);
  const again = readFront(stamped);
  if ("why" in again) return again;
  const isTheSame = JSON.stringify(restOf(again.root, PATH)) === JSON.stringify(restOf(read.root, PATH));
  if (!isTheSame || tierIn(again.root) !== tier)
    return { why: "A tier cannot be written into it without another change." };
  return { bytes: new Uint8Array(stamped) };
}

/** What YAML 1.1 or Python takes for the end of a line and YAML 1.2 does not: a key may hide behind it. */
const endsLinesUnseen = (yaml: string): boolean =>
  /\r(?!\n)/.test(yaml) || [...hiddenIn(yaml, { keep: "\t\n\r" })].some(({ kind }) => kind === "control");

interface Front {
  /** A byte-order mark, or nothing. */
  mark: Uint8Array;
  text: string;
  root: MapTree;
}

function readFront(bytes: Uint8Array): Front | { why: string } {
  const report = newReport();
  const source = readSourceText("SKILL.md", bytes, report);
  if (source === null) return { why: "It is no UTF-8." };
  const { text } = source;
  const [fenced, yaml] = FRONT_MATTER.exec(text) ?? [];
  if (fenced === undefined || yaml === undefined) return { why: "It has no front matter between two lines of dashes." };
  if (endsLinesUnseen(yaml))
    return { why: "Its front matter has a character that some readers take for the end of a line." };
  const start = fenced.indexOf("\n") + 1;
  const root = readYaml(source, start, start + yaml.length, report);
  if (root === null || report.hasErrors) return { why: "Its front matter is not read by every reader of YAML." };
  if (yaml.split(KEY).length - 1 !== keysNamed(root))
    return { why: `Its front matter speaks of ${KEY} outside a key.` };
  return { mark: bytes.subarray(0, bytes.length - Buffer.byteLength(text)), text, root };
}

/** What is written where; null: there is no place for it. */
function editOf({ text, root }: Front, tier: Tier): { from: number; to: number; write: string } | null {
  let map = root;
  for (const [depth, key] of PATH.entries()) {
    const value = map.entries.get(key)?.value;
    if (value === undefined) return insertion(text, map, { keys: PATH.slice(depth), tier });
    if (key !== KEY) {
      if (value.kind !== "map") return null;
      map = value;
      continue;
    }
    WRITTEN.lastIndex = value.at;
    const written = WRITTEN.exec(text)?.[0];
    return written === undefined ? null : { from: value.at, to: value.at + written.length, write: tier };
  }
  return null;
}

function insertion(text: string, map: MapTree, { keys, tier }: { keys: readonly string[]; tier: Tier }) {
  const at = (from: number, write: string) => ({ from, to: from, write });
  if (text[map.at] === "{") {
    const said = keys.reduceRight(
      (inner, key) => (inner === tier ? `${key}: ${tier}` : `${key}: {${inner}}`),
      `${tier}`,
    );
    return at(map.at + 1, map.entries.size > 0 ? `${said}, ` : said);
  }
  const indent = text.slice(text.lastIndexOf("\n", map.at - 1) + 1, map.at);
  if (indent.trim() !== "") return null;
  const end = /\r?\n/.exec(text)?.[0] ?? "\n";
  const lines = keys.map((key, depth) => `${depth === 0 ? "" : `${indent}${"  ".repeat(depth)}`}${key}:`);
  return at(map.at, `${lines.join(end)} ${tier}${end}${indent}`);
}

/** All that a tree says but for what lies at the path, and the mappings that hold nothing else; keys have no order. */
function restOf(tree: Tree, path: readonly string[]): unknown {
  if (tree.kind === "scalar") return [tree.text, tree.value];
  if (tree.kind === "list") return { list: tree.items.map((item) => restOf(item, [])) };
  const [next, ...deeper] = path;
  const entries = [...tree.entries].flatMap(([key, { value }]) => {
    if (key !== next) return [[key, restOf(value, [])] as const];
    const left = deeper.length === 0 ? null : restOf(value, deeper);
    return left === null ? [] : [[key, left] as const];
  });
  if (path.length > 0 && entries.length === 0) return null;
  return { map: entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}

function tierIn(root: MapTree): string | null {
  let tree: Tree | undefined = root;
  for (const key of PATH) tree = tree?.kind === "map" ? tree.entries.get(key)?.value : undefined;
  return tree?.kind === "scalar" ? tree.text : null;
}

function keysNamed(tree: Tree): number {
  if (tree.kind === "scalar") return 0;
  if (tree.kind === "list") return tree.items.reduce((sum, item) => sum + keysNamed(item), 0);
  return [...tree.entries].reduce((sum, [key, { value }]) => sum + (key === KEY ? 1 : 0) + keysNamed(value), 0);
}
