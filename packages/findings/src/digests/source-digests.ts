import { fileURLToPath } from "node:url";
import { digestOfSources, type SourceTree } from "./digest-of-sources.ts";

/** What every analyser of ours stands on: how files become views, and what opens the archives inside a package. */
const READING = ["reading/src/skill-view.ts", "archive/src/nested/open-nested.ts"];

/** What each scanner's findings are made by, below `packages/`. A scanner that another program runs for counts its driver alone. */
const MADE_OF = {
  "gaia-instructions": ["instruction-analysis/src/instruction-analyser.ts", "syntax/src/index.ts", ...READING],
  "gaia-code": ["code-analysis/src/code-analyser.ts", "syntax/src/index.ts", ...READING],
  "gaia-contents": ["scan/src/contents/contents-analyser.ts", ...READING],
  "gaia-dependencies": ["scan/src/dependencies/dependency-analyser.ts", ...READING],
  bandit: ["scan/src/drivers/bandit.ts"],
  "detect-secrets": ["scan/src/drivers/detect-secrets.ts"],
  "pip-audit": ["scan/src/drivers/pip-audit.ts"],
  "named-installs": ["scan/src/dependencies/named-installs.ts", ...READING],
} as const satisfies Record<string, readonly string[]>;

export type MadeOfSources = keyof typeof MADE_OF;

/** A bundle has no sources beside it: its build writes here what they gave. */
declare const BUNDLED_SOURCE_DIGESTS: Record<MadeOfSources, string> | undefined;

const digests = new Map<MadeOfSources, string>();
const modules = new Map<string, string>();

/**
 * The digest of what one scanner is made of, the same in a checkout, an image and a bundle; `digestOfSources` says what it depends on.
 * Made when it is first asked for.
 */
export function sourceDigest(name: MadeOfSources): string {
  if (typeof BUNDLED_SOURCE_DIGESTS !== "undefined") return BUNDLED_SOURCE_DIGESTS[name];
  const digest = digests.get(name) ?? digestOfSources(MADE_OF[name], ownTree());
  digests.set(name, digest);
  return digest;
}

/**
 * The digest of what a scanner of another room is made of: its module, by `import.meta.url`, with what that leads to inside the room.
 * What it uses of other rooms is for it to add.
 */
export const sourceDigestOf = (moduleUrl: string): string =>
  digestOfSources([fileURLToPath(moduleUrl)], { ...ownTree(), known: new Map(), staysInside: true });

/** All of them, by scanner; of the tree at `packages` where it is another than this one's. */
export function sourceDigests(tree: SourceTree = ownTree()): Record<MadeOfSources, string> {
  const entries = Object.entries(MADE_OF).map(([name, entry]) => [name, digestOfSources(entry, tree)]);
  // The keys are those of the table.
  return Object.fromEntries(entries) as Record<MadeOfSources, string>;
}

function ownTree(): SourceTree {
  const packages = fileURLToPath(new URL("../../../", import.meta.url));
  return { packages, installedFrom: packages, known: modules };
}
