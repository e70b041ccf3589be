import type { PackageFile } from "@gaia/archive";
import {
  asFarAsItGoes,
  type DriverContext,
  type DriverResult,
  type Finding,
  type JsonRecord,
  lasting,
  parseRecord,
  type Problem,
  rulesDigest,
  runPython,
  toLine,
  toRecord,
  toRecords,
  toText,
  Unscanned,
} from "@gaia/findings";
import type { ScannerVersions } from "./scanner-versions.ts";
import { gradeSecret } from "./secret-grade.ts";
import { type SecretShape, toSecretShapes } from "./secret-shapes.ts";

/**
 * The filters that go by what a line or a file name says of itself: with them, a package decides what is looked at.
 * Those left on go by the shape of the secret alone (`${X}`, a UUID, `12345…`).
 */
const FILTERS_OFF = [
  "detect_secrets.filters.allowlist.is_line_allowlisted",
  "detect_secrets.filters.heuristic.is_indirect_reference",
  "detect_secrets.filters.heuristic.is_likely_id_string",
  "detect_secrets.filters.heuristic.is_lock_file",
  "detect_secrets.filters.heuristic.is_swagger_file",
];
const OPTIONS = ["--no-verify", "--all-files", ...FILTERS_OFF.flatMap((name) => ["--disable-filter", name])];

/**
 * detect-secrets over every file, under names of ours and as text that it can read to the end (`secret-shapes.ts`). No
 * baseline, no verification by calling providers, no comment that hides a line. A secret's value never leaves: the
 * message has eight digits of the hash by which equal secrets can be told.
 */
export async function detectSecrets(
  ctx: DriverContext,
  input: { files: PackageFile[]; versions: ScannerVersions },
): Promise<DriverResult> {
  const version = input.versions["detect-secrets"];
  if (version === null) throw new Unscanned("it is not installed");
  const shapes = new Map(toSecretShapes(input.files).map((shape) => [shape.name, shape]));
  const result: DriverResult = {
    findings: [],
    problems: [],
    version,
    // Until it says itself what it looks with.
    rulesDigest: rulesDigest(version, OPTIONS),
  };
  if (shapes.size === 0) return result;
  return asFarAsItGoes(result, async () => {
    const { stdout } = await runPython(ctx, {
      args: ["-m", "detect_secrets", "--cores", "1", "scan", ...OPTIONS, ...directoriesOf(shapes)],
      files: [...shapes.values()].map(({ name, text }) => ({ path: name, bytes: new TextEncoder().encode(text) })),
    });
    const report = parseRecord(stdout);
    const results = toRecord(report?.["results"]);
    if (report === null || results === null) throw new Unscanned("it crashed: no readable report");
    Object.assign(result, toFindings(results, shapes));
    result.rulesDigest = rulesDigest(version, OPTIONS, report["plugins_used"], report["filters_used"]);
  });
}

const directoriesOf = (shapes: ReadonlyMap<string, SecretShape>): string[] => [
  ...new Set([...shapes.keys()].map((name) => name.slice(0, name.indexOf("/")))),
];

function toFindings(
  results: JsonRecord,
  shapes: Map<string, SecretShape>,
): { findings: Finding[]; problems: Problem[] } {
  const findings = new Map<string, Finding>();
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(results)) {
    const shape = shapes.get(name);
    const secrets = toRecords(value);
    if (shape === undefined || secrets === null) {
      problems.push(lasting("a part of its report could not be read"));
      continue;
    }
    for (const secret of secrets) {
      const finding = toFinding(secret, shape);
      // The shapes of one file overlap: the same rule on the same line is said once.
      if (finding !== null) findings.set(`${finding.rule}\0${finding.line}\0${finding.file}`, finding);
    }
  }
  return { findings: [...findings.values()], problems };
}

function toFinding(secret: JsonRecord, shape: SecretShape): Finding | null {
  const type = toText(secret["type"]) ?? "Secret";
  const shapeLine = toLine(secret["line_number"]);
  // What cannot be placed counts as the first line's: it is not passed over.
  const number = shapeLine === null ? null : Math.max(shape.numbers[shapeLine - 1] ?? 1, 1);
  const text = number === null ? "" : (shape.lines[number - 1] ?? "");
  const hashed = toText(secret["hashed_secret"]) ?? "";
  const following = number === null ? [] : shape.lines.slice(number, number + 20);
  const grade = gradeSecret({ type, hash: hashed, line: text, following });
  if (grade === null) return null;
  const hash = /^[0-9a-f]{8}/.exec(hashed)?.[0];
  return {
    rule: `detect-secrets/${slug(type)}`,
    scanner: "detect-secrets",
    ...grade,
    category: "secret",
    file: shape.path,
    line: shape.hasLines ? number : null,
    message: `Looks like a secret: ${type.replaceAll(/[^\w ()-]/g, "").slice(0, 60)}${hash === undefined ? "" : ` (hash ${hash}…)`}.`,
    hint: "If it is real: revoke it, then publish without it; installers get the value from the environment.",
    snippet: null,
  };
}

function slug(type: string): string {
  return type
    .toLowerCase()
    .slice(0, 60)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
