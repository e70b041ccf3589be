import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, Diagnostic } from "@gaia/manifest";
import { codePoints, newReport, quoted, type Report } from "@gaia/manifest/kernel";
import { editedSource } from "./edited-source.ts";

/**
 * Guidelines of the Agent Skills documentation: what a model can decide by, and what it has to read. `shortest`: what GAIA's flat format
 * takes.
 */
const LIMITS = { descriptionMin: 20, shortest: 200, bodyLines: 500, bodyTokens: 5000 };

type Rule = (skill: CanonicalSkill, files: readonly PackageFile[], report: Report) => void;

/** What is allowed and could be better: the rules of `lint` beyond those of a reading. Pure; linear in the manifest. */
export function styleDiagnostics(skill: CanonicalSkill, files: readonly PackageFile[]): Diagnostic[] {
  const report = newReport();
  for (const rule of [descriptionLength, bodyLength, htmlComment, toolNames, placeholder]) rule(skill, files, report);
  return report.diagnostics;
}

const descriptionLength: Rule = ({ description: { value, origin }, provenance }, _files, report) => {
  const length = codePoints(value);
  if (length < LIMITS.descriptionMin) {
    const message = `The description has ${length} characters; a model cannot decide by it when to use the skill.`;
    report.note("SK3023", origin, message);
  }
  if (length > LIMITS.shortest && provenance.format !== "gaia-0.1") {
    const message = `The description has ${length} characters; gaia-0.1 allows ${LIMITS.shortest}.`;
    report.note("SK3022", origin, message);
  }
};

const bodyLength: Rule = (skill, files, report) => {
  const body = bodyOf(skill, files);
  if (body === null) return;
  const lines = body.text.split("\n").length;
  const tokens = Math.round(body.text.length / 4);
  const place = { file: body.file, line: skill.instructions.bodyLine, column: null };
  if (lines > LIMITS.bodyLines)
    report.note("SK7002", place, `The body has ${lines} lines; the guideline is ${LIMITS.bodyLines}.`);
  if (tokens > LIMITS.bodyTokens)
    report.note("SK7003", place, `The body has about ${tokens} tokens; the guideline is ${LIMITS.bodyTokens}.`);
};

const htmlComment: Rule = (skill, files, report) => {
  const body = bodyOf(skill, files);
  const at = body?.text.indexOf("<!--") ?? -1;
  if (body === null || at === -1) return;
  const line = skill.instructions.bodyLine + body.text.slice(0, at).split("\n").length - 1;
  const column = at - (body.text.lastIndexOf("\n", at - 1) + 1) + 1;
  const place = { file: body.file, line, column };
  report.note("SK7007", place, "An HTML comment: readers do not see it, the model does.");
};

const toolNames: Rule = ({ tools }, _files, report) => {
  for (const { name, origin } of tools) {
    if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) continue;
    report.note("SK4013", origin, `The tool ${quoted(name)} is not in snake_case.`, { hint: snakeCase(name) });
  }
};

const placeholder: Rule = ({ description: { value, origin } }, _files, report) => {
  const found =
    /\b(?:TODO|FIXME|XXX)\b|\[(?:insert|your|add) [^\]]{1,40}\]|\{\{[^}]{1,40}\}\}|<your-[a-z-]{1,40}>/.exec(
      value,
    )?.[0];
  if (found !== undefined) report.note("SK2021", origin, `The description holds the placeholder ${quoted(found)}.`);
};

function bodyOf(
  { instructions }: CanonicalSkill,
  files: readonly PackageFile[],
): { file: string; text: string } | null {
  const file = files.find(({ path }) => path === instructions.file);
  if (file === undefined || editedSource(file) === null) return null;
  return { file: file.path, text: new TextDecoder().decode(file.bytes.subarray(instructions.bodyStart)) };
}

function snakeCase(name: string): string | null {
  const words = name
    .slice(0, 64)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return words.length === 0 ? null : `Use ${words.join("_")}.`;
}
