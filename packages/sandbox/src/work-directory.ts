import type { PackageFile } from "@gaia/archive";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SandboxError } from "./command.ts";

/** A private directory (0700) that holds one command's working directory, home and temporary files. */
export interface WorkDirectory {
  root: string;
  work: string;
  home: string;
  temporary: string;
}

/** True for a relative '/'-separated path that stays below its directory whatever system reads it. */
function isInside(path: string): boolean {
  if (path === "" || path.startsWith("/") || path.includes("\\") || path.includes("\0")) {
    return false;
  }
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

/** Makes the directory and writes the files. Throws `SandboxError`; leaves nothing behind when it does. */
export async function createWorkDirectory(input: {
  workRoot: string | undefined;
  files: PackageFile[];
  /** Instead of a name that is drawn here. */
  name?: string;
}): Promise<WorkDirectory> {
  for (const { path } of input.files) {
    if (!isInside(path)) {
      throw new SandboxError("path_escapes", `not a path inside the directory: ${path}`);
    }
  }
  // Resolved, so that a link in front of the temporary directory (macOS) is the same path inside and outside.
  const parent = await realpath(input.workRoot ?? tmpdir());
  const root = input.name === undefined ? await mkdtemp(join(parent, "sandbox-")) : join(parent, input.name);
  if (input.name !== undefined) await mkdir(root, { mode: 0o700 });
  const directory: WorkDirectory = {
    root,
    work: join(root, "work"),
    home: join(root, "home"),
    temporary: join(root, "tmp"),
  };
  try {
    await Promise.all(
      [directory.work, directory.home, directory.temporary].map((path) => mkdir(path, { mode: 0o700 })),
    );
    await writeFiles(directory.work, input.files);
    return directory;
  } catch (error) {
    await removeWorkDirectory(directory);
    throw error;
  }
}

async function writeFiles(work: string, files: PackageFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const target = join(work, path);
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // 'wx': the directory is ours and fresh, so whatever is there already is a second file of that name.
      await writeFile(target, bytes, { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (["EEXIST", "ENOTDIR", "EISDIR"].includes(errorCode(error))) {
        throw new SandboxError("path_conflict", `two files want the path ${path}`);
      }
      throw error;
    }
  }
}

/** Removes all of it, also where the command took away the rights on its own directories. */
export async function removeWorkDirectory(directory: WorkDirectory): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 };
  try {
    await rm(directory.root, options);
  } catch {
    await giveRightsBack(directory.root);
    await rm(directory.root, options);
  }
}

async function giveRightsBack(root: string): Promise<void> {
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    await chmod(path, 0o700);
    for (const entry of await readdir(path, { withFileTypes: true })) {
      // A link is not a directory here: `withFileTypes` does not follow.
      if (entry.isDirectory()) waiting.push(join(path, entry.name));
    }
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
