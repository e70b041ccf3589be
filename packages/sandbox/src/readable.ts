import { readFile, readlink, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Already inside every container, see `running/isolation.ts`. */
const SYSTEM_DIRECTORIES = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/**
 * The paths that must be bound so that `readable` works: each with the place it really is, and for a Python virtual
 * environment the prefix of the interpreter it was made from (`home` in pyvenv.cfg) and the links in between.
 * A path that does not exist is left out; the root of the file system never comes in.
 */
export async function pathsToBind(readable: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of readable) {
    for (const each of [path, await realPath(path)]) add(found, each);
    for (const base of [path, dirname(path)]) {
      for (const each of await pythonBase(base)) add(found, each);
    }
  }
  return [...found];
}

function add(found: Set<string>, path: string | null): void {
  if (path === null || !path.startsWith("/") || path === "/") return;
  if (SYSTEM_DIRECTORIES.some((root) => path === root || path.startsWith(`${root}/`))) return;
  found.add(path);
}

async function pythonBase(environment: string): Promise<string[]> {
  const config = await readFile(join(environment, "pyvenv.cfg"), "utf8").catch(() => null);
  const home = config?.match(/^home[ \t]*=[ \t]*(\/[^\r\n]*)$/m)?.[1]?.trim();
  if (home === undefined) return [];
  const bases = [environment, dirname(home)];
  let link = join(environment, "bin", "python3");
  // python3 -> python3.11 -> the interpreter: every hop has to be there. Eight are more than anybody makes.
  for (let hop = 0; hop < 8; hop += 1) {
    const target = await readlink(link).catch(() => null);
    if (target === null) break;
    link = resolve(dirname(link), target);
    bases.push(dirname(dirname(link)));
  }
  const real = await Promise.all(bases.map(realPath));
  return [...bases, ...real.filter((path) => path !== null)];
}

async function realPath(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}
