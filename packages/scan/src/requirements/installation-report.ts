import {
  compareText,
  type JsonRecord,
  oneLine,
  parseRecord,
  toRecord,
  toRecords,
  toText,
  toTexts,
} from "@gaia/findings";
import { canonicalName } from "./judge-requirement.ts";
import type { Pin } from "./pin.ts";
import { needsOfWheels, type Wheel } from "./wheel-needs.ts";

/** The longest licence and supplier that is kept; whole texts of licences are longer. */
const MAX_TOLD = 200;

/**
 * The pins of pip's installation report (its version 1), with what the metadata of each wheel says of it (Core metadata 2.5). Null where
 * there is no report, or where something in it has no name, no version, or comes from elsewhere than the index.
 */
export function readInstallationReport(stdout: string): Pin[] | null {
  const install = toRecords(parseRecord(stdout)?.["install"]);
  if (install === null) return null;
  const wheels = install.map(toWheel);
  if (!wheels.every((each) => each !== null)) return null;
  const needs = needsOfWheels(wheels);
  return wheels.map(({ name, version, item, metadata }) => ({
    name,
    version,
    isAsked: item["requested"] === true,
    needs: needs.get(name)?.needs ?? null,
    needsMore: needs.get(name)?.needsMore ?? true,
    license: licenseOf(metadata),
    supplier: supplierOf(metadata),
    hashes: hashesOf(item),
  }));
}

function toWheel(item: JsonRecord): (Wheel & { item: JsonRecord; metadata: JsonRecord }) | null {
  const metadata = toRecord(item["metadata"]);
  const name = toText(metadata?.["name"]);
  const version = toText(metadata?.["version"]);
  if (metadata === null || name === null || version === null || item["is_direct"] === true) return null;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) || !/^[A-Za-z0-9][A-Za-z0-9.+!_-]*$/.test(version)) return null;
  const requires = toTexts(metadata["requires_dist"]);
  return { name: canonicalName(name), version, requires, extras: toTexts(item["requested_extras"]), item, metadata };
}

/** An expression (PEP 639), or what older metadata has: a short text, or the classifiers. */
function licenseOf(metadata: JsonRecord): string | null {
  const [expression, text] = [toText(metadata["license_expression"]), toText(metadata["license"])];
  const classifiers = toTexts(metadata["classifier"]).flatMap((each) => {
    const name = /^License :: (?:.{1,100} :: )?([^:]{1,100})$/.exec(each)?.[1];
    return name === undefined || name === "OSI Approved" ? [] : [name];
  });
  const whole = [expression, text].find((each) => isTold(each) && !/[\r\n]/.test(each.trim()));
  return toldText(whole ?? classifiers.slice(0, 5).toSorted(compareText).join(", "));
}

/** Who made it, by name: an address of a person is nothing for a document that goes around. */
function supplierOf(metadata: JsonRecord): string | null {
  for (const by of ["author", "maintainer"]) {
    const name = toText(metadata[by]);
    if (isTold(name) && !name.includes("@")) return toldText(name);
    const named = nameIn(toText(metadata[`${by}_email`]) ?? "");
    if (isTold(named)) return toldText(named);
  }
  return null;
}

/** The name before the first address, as `Ada Lovelace <ada@example.org>` has it. By places alone: what is sent here may be long. */
function nameIn(addresses: string): string | null {
  const first = addresses.slice(0, 2 * MAX_TOLD);
  const name = first.slice(0, Math.max(first.indexOf("<"), 0)).replaceAll('"', "");
  return /[<>@,]/.test(name) ? null : name.trim();
}

const isTold = (text: string | null | undefined): text is string =>
  typeof text === "string" && text.length <= MAX_TOLD && text.trim() !== "" && text.trim() !== "UNKNOWN";

const toldText = (text: string): string | null => oneLine(text, MAX_TOLD) || null;

function hashesOf(item: JsonRecord): string[] {
  const archive = toRecord(toRecord(item["download_info"])?.["archive_info"]);
  const sha256 = toText(toRecord(archive?.["hashes"])?.["sha256"]);
  return sha256 !== null && /^[0-9a-f]{64}$/.test(sha256) ? [`sha256:${sha256}`] : [];
}
