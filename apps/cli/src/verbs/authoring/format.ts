import { formatFiles } from "@gaia/authoring";
import { calledAs } from "../../failures/invocation.ts";
import { readAuthorSkill } from "../../authoring/author-skill.ts";
import { EXIT, type ExitCode, refused } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, green, red, t } from "../../terminal/shown-text.ts";
import { writeAuthorFiles } from "../../authoring/written-files.ts";

interface FormattedSkill {
  path: string;
  changed: string[];
  skipped: { file: string; reason: string }[];
}

/**
 * `format <path…>`: brings the manifests into one form; what they say stays the same. With `check` nothing is written, and exit 4 says that
 * something would be. A manifest that cannot be formatted is left as it is: exit 4.
 */
export async function format(
  session: Session,
  input: { paths: readonly string[]; check?: boolean },
): Promise<ExitCode> {
  const { terminal } = session;
  const isCheck = input.check ?? false;
  const skills: FormattedSkill[] = [];
  for (const path of input.paths) {
    const { root, files } = await readAuthorSkill(path);
    const { changed, skipped, looked } = formatFiles(files);
    if (looked === 0) throw refused("no_manifest", `There is no manifest in ${path}`);
    if (!isCheck) await writeAuthorFiles(root, changed);
    skills.push({ path, changed: changed.map((file) => file.path), skipped });
  }
  terminal.result({ check: isCheck, skills });
  for (const skill of skills) showSkill(session, skill, isCheck);
  const isBad = skills.some(({ changed, skipped }) => skipped.length > 0 || (isCheck && changed.length > 0));
  return isBad ? EXIT.refused : EXIT.ok;
}

function showSkill({ terminal }: Session, { path, changed, skipped }: FormattedSkill, isCheck: boolean): void {
  for (const file of changed)
    terminal.line(
      isCheck ? t`${red("would change")} ${bold(file)} in ${path}` : t`${green("formatted")} ${bold(file)}`,
    );
  for (const { file, reason } of skipped)
    terminal.line(t`${red("left")} ${bold(file)}: ${reason}; see \`${calledAs("validate")}\``);
  if (changed.length + skipped.length === 0) terminal.line(t`${dim("unchanged")} ${path}`);
}
