import { unmetRequirements, unmetWords } from "@gaia/install/installed";
import type { CanonicalSkill } from "@gaia/manifest";
import { PROGRAM_DIRECTORIES } from "@gaia/sandbox";
import { type RunContext, RunError } from "../context.ts";
import { machineHere } from "./machine.ts";

/**
 * What a manifest requires (specification, §2.1), held against what a run has of this machine before anything runs: by the installer's own
 * rule, with the programs that the sandbox can show. @throws RunError `requirement_missing`, naming all that is missing
 */
export async function ensureRequirements(
  manifest: CanonicalSkill,
  { environment }: Pick<RunContext, "environment">,
): Promise<void> {
  const { python, packages } = manifest.requires;
  const asksPython = python !== null || packages.some(({ manager }) => manager === "pip");
  const machine = await machineHere({ environment, path: PROGRAM_DIRECTORIES.join(":"), asksPython });
  const missing = unmetRequirements(manifest, machine).filter(({ state }) => state === "missing");
  if (missing.length === 0) return;
  throw new RunError("requirement_missing", `It needs ${missing.map(unmetWords).join("; and ")}.`);
}
