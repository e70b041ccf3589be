import { type ArchiveLimits, readArchive } from "@gaia/archive";
import type { Telling } from "@gaia/findings";
import { tellSkill } from "@gaia/scan/telling";
import type { Grammars } from "@gaia/syntax";

export interface TellPackageInput {
  /** The canonical zip. */
  bytes: Uint8Array;
  limits: ArchiveLimits;
  about: { name: string; description: string; publisher: string; links: string[] };
}

/** CPU time of reading its code. */
const READING_CPU_MS = 4_000;

/**
 * What a package tells an agent to do. Called in a thread that can be thrown away, as `analysePackage`; what is packed inside it is left.
 */
export async function tellPackage({ bytes, limits, about }: TellPackageInput, grammars: Grammars): Promise<Telling> {
  const { files } = readArchive(bytes, limits);
  const skill = { files, nested: [], about: { ...about, requirements: [] } };
  return tellSkill(skill, { grammars, cpuMs: READING_CPU_MS });
}
