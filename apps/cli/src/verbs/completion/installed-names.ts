import { homePaths, readSkillLock } from "@gaia/install/installed";
import { readConfig } from "../../session/config.ts";

/** The skills of this home, for a shell that waits: where its lock cannot be read there are none. */
export async function installedNames(): Promise<string[]> {
  try {
    const { home, userHome } = readConfig(undefined);
    return [...(await readSkillLock(homePaths(home, userHome).lockFile)).keys()];
  } catch {
    return [];
  }
}
