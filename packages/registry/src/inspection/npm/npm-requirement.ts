import type { Finding } from "@gaia/findings";

/** The name of the report, and the prefix of its rules. */
export const NPM_SCANNER = "osv-npm";

/** A package of npm's registry that a skill asks for. */
export interface NpmRequirement {
  name: string;
  range: string;
  exactVersion: string | null;
  /** Wanted by those who develop the skill only. */
  isDev: boolean;
  file: string | null;
  line: number | null;
}

/** One version of a package that an installation brings. */
export interface NpmPin {
  name: string;
  version: string;
  isDev: boolean;
  /** Where the skill asks for it; null for what a requirement needs in turn. */
  file: string | null;
  line: number | null;
  /** The skill itself asks for it, rather than another package. */
  isAsked: boolean;
  /** The packages that it needs in turn, as `name@version`; null: not known. `needsMore`: it needs others too. */
  needs: string[] | null;
  needsMore: boolean;
  /** What the registry of npm told of it. */
  license: string | null;
  hashes: string[];
}

/** What is asked for in one version, where nobody says more of that. */
export function barePin({ name, isDev, file, line }: NpmRequirement, version: string): NpmPin {
  return { name, version, isDev, file, line, isAsked: true, needs: null, needsMore: true, license: null, hashes: [] };
}

/** Each version once; what is asked for directly, and by users rather than developers, before the rest. */
export function distinctPins(pins: readonly NpmPin[]): NpmPin[] {
  const found = new Map<string, NpmPin>();
  const needed = new Map<string, Set<string>>();
  for (const pin of pins) {
    const key = `${pin.name}@${pin.version}`;
    const known = found.get(key);
    found.set(key, known === undefined ? pin : joinPins(known, pin));
    if (pin.needs === null) continue;
    const needs = needed.get(key) ?? new Set();
    needed.set(key, needs);
    for (const need of pin.needs) needs.add(need);
  }
  const joined = [...found].map(([key, pin]) => ({ ...pin, needs: sortedOf(needed.get(key)) }));
  return joined.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** Once for a version: in thousands of places of a lock file it may have other packages around it, and needs what it needs in any. */
const sortedOf = (needs: ReadonlySet<string> | undefined): string[] | null => (needs ? [...needs].toSorted() : null);

function joinPins(known: NpmPin, pin: NpmPin): NpmPin {
  return {
    ...pin,
    isDev: pin.isDev && known.isDev,
    file: known.file ?? pin.file,
    line: known.line ?? pin.line,
    isAsked: pin.isAsked || known.isAsked,
    needsMore: pin.needsMore || known.needsMore,
    license: known.license ?? pin.license,
    hashes: known.hashes.length > 0 ? known.hashes : pin.hashes,
  };
}

/** What could not be audited, in the words that pip's requirements have (`requirements/…`). */
export function requirementFinding(
  place: { file: string | null; line: number | null },
  input: { rule: string; shown: string; why: string },
): Finding {
  return {
    rule: `requirements/${input.rule}`,
    scanner: NPM_SCANNER,
    severity: "medium",
    confidence: "high",
    category: "dependency",
    file: place.file,
    line: place.line,
    message: `The npm requirement ${input.shown} is not resolved: ${input.why}.`,
    hint: "Name packages of the registry of npm with their versions, as semver@^7.6.0.",
    snippet: null,
  };
}
