import type { PackageFile } from "@gaia/archive";
import { type Finding, lasting, oneLine, type Problem, splitLines } from "@gaia/findings";
import { type JudgedRequirement, judgeRequirement } from "./judge-requirement.ts";

/** A line in pip's requirement format, and the file of the package that says it, with its line as `path:line` where it is known. */
export interface RequirementLine {
  text: string;
  origin: string;
}

/** A package that the skill asks for. */
export type PackageRequirement = Extract<JudgedRequirement, { kind: "package" }> & {
  file: string | null;
  line: number | null;
};

export interface RequirementsRead {
  packages: PackageRequirement[];
  findings: Finding[];
  problems: Problem[];
}

const MAX_REQUIREMENTS = 200;
const MAX_LINES = 2_000;
const MAX_FILE_BYTES = 256 * 1024;
const REQUIREMENTS_FILE = /(?:^|\/)(?:requirements[^/]*|constraints[^/]*|requirements\/[^/]+)\.(?:txt|in)$/i;

interface Line {
  text: string;
  file: string | null;
  line: number | null;
}

/**
 * Every requirement of the skill: what its manifest declares, and every requirements file in it, whether or not
 * something refers to it. What is not a package of the index becomes a finding and goes no further.
 */
export function readRequirements(input: { files: PackageFile[]; requirements: RequirementLine[] }): RequirementsRead {
  const read: RequirementsRead = { packages: [], findings: [], problems: [] };
  const byPath = new Map(input.files.map((file) => [file.path, file]));
  const requirementsFiles = input.files.filter(({ path }) => REQUIREMENTS_FILE.test(path));
  const seenFiles = new Set(requirementsFiles.map(({ path }) => path));
  const waiting: Line[] = [
    ...input.requirements.flatMap(({ text, origin }) => {
      const [path, line] = placeOf(origin, byPath);
      // A requirements file is read below, whole: a line of it may be half of a requirement.
      return seenFiles.has(path) ? [] : declaredLines(text, byPath.get(path), line);
    }),
    ...requirementsFiles.flatMap((file) => fileLines(file, read)),
  ];
  const seen = new Set<string>();
  // Grows while it is walked: an included file adds its lines.
  for (const [index, line] of waiting.entries()) {
    if (index >= MAX_LINES) {
      read.problems.push(lasting(`more than ${MAX_LINES} requirement lines`));
      break;
    }
    const judged = judgeRequirement(line.text);
    if (judged.kind === "include") {
      const file = includedFile(judged.path, line.file, byPath);
      if (file === undefined) read.findings.push(outsideFile(line));
      else if (!seenFiles.has(file.path)) waiting.push(...fileLines(file, read));
      if (file !== undefined) seenFiles.add(file.path);
    } else if (judged.kind === "refused") {
      read.findings.push(refusal(judged, line));
      if (judged.rule === "unreadable")
        read.problems.push(lasting(`could not read the requirement ${shown(line.text)}`));
    } else if (judged.kind === "package") {
      const key = `${judged.text};${judged.marker ?? ""}`;
      if (!seen.has(key)) read.packages.push({ ...judged, file: line.file, line: line.line });
      seen.add(key);
    }
  }
  if (read.packages.length > MAX_REQUIREMENTS) {
    read.problems.push(lasting(`more than ${MAX_REQUIREMENTS} requirements`));
    read.packages.length = MAX_REQUIREMENTS;
  }
  return read;
}

function placeOf(origin: string, byPath: Map<string, PackageFile>): [path: string, line: number | null] {
  const [, path = origin, line = "0"] = /^(.*):(\d{1,9})$/s.exec(origin) ?? [];
  return byPath.has(origin) ? [origin, null] : [path, Number(line) || null];
}

function declaredLines(text: string, file: PackageFile | undefined, declaredAt: number | null): Line[] {
  const lines = file === undefined || declaredAt !== null ? [] : splitLines(new TextDecoder().decode(file.bytes));
  return logicalLines(text).map((each) => {
    if (declaredAt !== null) return { text: each.text, file: file?.path ?? null, line: declaredAt };
    const at = lines.findIndex((line) => line.includes(each.text));
    return { text: each.text, file: file?.path ?? null, line: at < 0 ? null : at + 1 };
  });
}

function fileLines(file: PackageFile, read: RequirementsRead): Line[] {
  if (file.bytes.length > MAX_FILE_BYTES) {
    read.problems.push(lasting(`could not read ${oneLine(file.path)}: too large`));
    return [];
  }
  return logicalLines(new TextDecoder().decode(file.bytes)).map((each) => ({ ...each, file: file.path }));
}

/** Lines with backslash continuations joined and comments removed, as pip does; `line` is where each begins. */
function logicalLines(text: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  let open: { text: string; line: number } | null = null;
  for (const [index, physical] of splitLines(text).entries()) {
    const current: { text: string; line: number } = open ?? { text: "", line: index + 1 };
    const isComment = /^\s*#/.test(physical);
    if (!isComment && physical.endsWith("\\")) {
      open = { ...current, text: `${current.text}${physical.slice(0, -1)} ` };
      continue;
    }
    open = null;
    found.push({ ...current, text: (current.text + physical).replace(/(?:^|\s)#.*$/, "").trim() });
  }
  if (open !== null) found.push({ ...open, text: open.text.trim() });
  return found.filter((each) => each.text !== "");
}

/** The package's own file that `-r path` means, relative to the file that says it. */
function includedFile(path: string, from: string | null, byPath: Map<string, PackageFile>): PackageFile | undefined {
  const segments = (from ?? "").split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== ".") segments.push(segment);
  }
  return byPath.get(segments.join("/"));
}

function outsideFile(line: Line): Finding {
  return requirementFinding(line, "outside-file", "high", "it would read a file that is not in the package");
}

function refusal(judged: Extract<JudgedRequirement, { kind: "refused" }>, line: Line): Finding {
  const severity = judged.rule === "unreadable" ? "medium" : "high";
  return requirementFinding(line, judged.rule, severity, judged.why);
}

function requirementFinding(line: Line, rule: string, severity: "medium" | "high", why: string): Finding {
  return {
    rule: `requirements/${rule}`,
    scanner: "pip-audit",
    severity,
    confidence: "high",
    category: "dependency",
    file: line.file,
    line: line.line,
    message: `The requirement ${shown(line.text)} is not resolved: ${why}.`,
    hint: "Name packages of the index with their versions, as requests>=2.31.",
    snippet: shown(line.text),
  };
}

function shown(text: string): string {
  return oneLine(text.replaceAll(/\/\/[^/@\s]{1,200}@/g, "//***@"), 120);
}
