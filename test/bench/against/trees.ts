import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Side } from "./turns.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const INSTALL_MS = 15 * 60_000;
/** What npm tells the scripts that it runs about themselves: another tree's npm would take it for its own. */
const OF_THIS_RUN =
  /^(?:INIT_CWD|npm_(?:lifecycle|package|command|execpath|node_execpath|config_(?:\w*prefix|workspace)).*)$/;

/** Where each build lies; `close` takes the old one away again. */
export interface Trees {
  roots: Record<Side, string>;
  /** The commit that was asked for, in full. */
  commit: string;
  close(): Promise<void>;
}

/**
 * This tree, and `commit` in a git worktree of its own in a temporary directory, with the packages that its lock file names and its own
 * build. What was made is gone after `close`, and when this fails.
 * @throws Error for a commit that there is not, an installation or a build that fails or takes longer than a quarter of an hour
 */
export async function openTrees(
  commit: string,
  { say, abort }: { say: (text: string) => void; abort: AbortSignal },
): Promise<Trees> {
  const run = async (cwd: string, program: string, ...args: string[]): Promise<string> => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name)));
    const bounds = { timeout: INSTALL_MS, maxBuffer: 64 * 1_024 * 1_024, signal: abort };
    return (await promisify(execFile)(program, args, { cwd, env, ...bounds })).stdout.trim();
  };
  const full = await run(ROOT, "git", "rev-parse", "--verify", "--end-of-options", `${commit}^{commit}`);
  const dir = await mkdtemp(join(tmpdir(), "skill-registry-against-"));
  const old = join(dir, "tree");
  const close = async (): Promise<void> => {
    // A bench that was ended by hand tidies up, too: this is not ended by `abort`.
    await promisify(execFile)("git", ["worktree", "remove", "--force", old], { cwd: ROOT }).catch(() => undefined);
    await rm(dir, { recursive: true, force: true });
    await promisify(execFile)("git", ["worktree", "prune"], { cwd: ROOT });
  };
  try {
    await run(ROOT, "git", "-c", "core.hooksPath=/dev/null", "worktree", "add", "--quiet", "--detach", old, full);
    say(`${full.slice(0, 12)}: npm ci`);
    await run(old, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
    say(`${full.slice(0, 12)}: build`);
    await run(old, "npm", "run", "--silent", "prestart");
    return { roots: { old, new: ROOT }, commit: full, close };
  } catch (error) {
    await close();
    throw error;
  }
}
