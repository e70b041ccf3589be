import { addDescription, applyEdits } from "@gaia/authoring";
import { isManifestName } from "@gaia/manifest";
import { readAuthorSkill } from "../../authoring/author-skill.ts";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, green, red, t } from "../../terminal/shown-text.ts";
import { writeAuthorFiles } from "../../authoring/written-files.ts";

const REASONS = {
  "no-front-matter": "it has no front matter that can be read",
  "has-description": "it has a description",
  "no-title": "it has no title",
  "no-paragraph": "there is no paragraph after the title",
} as const;

/**
 * `skill-dev migrate --add-description <file…>`: adds a `description:` made of the first paragraph after the title. A file that has one
 * is left alone. Exit 4 when a file can get none, or with `check` when one would be written.
 */
export async function addDescriptions(
  session: Session,
  input: { paths: readonly string[]; check?: boolean },
): Promise<ExitCode> {
  const { terminal } = session;
  const results: { path: string; file: string; added: string | null; reason: string | null }[] = [];
  let isGood = true;
  for (const path of input.paths) {
    const { root, files } = await readAuthorSkill(path);
    for (const file of files.filter((one) => isManifestName(one.path) && one.path.toLowerCase().endsWith(".md"))) {
      const found = addDescription(file);
      const written = "edits" in found ? applyEdits([file], found.edits) : null;
      if (written !== null && input.check !== true) await writeAuthorFiles(root, written);
      const reason = "reason" in found ? found.reason : null;
      results.push({ path, file: file.path, added: "description" in found ? found.description : null, reason });
      isGood &&= reason === "has-description" || (reason === null && input.check !== true);
    }
  }
  terminal.result({ check: input.check ?? false, files: results });
  for (const { path, added, reason } of results) {
    if (added !== null)
      terminal.line(t`${green(input.check === true ? "would add" : "added")} ${bold(path)}: ${added}`);
    else if (reason === "has-description") terminal.line(t`${dim("unchanged")} ${path}`);
    else terminal.line(t`${red("left")} ${bold(path)}: ${REASONS[reason as keyof typeof REASONS]}`);
  }
  return isGood ? EXIT.ok : EXIT.refused;
}
