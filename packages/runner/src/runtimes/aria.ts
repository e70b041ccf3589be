import { ariaDirectory } from "@gaia/manifest/kernel";
import { RunError, type RunContext } from "../context.ts";
import { type LoadedSkill, loadSkill } from "../loaded-skill.ts";
import { pythonStart } from "./python-start.ts";
import { declaredTools, readOnly, type Runtime } from "./runtime.ts";

/** The directory that the package `aria_skills` is looked up in. */
const PACKAGES = "/skills";
const MAX_DEPENDENCIES = 64;

/** Methods of a class registered with `@SkillRegistry.register` (Aria, standard v2), with the skills that it depends on beside it. */
export const ariaRuntime: Runtime = {
  name: "aria",
  packages: "pip",
  // "Layer 0 is read-only at runtime."
  isReadOnly: ({ manifest }) => manifest.discovery.layer?.value === 0,
  tools: declaredTools,
  start: async (ctx, call) => {
    const needed = await dependenciesOf(ctx, call.loaded);
    const mounts = [call.loaded, ...needed].map((one) =>
      readOnly(call.copyOf(one), `${PACKAGES}/aria_skills/${ariaDirectory(one.manifest.name.value)}`),
    );
    const order = {
      kind: "aria",
      root: PACKAGES,
      package: ariaDirectory(call.loaded.manifest.name.value),
      dependencies: needed.toReversed().map(({ manifest }) => ariaDirectory(manifest.name.value)),
    } as const;
    return pythonStart(call, order, mounts);
  },
};

/** Every skill that it needs, and those need, none twice. A lower layer does not import from a higher one. */
async function dependenciesOf(ctx: Pick<RunContext, "findSkill">, root: LoadedSkill): Promise<LoadedSkill[]> {
  const found = new Map<string, LoadedSkill>();
  const waiting = [root];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    for (const { name, optional } of one.manifest.requires.skills) {
      if (found.has(name) || name === root.manifest.name.value) continue;
      const skill = await ctx.findSkill(name);
      if (skill === null && optional) continue;
      if (skill === null)
        throw new RunError(
          "requirement_missing",
          `${one.manifest.name.value} needs the skill ${name}, which is not installed.`,
        );
      const loaded = await loadSkill(skill);
      ensureLayers(one, loaded);
      found.set(name, loaded);
      if (found.size > MAX_DEPENDENCIES)
        throw new RunError("requirement_missing", `It needs more than ${MAX_DEPENDENCIES} other skills.`);
      waiting.push(loaded);
    }
  }
  return [...found.values()];
}

function ensureLayers(one: LoadedSkill, needed: LoadedSkill): void {
  const [own, other] = [one, needed].map(({ manifest }) => manifest.discovery.layer?.value);
  if (own === undefined || other === undefined || other <= own) return;
  throw new RunError(
    "not_runnable",
    `${one.manifest.name.value} is of layer ${own} and imports ${needed.manifest.name.value} of layer ${other}: a lower layer does not.`,
  );
}
