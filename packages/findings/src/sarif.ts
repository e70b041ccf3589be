import type { Fix, Log, PropertyBag, Region, ReportingDescriptor, Result, Run } from "sarif";

export type SarifFix = Fix;
export type SarifRegion = Region;

/** One run of one tool. */
export interface SarifRun {
  /** `informationUri`: where a reader learns what it is; SARIF wants it absolute. */
  tool: { name: string; version: string | null; informationUri: string; properties?: PropertyBag };
  /** What a rule that has a result is described by, beside its id. */
  describe(rule: string): Omit<ReportingDescriptor, "id">;
  results: readonly SarifResult[];
  /** What else the run says of itself. */
  about?: Partial<Run>;
}

export interface SarifResult {
  rule: string;
  level: "error" | "warning" | "note";
  message: string;
  /** Null: it is about no file. Lines and columns count from 1; what is below is left out. */
  place: SarifPlace | null;
  fixes?: readonly Fix[];
  properties?: PropertyBag;
}

interface SarifPlace {
  /** A URI reference (RFC 3986), relative to `base` where that is given. */
  uri: string;
  base?: string;
  line: number | null;
  column?: number | null;
  snippet?: string | null;
}

/**
 * A SARIF 2.1.0 log (OASIS). Rules are listed once, by id, and only those that have a result. No times and no ids: the same runs give the
 * same bytes.
 */
export function sarifLog(runs: readonly SarifRun[]): Log {
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: runs.map(toRun),
  };
}

function toRun({ tool, describe, results, about }: SarifRun): Run {
  const rules = [...new Set(results.map(({ rule }) => rule))].sort();
  const indexes = new Map(rules.map((id, index) => [id, index]));
  return {
    tool: {
      driver: {
        name: tool.name,
        ...(tool.version === null ? {} : { version: tool.version }),
        informationUri: tool.informationUri,
        rules: rules.map((id) => ({ id, ...describe(id) })),
        ...(tool.properties && { properties: tool.properties }),
      },
    },
    ...about,
    results: results.map((result) => toResult(result, indexes.get(result.rule) ?? -1)),
  };
}

function toResult({ rule, level, message, place, fixes = [], properties }: SarifResult, ruleIndex: number): Result {
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: message },
    locations: place === null ? [] : [toLocation(place)],
    ...(fixes.length > 0 && { fixes: [...fixes] }),
    ...(properties && { properties }),
  };
}

function toLocation({ uri, base, line, column, snippet }: SarifPlace): NonNullable<Result["locations"]>[number] {
  const region = {
    startLine: line ?? 0,
    ...(column && { startColumn: column }),
    ...(snippet == null ? {} : { snippet: { text: snippet } }),
  };
  return {
    physicalLocation: {
      artifactLocation: { uri, ...(base !== undefined && { uriBaseId: base }) },
      ...(region.startLine >= 1 && { region }),
    },
  };
}
