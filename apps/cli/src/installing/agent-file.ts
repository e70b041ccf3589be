import type { AgentManifest } from "@gaia/manifest";
import { readAgentManifest } from "@gaia/manifest";
import { ensureRange, type Plan, type PlanWish } from "@gaia/install";
import { CliError, EXIT, refused } from "../failures/failures.ts";
import { readOneFile } from "../authoring/skill-directory.ts";
import type { Session } from "../session/session.ts";
import { t, yellow } from "../terminal/shown-text.ts";

/** Reads `AGENT.yaml` (docs/specification.md §9.1), and warns of it. Throws exit 4 with the places of what is wrong in it. */
export async function readAgentFile({ terminal }: Session, file: string): Promise<AgentManifest> {
  const { agent, diagnostics } = readAgentManifest(file, await readOneFile(file));
  const warnings = agent === null ? [] : diagnostics.filter(({ severity }) => severity === "warning");
  for (const { line, message, hint } of warnings)
    terminal.warn(t`${yellow("warning:")} ${file}${line === null ? "" : `:${line}`} ${message} ${hint ?? ""}`);
  if (agent !== null) return agent;
  throw new CliError(EXIT.refused, "invalid_agent", `${file} cannot be used`, { errors: diagnostics });
}

/** The agent's skills as roots of a plan; `required: false` may be left out. */
export const rootsOf = ({ skills }: AgentManifest): PlanWish["roots"] =>
  skills.map(({ name, range, optional }) => ({ name, range: ensureRange(range), optional }));

/** What the skills of a plan need of a model, against what the agent promises. Throws exit 4 for a skill that needs more. */
export async function ensureModelFits({ terminal }: Session, agent: AgentManifest, plan: Plan): Promise<void> {
  const { inlineTools, model } = agent;
  if (inlineTools.length > 0) terminal.note(t`The agent brings tools of its own: ${inlineTools.join(", ")}`);
  const unmet: string[] = [];
  for (const { name, version } of plan.install) {
    const { requirements } = await plan.context.door.version({ name, version });
    for (const [what, needed, promised] of [
      ["model", requirements.model, model.minimum],
      ["context", requirements.context, model.context],
    ] as const) {
      if (needed === null) continue;
      const [least, given] = [leastOf(needed), leastOf(promised ?? "")];
      if (least === null || given === null)
        terminal.warn(
          t`${yellow("not checked:")} ${name} ${version} needs ${what} ${needed}, the agent says ${promised ?? "nothing"}`,
        );
      else if (given < least)
        unmet.push(`${name} ${version} needs ${what} ${needed}; the agent promises ${promised ?? ""}`);
    }
  }
  if (unmet.length > 0)
    throw refused(
      "model_requirements_unmet",
      unmet.join("\n"),
      "raise what the agent promises, or leave the skill out",
    );
}

const UNITS: Record<string, number> = { "": 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** The least that `>=7B`, `32K` or `>= 8192` says; null: it says nothing of that form. */
function leastOf(text: string): number | null {
  const [, number, unit = ""] = /^(?:>=|==|=)?\s*(\d{1,12}(?:\.\d{1,3})?)\s*([KMBT]?)$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toUpperCase()];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}
