import { digestOfFiles, type EnabledLocal, localSkills } from "@gaia/install/installed";
import { judgedFile, lookedAt } from "./judged-files.ts";
import type { Found } from "./served-skill.ts";

/**
 * A repository's own skills, offered where this person enabled them and they are what they were then. Nobody vouches for them: they are
 * experimental, and nothing is granted to them.
 */
export async function findLocal(input: {
  root: string;
  enabled: ReadonlyMap<string, EnabledLocal>;
  passedOver: ReadonlySet<string>;
}): Promise<Found> {
  const { root, enabled, passedOver } = input;
  const found: Found = { skills: [], refused: [], notes: [] };
  for await (const one of localSkills(root, passedOver)) {
    if ("reason" in one) {
      found.refused.push({ name: one.folder, scope: "local", reason: "it is no skill", detail: one.reason });
      continue;
    }
    const { name, directory, manifest, files, looked } = one.skill;
    const agreed = enabled.get(name);
    if (agreed?.digest !== digestOfFiles(looked)) {
      const reason = agreed === undefined ? "and not enabled here" : "and was changed since it was enabled here";
      found.refused.push({ name, scope: "local", reason: `it is this repository's own, ${reason}`, detail: null });
      continue;
    }
    found.skills.push({
      scope: "local",
      runnable: {
        name,
        version: manifest.version.value,
        directory,
        tier: "experimental",
        granted: [],
        digests: lookedAt(looked),
        pins: null,
      },
      origin: null,
      manifest,
      files: files.map(judgedFile),
    });
  }
  return found;
}
