import { Enums, Models } from "@cyclonedx/cyclonedx-library";
import { JSON as Cyclone, JsonSerializer } from "@cyclonedx/cyclonedx-library/Serialize";
import { Spec1dot6 } from "@cyclonedx/cyclonedx-library/Spec";
import { files, versionDependencies } from "@gaia/db";
import { eq } from "drizzle-orm";
import npa from "npm-package-arg";
import { PackageURL } from "packageurl-js";
import { ensureVisible, type FoundVersion } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { packageName } from "../advisories/version-order.ts";

type Ecosystem = "PyPI" | "npm";

/** A package that a skill brings along, as one component. `version` null: only a range of it is known. */
interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  version: string | null;
  /** As the manifest writes it; empty for what scanners found. */
  declared: string[];
}

/**
 * A version as a software bill of materials: CycloneDX 1.6 in JSON. The skill is the main component, its files are that one's
 * components with
 * their SHA-256, its dependencies (declared; found by the scanners, with the versions that they resolved to; required skills) have a
 * package URL each. One text for one state of the rows: no time, and a serial number made of the release digest.
 * @throws RegistryError `not_found`, `quarantined`, `purged`
 */
export async function getSbom(ctx: ReadCtx, input: { name: string; version: string }): Promise<string> {
  const found = await ensureVisible(ctx, input);
  const { id } = found.version;
  const filed = await ctx.db.select().from(files).where(eq(files.versionId, id));
  const resolved = await ctx.db.select().from(versionDependencies).where(eq(versionDependencies.versionId, id));
  const skill = skillComponent(found);
  for (const { path, sha256 } of filed) skill.components.add(fileComponent(path, sha256));
  const bom = new Models.Bom({ serialNumber: serialOf(found.version.releaseDigest) });
  bom.metadata.component = skill;
  for (const dependency of [...packagesOf(found, resolved), ...skillsOf(found)]) {
    bom.components.add(dependency);
    skill.dependencies.add(dependency.bomRef);
  }
  const serializer = new JsonSerializer(new Cyclone.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** A UUID of version 8 (RFC 9562): the digest's own bits. */
function serialOf(releaseDigest: string): string {
  const hex = releaseDigest.replace(/^sha256:/, "");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function skillComponent({ version, skill }: FoundVersion): Models.Component {
  const { manifest } = version;
  const purl = new PackageURL("generic", version.releasedAs, skill.name, version.version, null, null).toString();
  const component = new Models.Component(Enums.ComponentType.Application, skill.name, {
    bomRef: purl,
    group: version.releasedAs,
    version: version.version,
    purl,
    description: manifest.description.value,
    ...(manifest.authors[0] !== undefined && { author: manifest.authors[0].name }),
  });
  const spdx = manifest.license?.spdx;
  if (spdx) component.licenses.add(new Models.LicenseExpression(spdx));
  else if (manifest.license) component.licenses.add(new Models.NamedLicense(manifest.license.value));
  component.properties.add(new Models.Property("gaia:release_digest", version.releaseDigest));
  component.properties.add(new Models.Property("gaia:content_digest", version.contentDigest));
  return component;
}

function fileComponent(path: string, sha256: string): Models.Component {
  const hashes = new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], sha256]]);
  return new Models.Component(Enums.ComponentType.File, path, { bomRef: `file:${path}`, hashes });
}

function packagesOf({ version }: FoundVersion, resolved: { ecosystem: Ecosystem; name: string; version: string }[]) {
  const packages = new Map<string, Dependency>();
  for (const one of resolved) packages.set(`${one.ecosystem} ${one.name} ${one.version}`, { ...one, declared: [] });
  for (const { manager, spec } of version.manifest.requires.packages) {
    const ecosystem = ECOSYSTEMS[manager];
    const name = ecosystem === undefined ? null : nameIn(ecosystem, spec);
    if (ecosystem === undefined || name === null) continue;
    const known = [...packages.values()].filter((one) => one.ecosystem === ecosystem && one.name === name);
    if (known.length === 0) packages.set(`${ecosystem} ${name}`, { ecosystem, name, version: null, declared: [spec] });
    for (const one of known) one.declared.push(spec);
  }
  return [...packages.values()].map(packageComponent);
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
  const purl = new PackageURL(ecosystem.toLowerCase(), group, name.slice(at + 1), version, null, null).toString();
  const component = new Models.Component(Enums.ComponentType.Library, name.slice(at + 1), {
    bomRef: purl,
    purl,
    ...(group !== null && { group }),
    ...(version !== null && { version }),
  });
  for (const spec of new Set(declared)) component.properties.add(new Models.Property("gaia:declared", spec));
  return component;
}

function skillsOf({ version }: FoundVersion): Models.Component[] {
  const wanted = new Map(version.manifest.requires.skills.map((one) => [one.name, one]));
  return [...wanted.values()].map(({ name, range, optional }) => {
    const component = new Models.Component(Enums.ComponentType.Application, name, {
      bomRef: `skill:${name}`,
      ...(optional && { scope: Enums.ComponentScope.Optional }),
    });
    component.properties.add(new Models.Property("gaia:declared", range));
    return component;
  });
}
