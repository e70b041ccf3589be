import { Enums, Models } from "@cyclonedx/cyclonedx-library";
import npa from "npm-package-arg";
import { PackageURL } from "packageurl-js";
import { packageName } from "../advisories/version-order.ts";
import type { FoundVersion } from "../kernel/find-version.ts";

type Ecosystem = "PyPI" | "npm";

/** A package that a skill brings along, as one component. `version` null: only a range of it is known. */
interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  version: string | null;
  /** As the manifest writes it; empty for what scanners found. */
  declared: string[];
}

/** `isDeclared`: the manifest asks for it; what is not was found by a scanner, mostly as a need of a need. */
export interface SbomPackage {
  component: Models.Component;
  isDeclared: boolean;
}

/** A package URL; with what the library leaves plain percent-encoded (ECMA-427 §5.4): readers take a `+` for a space. */
export function purlOf(type: string, namespace: string | null, name: string, version: string | null): string {
  const text = new PackageURL(type, namespace, name, version, null, null).toString();
  return text.replaceAll(/[!'()*+]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The packages of a skill, those with a version first: what scanners found, joined with what the manifest declares. */
export function packagesOf(
  { version }: FoundVersion,
  resolved: readonly { ecosystem: Ecosystem; name: string; version: string }[],
): SbomPackage[] {
  const packages = new Map<string, Dependency>();
  // A name without a version is of a document that says to install it; beside a resolved one it says nothing new.
  for (const one of resolved.toSorted((a, b) => Number(a.version === "") - Number(b.version === ""))) {
    const { ecosystem, name } = one;
    if (one.version === "" && [...packages.values()].some((it) => it.ecosystem === ecosystem && it.name === name))
      continue;
    packages.set(`${ecosystem} ${name} ${one.version}`, { ...one, version: one.version || null, declared: [] });
  }
  for (const { manager, spec } of version.manifest.requires.packages) {
    const ecosystem = ECOSYSTEMS[manager];
    const name = ecosystem === undefined ? null : nameIn(ecosystem, spec);
    if (ecosystem === undefined || name === null) continue;
    const known = [...packages.values()].filter((one) => one.ecosystem === ecosystem && one.name === name);
    if (known.length === 0) packages.set(`${ecosystem} ${name}`, { ecosystem, name, version: null, declared: [spec] });
    for (const one of known) one.declared.push(spec);
  }
  return [...packages.values()].map((one) => ({
    component: packageComponent(one),
    isDeclared: one.declared.length > 0,
  }));
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

function packageComponent({ ecosystem, name, version, declared }: Dependency): Models.Component {
  const at = ecosystem === "npm" ? name.lastIndexOf("/") : -1;
  const group = at > 0 ? name.slice(0, at) : null;
  const purl = purlOf(ecosystem.toLowerCase(), group, name.slice(at + 1), version);
  const component = new Models.Component(Enums.ComponentType.Library, name.slice(at + 1), {
    bomRef: purl,
    purl,
    ...(group !== null && { group }),
    ...(version !== null && { version }),
  });
  for (const spec of new Set(declared)) component.properties.add(new Models.Property("gaia:declared", spec));
  return component;
}
