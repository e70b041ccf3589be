import type { OutputForm } from "../../diagnostic-output/output-form.ts";
import { showDiagnostics } from "../../diagnostic-output/show-diagnostics.ts";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { readSkillSet } from "../../authoring/judged-set.ts";
import type { ScannedSkill } from "../../inspection/scanned-skill.ts";
import { remediationLines } from "../../terminal/remediation-lines.ts";
import { showBatch } from "../../terminal/progress-line.ts";
import type { Session } from "../../session/session.ts";
import { green, red, t, yellow } from "../../terminal/shown-text.ts";

/**
 * `scan <path…>`: what the registry's own analysers will say of a skill, before it is published and without a network. Exit 0 when every
 * verdict is ALLOW, else 4.
 */
export async function scan(
  session: Session,
  input: { paths: readonly string[]; output?: OutputForm | undefined },
): Promise<ExitCode> {
  // The rules and their weights are many; no other verb waits for them.
  const { scanAuthorSkill } = await import("../../inspection/scanned-skill.ts");
  const scanned: ScannedSkill[] = [];
  const found = [];
  const { terminal } = session;
  const skills = await readSkillSet(input.paths);
  for (const [done, skill] of skills.entries()) {
    // One alone is no batch, and shows the same without a bar.
    const tell = (what: string) =>
      skills.length > 1
        ? showBatch(terminal, { done, total: skills.length, name: `${skill.folder ?? skill.path}: ${what}` })
        : terminal.progress(t`scanning ${skill.path}: ${what}`);
    const one = await scanAuthorSkill(skill, tell).finally(() => terminal.progress(null));
    scanned.push(one);
    const { verdict, reason, remediation, diagnostics, analysis } = one;
    const { scanners, findings } = analysis;
    found.push({
      skill,
      diagnostics,
      verdict: t`${COLOURS[verdict](verdict)} ${reason}`,
      advice: remediation === null ? [] : remediationLines(remediation),
      result: { path: skill.path, verdict, reason, remediation, scanners: scanners.map(withoutTimes), findings },
    });
  }
  showBatch(terminal, null);
  showDiagnostics(terminal, input.output ?? "text", found);
  // Loaded with the analysers, which no other verb waits for.
  const { BEYOND_ANALYSERS } = await import("@gaia/scan");
  terminal.note(
    `The registry also looks, and may hold what this allows: ${Object.values(BEYOND_ANALYSERS).join("; ")}.`,
  );
  return scanned.every(({ verdict }) => verdict === "ALLOW") ? EXIT.ok : EXIT.refused;
}

const COLOURS = { ALLOW: green, REVIEW: yellow, BLOCK: red };

type Scanner = ScannedSkill["analysis"]["scanners"][number];

const withoutTimes = ({ name, version, status, reason, rules_digest }: Scanner) => ({
  name,
  version,
  status,
  reason,
  rules_digest,
});
