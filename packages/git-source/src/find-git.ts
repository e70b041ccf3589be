import type { Run } from "@gaia/sandbox";
import { GitSourceError } from "./git-source-error.ts";
import { ENVIRONMENT } from "./settings.ts";

/** Older ones do not know settings that keep it in (`GIT_CONFIG_GLOBAL` is of 2.32). */
const LEAST = [2, 32] as const;

/** Whether git is on this machine, and new enough. @throws GitSourceError `no_git` with a sentence for people */
export async function ensureGit(run: Run): Promise<void> {
  const result = await run({
    argv: ["git", "version"],
    files: [],
    env: { ...ENVIRONMENT },
    network: false,
    readable: [],
    cpuMs: 10_000,
    timeoutMs: 20_000,
    maxOutputBytes: 4_096,
  });
  const [, version, major, minor] = /^git version ((\d+)\.(\d+)[\w.]*)/.exec(result.stdout) ?? [];
  if (version === undefined)
    throw new GitSourceError("no_git", "git is not installed on this machine: sources in git are off");
  if (Number(major) < LEAST[0] || (Number(major) === LEAST[0] && Number(minor) < LEAST[1]))
    throw new GitSourceError("no_git", `git ${version} is too old: sources in git need ${LEAST.join(".")} or newer`);
}
