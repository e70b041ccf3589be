import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Changes whenever a package is installed into, upgraded in or removed from an environment, or its Python is another:
 * from the times of the directories that this touches. Undefined where they cannot be read.
 */
export async function scannerRevision(binDir: string): Promise<string | undefined> {
  try {
    const root = join(binDir, "..");
    const library = join(root, "lib");
    const pythons = (await readdir(library)).filter((name) => name.startsWith("python")).sort();
    const places = [join(binDir, "python3"), ...pythons.map((name) => join(library, name, "site-packages"))];
    const times = await Promise.all(places.map(async (path) => (await stat(path, { bigint: true })).mtimeNs));
    return pythons.length === 0 ? undefined : times.join("-");
  } catch {
    return undefined;
  }
}
