import { Enums, Models, SPDX } from "@cyclonedx/cyclonedx-library";
import { readLicenseText } from "@gaia/manifest";
import { PackageURL } from "packageurl-js";
import type { Ecosystem } from "../advisories/version-order.ts";

/** A package that a skill brings along, as one component. `version` null: only a range of it is known. */
export interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  version: string | null;
  /** As the manifest writes it; empty for what scanners found. */
  declared: string[];
  /** What its index told, where it did. */
  license: string | null;
  supplier: string | null;
  hashes: string[] | null;
}

/** A package URL; with what the library leaves plain percent-encoded (ECMA-427 §5.4): readers take a `+` for a space. */
export function purlOf(type: string, namespace: string | null, name: string, version: string | null): string {
  const text = new PackageURL(type, namespace, name, version, null, null).toString();
  return text.replaceAll(/[!'()*+]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function packageComponent(dependency: Dependency): Models.Component {
  const { ecosystem, name, version, declared, license, supplier } = dependency;
  const at = ecosystem === "npm" ? name.lastIndexOf("/") : -1;
  const group = at > 0 ? name.slice(0, at) : null;
  const purl = purlOf(ecosystem.toLowerCase(), group, name.slice(at + 1), version);
  const component = new Models.Component(Enums.ComponentType.Library, name.slice(at + 1), {
    // A package URL of npm has small letters alone, and two old packages may differ in nothing else.
    bomRef: ecosystem === "npm" && name !== name.toLowerCase() ? `${purl}#${name}` : purl,
    purl,
    ...(group !== null && { group }),
    ...(version !== null && { version }),
    ...(supplier && { supplier: new Models.OrganizationalEntity({ name: supplier }) }),
    hashes: hashesOf(dependency.hashes ?? []),
  });
  const said = license === null ? null : licenseOf(license);
  if (said !== null) component.licenses.add(said);
  for (const spec of new Set(declared)) component.properties.add(new Models.Property("gaia:declared", spec));
  return component;
}

/** By its id of SPDX, by an expression of such, or by the name that it was given; null: it says that it says nothing. */
function licenseOf(text: string): Models.License | null {
  const id = SPDX.fixupSpdxId(text);
  if (id !== undefined) return new Models.SpdxLicense(id);
  const read = readLicenseText(text);
  if (!read.ok || read.spdx === null) return text.trim() === "" ? null : new Models.NamedLicense(text);
  return read.spdx === "NOASSERTION" ? null : new Models.LicenseExpression(read.spdx);
}

const ALGORITHMS: Record<string, { name: Enums.HashAlgorithm; digits: number } | undefined> = {
  sha1: { name: Enums.HashAlgorithm["SHA-1"], digits: 40 },
  sha256: { name: Enums.HashAlgorithm["SHA-256"], digits: 64 },
  sha384: { name: Enums.HashAlgorithm["SHA-384"], digits: 96 },
  sha512: { name: Enums.HashAlgorithm["SHA-512"], digits: 128 },
};

function hashesOf(hashes: readonly string[]): Models.HashDictionary {
  const found = new Models.HashDictionary();
  for (const each of hashes) {
    const [algorithm = "", hex = ""] = each.split(":");
    const known = ALGORITHMS[algorithm];
    if (known?.digits === hex.length && /^[0-9a-f]*$/.test(hex)) found.set(known.name, hex);
  }
  return found;
}
