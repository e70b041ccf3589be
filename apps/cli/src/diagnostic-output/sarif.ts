import { sarifLog, type SarifResult, type SarifRun } from "@gaia/findings";
import { DIAGNOSTIC_CODES } from "@gaia/manifest";
import type { ProblemError } from "../failures/failures.ts";
import type { DiagnosedFile } from "./diagnosed-file.ts";

const LEVELS: Record<string, SarifResult["level"]> = { error: "error", warning: "warning", info: "note" };
const levelOf = (severity: string) => (Object.hasOwn(LEVELS, severity) ? LEVELS[severity] : undefined) ?? "note";

type Fixes = NonNullable<SarifResult["fixes"]>;

/**
 * Diagnostics as one SARIF 2.1.0 log (OASIS, sarif-v2.1.0-os) with one run, each with its automatic fix where it has one. Columns count
 * UTF-16 units.
 */
export function diagnosticsAsSarif(
  tool: { name: string; version: string },
  diagnosed: readonly (DiagnosedFile & { fixes: Fixes })[],
): ReturnType<typeof sarifLog> {
  const results = diagnosed.map(({ diagnostic, uri, fixes }) => toResult(diagnostic, uri, fixes));
  const described = { ...tool, informationUri: "https://gaia-registry.dev/" };
  return sarifLog([{ tool: described, describe, about: { columnKind: "utf16CodeUnits" }, results }]);
}

function describe(id: string): ReturnType<SarifRun["describe"]> {
  const table: Record<string, { title: string; severity: string; hint: string | null }> = DIAGNOSTIC_CODES;
  const row = Object.hasOwn(table, id) ? table[id] : undefined;
  if (row === undefined) return {};
  return {
    name: row.title,
    shortDescription: { text: row.title.replaceAll("-", " ") },
    // A hint with a gap is filled in for each result, and is in its message.
    ...(row.hint !== null && !row.hint.includes("{") && { help: { text: row.hint } }),
    defaultConfiguration: { level: levelOf(row.severity) },
  };
}

function toResult(
  { code, severity, message, hint, line, column }: ProblemError,
  uri: string,
  fixes: Fixes,
): SarifResult {
  return {
    rule: code,
    level: levelOf(severity),
    message: hint === null ? message : `${message} ${hint}`,
    place: { uri, line, column },
    fixes,
  };
}
