import { hasHidden } from "@gaia/text";
import type { Sourced } from "../../model/canonical.ts";
import { readText, refuse } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { quoted } from "../../model/report.ts";
import type { PackageView } from "../format.ts";
import { expectTexts } from "../json/json-manifest.ts";

/**
 * The Node script that MiaOS runs: a path from the package's root, inside the package, to a file that is there. Null, and SK4020 or SK4021,
 * for anything else.
 */
export function readEntryPoint(pkg: PackageView, reading: Reading, fields: Fields): Sourced<string> | null {
  const { report, source } = reading;
  expectTexts(reading, fields, ["entryPoint"]);
  const field = fields.take("entryPoint");
  if (field === null) {
    report.note("SK4020", source.placeAt(reading.startAt), "There is no entryPoint.");
    return null;
  }
  const written = readText(reading, field, { maxLength: 240, want: "a path" });
  if (written === null) return null;
  const path = normalPath(written.value);
  if (path === null) return escapes(reading, field, written.value);
  if (pkg.find(path) === null)
    report.note("SK4020", written.origin, `The entryPoint ${quoted(written.value)} is not in the package.`);
  else if (!/\.[cm]?js$/.test(path)) refuse(reading, field, "a Node script: .js, .mjs or .cjs", quoted(written.value));
  return { value: path, origin: written.origin };
}

function escapes({ report, source }: Reading, field: Field, path: string): null {
  const message = `The entryPoint ${quoted(path)} leaves the package, or is no portable path.`;
  report.note("SK4021", source.placeAt(field.value.at), message);
  return null;
}

/** Without `./`; null for what is absolute, climbs, or means something else to Windows or to a URL. */
function normalPath(path: string): string | null {
  if (/[\\:%?#*<>|"]/.test(path) || hasHidden(path, { asName: true }) || path.startsWith("/") || path.startsWith("~"))
    return null;
  const parts = path.split("/").filter((part) => part !== ".");
  if (parts.length === 0 || parts.some((part) => part === "" || part === ".." || part.trim() !== part)) return null;
  return parts.join("/");
}
