import { DIAGNOSTIC_CODES } from "@gaia/manifest";
import type { ProblemError } from "../failures.ts";
import type { DiagnosedFile } from "./diagnosed-file.ts";

const LEVELS: Record<string, "error" | "warning" | "note"> = { error: "error", warning: "warning", info: "note" };
const levelOf = (severity: string) => (Object.hasOwn(LEVELS, severity) ? LEVELS[severity] : undefined) ?? "note";

/**
 * Diagnostics as one SARIF 2.1.0 log (OASIS, sarif-v2.1.0-os) with one run, each with its automatic fix where it has one. Columns count
 * UTF-16 units.
 */
export function sarifLog(
  tool: { name: string; version: string },
  diagnosed: readonly (DiagnosedFile & { fixes: readonly object[] })[],
): unknown {
  const ids = [...new Set(diagnosed.map(({ diagnostic }) => diagnostic.code))].toSorted();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules: ids.map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: diagnosed.map(({ diagnostic, uri, fixes }) => ({
          ...toResult(diagnostic, uri, ids.indexOf(diagnostic.code)),
          ...(fixes.length > 0 && { fixes }),
        })),
      },
    ],
  };
}

function toRule(id: string) {
  const table: Record<string, { title: string; severity: string; hint: string | null }> = DIAGNOSTIC_CODES;
  const row = Object.hasOwn(table, id) ? table[id] : undefined;
  if (row === undefined) return { id };
  return {
    id,
    name: row.title,
    shortDescription: { text: row.title.replaceAll("-", " ") },
    // A hint with a gap is filled in for each result, and is in its message.
    ...(row.hint !== null && !row.hint.includes("{") && { help: { text: row.hint } }),
    defaultConfiguration: { level: levelOf(row.severity) },
  };
}

function toResult({ code, severity, message, hint, line, column }: ProblemError, uri: string, ruleIndex: number) {
  const region =
    line === null || line < 1 ? {} : { region: { startLine: line, ...(column && { startColumn: column }) } };
  return {
    ruleId: code,
    ruleIndex,
    level: levelOf(severity),
    message: { text: hint === null ? message : `${message} ${hint}` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, ...region } }],
  };
}
