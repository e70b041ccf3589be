import { createHash } from "node:crypto";
import type { FileDigest } from "@gaia/artefacts";

type Order = (left: string, right: string) => number;

const byCollation = (locale: string): Order => new Intl.Collator(locale).compare;
const byCodeUnit: Order = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * The orders in which clients put paths: each sorts by the locale of its machine. These are the ones in which paths of ASCII letters stand
 * otherwise than in English; the plain order is that of clients under Bun and of other languages.
 */
const ORDERS: readonly Order[] = [...["en-US", "da", "nb", "et", "sv", "lt"].map(byCollation), byCodeUnit];

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What 0.8 takes for text by the last part of a path after a dot, and what 0.20 does besides. */
const TEXT_OF_0_8 = words(
  "md mdx txt json json5 yaml yml toml js cjs mjs ts tsx jsx py sh rb go rs swift kt java cs cpp c h hpp sql csv ini cfg env xml " +
    "html css scss sass svg",
);
const TEXT_OF_0_20 = new Set([...TEXT_OF_0_8, ...words("ps1 psm1 psd1 r tsv conf properties dat")]);

/** Which files a release of the client counts; it never looks at paths with a dot-segment. */
const CHOICES: readonly ((path: string) => boolean)[] = [
  () => true,
  (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const dot = name.lastIndexOf(".");
    return dot <= 0 || TEXT_OF_0_20.has(name.slice(dot + 1).toLowerCase());
  },
  (path) => TEXT_OF_0_8.has(path.slice(path.lastIndexOf(".") + 1).toLowerCase()),
];

/** Publishing leaves it out, installing does not. */
const isCard = (path: string): boolean => path.toLowerCase() === "skill-card.md";

const isSeen = (path: string): boolean =>
  path.split("/").every((segment) => !segment.startsWith(".") && segment !== "node_modules");

/** The hashes under which clients ask which version a folder with these files is. Pure. */
export function fingerprintsOf(files: readonly FileDigest[]): string[] {
  const seen = files.filter(({ path }) => isSeen(path));
  const made = new Set<string>();
  for (const counts of CHOICES)
    for (const withCard of [true, false]) {
      const chosen = seen.filter(({ path }) => counts(path) && (withCard || !isCard(path)));
      for (const order of ORDERS) made.add(fingerprintOf(chosen, order));
    }
  return [...made];
}

function fingerprintOf(files: readonly FileDigest[], order: Order): string {
  const lines = files
    .toSorted((left, right) => order(left.path, right.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
