import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A repository that a test makes with the real git, without anything of this machine's settings. */
export interface TestRepository {
  directory: string;
  /** Runs git in it; the output, trimmed. */
  git(...args: string[]): string;
  /** Writes files (null: removes), commits everything, and gives the commit's id. `*name` is made executable, `name@` a link to its text. */
  commit(files: Readonly<Record<string, string | Uint8Array | null>>): string;
}

const OWN: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
  LC_ALL: "C.UTF-8",
};

/** Runs git in a directory. */
export const gitIn = (directory: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd: directory,
    env: OWN,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();

/** Makes a repository with a branch `main` in a directory that does not exist. */
export function makeRepository(directory: string, format: "sha1" | "sha256" = "sha1"): TestRepository {
  mkdirSync(directory, { recursive: true });
  const git = (...args: string[]): string => gitIn(directory, ...args);
  git("init", "--quiet", `--object-format=${format}`, "--initial-branch=main");
  return {
    directory,
    git,
    commit(files) {
      for (const [name, content] of Object.entries(files)) {
        const path = join(directory, name.replace(/^\*|@$/g, ""));
        rmSync(path, { force: true });
        if (content === null) continue;
        mkdirSync(dirname(path), { recursive: true });
        if (name.endsWith("@")) symlinkSync(String(content), path);
        else writeFileSync(path, content, { mode: name.startsWith("*") ? 0o755 : 0o644 });
      }
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "--message=change");
      return git("rev-parse", "HEAD");
    },
  };
}
