import { openedFence, closesFence } from "@gaia/syntax/fences";
import type { PackageFile } from "@gaia/archive";
import { detectFormats, isManifestName, type SourceFormat } from "@gaia/manifest";
import { findFrontMatter, newReport, readSourceText } from "@gaia/manifest/kernel";
import { editableText } from "./edit.ts";
import { formatJson } from "./format-json.ts";
import { formatYaml } from "./format-yaml.ts";
import { memberOf, readJsonPlaces } from "./json-source.ts";
import { keyOrder } from "./key-order.ts";

export interface FormattedFiles {
  /** The manifests that read differently now, in whole. */
  changed: PackageFile[];
  /** Manifests that cannot be formatted as they are. */
  skipped: { file: string; reason: string }[];
  /** How many manifests were looked at. */
  looked: number;
}

/** The reader takes no larger manifest. */
const MAX_BYTES = 256 * 1024;

/**
 * Brings the manifests at the root of a package into one form: keys in the order of their format, two spaces of indent, quotes only
 * where they are needed, LF, a line end at the end. What the files say stays the same, comments and code included: line ends apart,
 * nothing inside the Markdown body is touched. Formatting twice changes nothing more.
 */
export function formatFiles(files: readonly PackageFile[]): FormattedFiles {
  const formats = new Map(
    detectFormats(files)
      .toReversed()
      .map(({ manifestFile, format }) => [manifestFile, format]),
  );
  const result: FormattedFiles = { changed: [], skipped: [], looked: 0 };
  for (const file of files) {
    if (!isManifestName(file.path)) continue;
    const formatted = formatText(file, formats.get(file.path) ?? null);
    if (formatted === null) continue;
    result.looked++;
    if ("reason" in formatted) result.skipped.push({ file: file.path, reason: formatted.reason });
    else if (formatted.text !== editableText(file))
      result.changed.push({ path: file.path, bytes: new TextEncoder().encode(formatted.text) });
  }
  return result;
}

/** One manifest in that form. Null for a file that is no manifest after all: a `package.json` without a `skill`. */
export function formatText(
  file: PackageFile,
  format: SourceFormat | null,
): { text: string } | { reason: string } | null {
  if (file.bytes.length > MAX_BYTES) return { reason: "it is larger than a manifest may be" };
  const text = editableText(file)?.replace(/^\ufeff/, "");
  if (text === undefined) return { reason: "it is not UTF-8" };
  if (!file.path.endsWith(".json")) return formatMarkdown(file.path, text, format);
  const isPackage = file.path === "package.json";
  if (isPackage && memberOf(readJsonPlaces(text), "skill") === null) return null;
  const json = formatJson(
    text,
    keyOrder(file.path === "skill.json" ? "aria-2" : "miaos"),
    isPackage ? "skill" : "root",
  );
  return json === null ? { reason: "it is not JSON" } : { text: json };
}

function formatMarkdown(
  path: string,
  text: string,
  format: SourceFormat | null,
): { text: string } | { reason: string } {
  const lines = text.replaceAll("\r\n", "\n");
  const report = newReport();
  const source = readSourceText(path, new TextEncoder().encode(lines), report);
  const front = source && findFrontMatter(source, report);
  if (source === null || front === null) return { reason: "it has no front matter" };
  if (report.diagnostics.some(({ code }) => code === "SK2012")) return { reason: "its front matter is not closed" };
  const yaml = formatYaml(lines.slice(front.yamlStart, front.yamlEnd), keyOrder(format));
  if (yaml === null) return { reason: "its front matter cannot be read" };
  return { text: `---\n${yaml}---\n${endedBody(lines.slice(front.bodyStart))}` };
}

/** The body with one line end at its end; what an unclosed code fence holds is code to the end and stays. */
function endedBody(body: string): string {
  if (/^ {0,3}(?:```|~~~)/m.test(body) && isInFence(body)) return body.endsWith("\n") ? body : `${body}\n`;
  let end = body.length;
  while (end > 0 && " \t\n".includes(body.charAt(end - 1))) end--;
  return end === 0 ? "" : `${body.slice(0, end)}\n`;
}

function isInFence(body: string): boolean {
  let open: string | null = null;
  for (const line of body.split("\n")) {
    if (open === null) open = openedFence(line, "margin")?.fence ?? null;
    else if (closesFence(line, open, "margin")) open = null;
  }
  return open !== null;
}
