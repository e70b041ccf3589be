import type { Models } from "@cyclonedx/cyclonedx-library";
import type { versionDependencies } from "@gaia/db";
import npa from "npm-package-arg";
import { type Ecosystem, isPackageName, packageName } from "../advisories/version-order.ts";
import type { FoundVersion } from "../kernel/find-version.ts";
import { type Dependency, packageComponent } from "./sbom-component.ts";

/** A row of what an inspection resolved. */
type Resolved = typeof versionDependencies.$inferSelect;

export interface SbomPackage {
  component: Models.Component;
  /** The skill asks for it: in its manifest, or in a file that a resolver reads. The rest is there for another package, or is named. */
  isAsked: boolean;
  /** The packages that it needs in turn; null: nothing is known of that. */
  needs: SbomPackage[] | null;
  /** It needs more than `needs` has, or may. */
  needsMore: boolean;
}

interface Joined extends Dependency {
  row: Resolved | null;
}

/**
 * The packages of a skill: what scanners found, joined with what the manifest declares. It is `whole` unless
 * the manifest asks for something that no package URL can name.
 */
export function packagesOf(
  { version }: FoundVersion,
  resolved: readonly Resolved[],
): { packages: SbomPackage[]; whole: boolean } {
  const declared = version.manifest.requires.packages.map(({ manager, spec }) => {
    const ecosystem = ECOSYSTEMS[manager];
    const name = ecosystem === undefined ? null : nameIn(ecosystem, spec);
    return ecosystem === undefined || name === null ? null : { ecosystem, name, spec };
  });
  const named = declared.filter((one) => one !== null);
  const joined = joinDeclared(rowsOf(resolved), named);
  const packages = new Map<string, SbomPackage>();
  for (const [key, one] of joined) {
    const isAsked = one.declared.length > 0 || one.row?.isAsked === true;
    packages.set(key, { component: packageComponent(one), isAsked, needs: null, needsMore: true });
  }
  for (const [key, { ecosystem, row }] of joined) {
    const one = packages.get(key);
    if (one === undefined || row === null || row.needs === null) continue;
    const needed = row.needs.map((need) => packages.get(keyOf(ecosystem, need)));
    one.needs = needed.filter((each) => each !== undefined);
    one.needsMore = row.needsMore !== false || one.needs.length < needed.length;
  }
  return { packages: [...packages.values()], whole: named.length === declared.length };
}

/** Whether anything is there to which nothing leads that the skill asks for: then somebody needs more than is known. */
export function hasUnreached(packages: readonly SbomPackage[]): boolean {
  const waiting = packages.filter(({ isAsked }) => isAsked);
  const reached = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const needed of next.needs ?? []) {
      if (reached.has(needed)) continue;
      reached.add(needed);
      waiting.push(needed);
    }
  }
  return reached.size < packages.length;
}

/** As rows name it in `needs`, and as it is declared with no version known. */
const keyOf = (ecosystem: Ecosystem, nameAndVersion: string): string => `${ecosystem} ${nameAndVersion}`;

function rowsOf(resolved: readonly Resolved[]): Map<string, Joined> {
  const rows = new Map<string, Joined>();
  const versioned = new Set(
    resolved.filter(({ version }) => version !== "").map(({ ecosystem, name }) => keyOf(ecosystem, name)),
  );
  for (const row of resolved) {
    const { ecosystem, name, version, license, supplier, hashes } = row;
    // A name without a version is of a document that says to install it; beside a resolved one it says nothing new.
    if (version === "" && versioned.has(keyOf(ecosystem, name))) continue;
    // Rows of old inspections may hold what a lock file called a name.
    if (!isPackageName(ecosystem, name)) continue;
    const key = keyOf(ecosystem, version === "" ? name : `${name}@${version}`);
    rows.set(key, { ecosystem, name, version: version || null, declared: [], license, supplier, hashes, row });
  }
  return rows;
}

function joinDeclared(
  packages: Map<string, Joined>,
  declared: readonly { ecosystem: Ecosystem; name: string; spec: string }[],
): Map<string, Joined> {
  const byName = new Map<string, Joined[]>();
  for (const one of packages.values()) {
    const known = byName.get(keyOf(one.ecosystem, one.name)) ?? [];
    byName.set(keyOf(one.ecosystem, one.name), [...known, one]);
  }
  for (const { ecosystem, name, spec } of declared) {
    const key = keyOf(ecosystem, name);
    const known = byName.get(key) ?? [];
    if (known.length === 0) {
      const told = { license: null, supplier: null, hashes: null };
      const one: Joined = { ecosystem, name, version: null, declared: [], ...told, row: null };
      packages.set(key, one);
      known.push(one);
      byName.set(key, known);
    }
    // Of several versions of one name, those are meant that the skill asks for, where that is known.
    const asked = known.filter(({ row }) => row?.isAsked === true);
    for (const one of asked.length > 0 ? asked : known) one.declared.push(spec);
  }
  return packages;
}

const ECOSYSTEMS: Record<string, Ecosystem | undefined> = { pip: "PyPI", uv: "PyPI", npm: "npm" };

/** What a requirement's text is about; null for what no package URL can name (a path, an address, nonsense). */
function nameIn(ecosystem: Ecosystem, spec: string): string | null {
  if (ecosystem === "PyPI") {
    const name = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:$|[[<>=!~;(@])/.exec(spec)?.[1];
    return name === undefined ? null : packageName("PyPI", name);
  }
  try {
    const read = npa(spec.trim());
    // What is installed, not what it is called there: `left-pad@npm:evil` brings evil.
    const { name, registry } = read.type === "alias" ? (read as npa.AliasResult).subSpec : read;
    return name !== null && registry === true ? name : null;
  } catch {
    return null;
  }
}
