import { Enums, Models } from "@cyclonedx/cyclonedx-library";
import { JSON as Cyclone, JsonSerializer } from "@cyclonedx/cyclonedx-library/Serialize";
import { Spec1dot6 } from "@cyclonedx/cyclonedx-library/Spec";
import { files, findings, inspections, versionDependencies } from "@gaia/db";
import { and, desc, eq, isNotNull, like } from "drizzle-orm";
import { ensureVisible, type FoundVersion } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { purlOf } from "./sbom-component.ts";
import { hasUnreached, packagesOf } from "./sbom-packages.ts";

/** What writes the document; the scanners that resolve dependencies stand beside it, with their versions. */
const WRITER = "gaia-registry";
const RESOLVERS: readonly string[] = ["pip-audit", "osv-npm"];

/**
 * A version as a software bill of materials: CycloneDX 1.6 in JSON. The skill is the main component, its files are that one's
 * components with their SHA-256. Its dependencies have a package URL each: what is declared, and what scanners found, with versions, with
 * what each needs, and with what its index reported. The document's version counts the inspections, its time is the last one's end, and
 * its serial number is made of the release digest: one text for one state of the rows.
 * @throws RegistryError `not_found`, `quarantined`, `purged`
 */
export async function getSbom(
  ctx: ReadCtx,
  input: { name: string; version: string },
): Promise<{ text: string; fileName: string }> {
  const found = await ensureVisible(ctx, input);
  const { id } = found.version;
  const filed = await ctx.db.select().from(files).where(eq(files.versionId, id));
  const resolved = await ctx.db.select().from(versionDependencies).where(eq(versionDependencies.versionId, id));
  const inspected = await ctx.db
    .select({ id: inspections.id, finishedAt: inspections.finishedAt, scanners: inspections.scanners })
    .from(inspections)
    .where(and(eq(inspections.versionId, id), isNotNull(inspections.finishedAt)))
    .orderBy(desc(inspections.finishedAt), desc(inspections.id));
  const skill = skillComponent(found);
  for (const { path, sha256 } of filed) skill.components.add(fileComponent(path, sha256));
  const bom = new Models.Bom({
    serialNumber: serialOf(found.version.releaseDigest),
    version: Math.max(1, inspected.length),
  });
  const [last] = inspected;
  if (last?.finishedAt) bom.metadata.timestamp = last.finishedAt;
  bom.metadata.supplier = supplierOf(found);
  bom.metadata.component = skill;
  bom.metadata.tools.components.add(new Models.Component(Enums.ComponentType.Application, WRITER));
  for (const { name, version } of last?.scanners ?? []) {
    if (!RESOLVERS.includes(name) || !version) continue;
    bom.metadata.tools.components.add(new Models.Component(Enums.ComponentType.Application, name, { version }));
  }
  const { packages, whole } = packagesOf(found, resolved);
  const skills = skillsOf(found);
  for (const { component, isAsked, needs } of packages) {
    bom.components.add(component);
    if (isAsked) skill.dependencies.add(component.bomRef);
    for (const needed of needs ?? []) component.dependencies.add(needed.component.bomRef);
  }
  for (const required of skills) {
    bom.components.add(required);
    skill.dependencies.add(required.bomRef);
  }
  const isOpen = !whole || hasUnreached(packages) || !(await isResolved(ctx, last));
  const [open, unknown] = [packages.filter((one) => one.needsMore), packages.filter(({ needs }) => needs === null)];
  const text = toText(bom, {
    authors: found.version.manifest.authors.map(({ name }) => ({ name })),
    // Of a required skill its own document speaks.
    openRefs: [...(isOpen ? [skill] : []), ...open.map(({ component }) => component), ...skills].map(refOf),
    unknownRefs: [...unknown.map(({ component }) => component), ...skills].map(refOf),
  });
  return { text, fileName: `${input.name}-${input.version}.cdx.json` };
}

/** Whether an inspection resolved all that the skill asks for: no scanner that does so is unscanned, and no requirement was refused. */
async function isResolved(
  ctx: ReadCtx,
  inspection: Pick<typeof inspections.$inferSelect, "id" | "scanners"> | undefined,
): Promise<boolean> {
  if (inspection === undefined) return false;
  const resolvers = (inspection.scanners ?? []).filter(({ name }) => RESOLVERS.includes(name));
  if (resolvers.some(({ status }) => status !== "completed")) return false;
  const refused = and(eq(findings.inspectionId, inspection.id), like(findings.rule, "requirements/%"));
  return (await ctx.db.$count(findings, refused)) === 0;
}

interface Beside {
  authors: { name: string }[];
  /** Who needs more than the document shows. */
  openRefs: string[];
  /** Of whom nothing is known: an entry without anything in it says that it needs nothing. */
  unknownRefs: string[];
}

const refOf = ({ bomRef }: Models.Component): string => bomRef.value ?? "";

/** As text, with the parts of 1.6 that the library does not know. */
function toText(bom: Models.Bom, { authors, openRefs, unknownRefs }: Beside): string {
  const serializer = new JsonSerializer(new Cyclone.Normalize.Factory(Spec1dot6));
  const document = JSON.parse(serializer.serialize(bom, { sortLists: true }));
  if (authors.length > 0) document.metadata.component.authors = authors;
  const unknown = new Set(unknownRefs);
  document.dependencies = document.dependencies.filter(({ ref }: { ref: string }) => !unknown.has(ref));
  if (openRefs.length > 0) document.compositions = [{ aggregate: "incomplete", dependencies: openRefs.toSorted() }];
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The publisher under whose name it was released. */
const supplierOf = ({ version }: FoundVersion) => new Models.OrganizationalEntity({ name: version.releasedAs });

/** A UUID of version 8 (RFC 9562): the digest's own bits. */
function serialOf(releaseDigest: string): string {
  const hex = releaseDigest.replace(/^sha256:/, "");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function skillComponent(found: FoundVersion): Models.Component {
  const { version, skill } = found;
  const { manifest } = version;
  const purl = purlOf("generic", version.releasedAs, skill.name, version.version);
  const component = new Models.Component(Enums.ComponentType.Application, skill.name, {
    bomRef: purl,
    group: version.releasedAs,
    version: version.version,
    purl,
    description: manifest.description.value,
    supplier: supplierOf(found),
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
