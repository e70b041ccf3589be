import type { CanonicalSkill } from "../canonical.ts";
import { codePoints } from "../field-reader.ts";
import type { PackageFile } from "../find-manifest.ts";
import { quoted } from "../report.ts";
import type { Diagnostic } from "../report.ts";
import { editedSource } from "./edited-source.ts";

/** Guidelines of the Agent Skills documentation: what a model can decide by, and what it has to read. */
const LIMITS = { descriptionMin: 20, bodyLines: 500, bodyTokens: 5000 };

type Rule = (skill: CanonicalSkill, files: readonly PackageFile[]) => Diagnostic[];

/** What is allowed and could be better: the rules of `lint` beyond those of a reading. Pure; linear in the manifest. */
export function styleDiagnostics(skill: CanonicalSkill, files: readonly PackageFile[]): Diagnostic[] {
  return [shortDescription, bodyLength, htmlComment, toolNames, placeholder].flatMap((rule) => rule(skill, files));
}

const shortDescription: Rule = ({ description: { value, origin } }) => {
  const length = codePoints(value);
  if (length >= LIMITS.descriptionMin) return [];
  const message = `The description has ${length} characters; a model cannot decide by it when to use the skill.`;
  return [warning("SK3023", "description-too-short", origin, message, 'Say when to use it: "Use when …".')];
};

const bodyLength: Rule = (skill, files) => {
  const body = bodyOf(skill, files);
  if (body === null) return [];
  const found: Diagnostic[] = [];
  const lines = body.text.split("\n").length;
  const tokens = Math.round(body.text.length / 4);
  const place = { file: body.file, line: skill.instructions.bodyLine, column: null };
  const hint = "Move detail into files of its own, e.g. below references/.";
  if (lines > LIMITS.bodyLines)
    found.push(
      warning("SK7002", "body-long", place, `The body has ${lines} lines; the guideline is ${LIMITS.bodyLines}.`, hint),
    );
  if (tokens > LIMITS.bodyTokens)
    found.push(
      warning(
        "SK7003",
        "body-tokens",
        place,
        `The body has about ${tokens} tokens; the guideline is ${LIMITS.bodyTokens}.`,
        hint,
      ),
    );
  return found;
};

const htmlComment: Rule = (skill, files) => {
  const body = bodyOf(skill, files);
  const at = body?.text.indexOf("<!--") ?? -1;
  if (body === null || at === -1) return [];
  const line = skill.instructions.bodyLine + body.text.slice(0, at).split("\n").length - 1;
  const column = at - (body.text.lastIndexOf("\n", at - 1) + 1) + 1;
  const message = "An HTML comment: readers do not see it, the model does.";
  return [warning("SK7007", "html-comment", { file: body.file, line, column }, message, "Remove it.")];
};

const toolNames: Rule = ({ tools }) =>
  tools
    .filter(({ name }) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    .map(({ name, origin }) =>
      warning("SK4013", "tool-name-style", origin, `The tool ${quoted(name)} is not in snake_case.`, snakeCase(name)),
    );

const placeholder: Rule = ({ description: { value, origin } }) => {
  const found =
    /\b(?:TODO|FIXME|XXX)\b|\[(?:insert|your|add) [^\]]{1,40}\]|\{\{[^}]{1,40}\}\}|<your-[a-z-]{1,40}>/.exec(
      value,
    )?.[0];
  return found === undefined
    ? []
    : [
        warning(
          "SK2021",
          "template-placeholder",
          origin,
          `The description holds the placeholder ${quoted(found)}.`,
          "Fill it in.",
        ),
      ];
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

function warning(
  code: string,
  title: string,
  { file, line, column }: { file: string; line: number | null; column: number | null },
  message: string,
  hint: string | null,
): Diagnostic {
  return { code, title, severity: "warning", message, hint, file, line, column };
}
