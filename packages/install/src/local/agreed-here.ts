import { digestOfFiles } from "../digest-of-files.ts";
import type { HomePaths } from "../home/home.ts";
import { installedFiles } from "../skills/installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { pinsWord, readEnabledLocals, setLocalEnabled } from "./enabled-locals.ts";

/**
 * Whoever installs into a project agreed to it on this machine: that is kept in the home, since the project's lock is its repository's
 * word. `resolved`: the pins are this machine's own. In the home's own place the lock is the record. Call inside `changeInstalled`.
 */
export async function rememberAgreed(
  paths: HomePaths,
  { name, entry, resolved }: { name: string; entry: LockEntry; resolved: boolean },
): Promise<void> {
  const { scope, root } = paths.place;
  if (scope === "user") return;
  const files = await installedFiles(paths, name);
  if (files === null) return;
  const before = (await readEnabledLocals(paths, root)).get(name);
  const pins = resolved ? pinsWord(entry) : (before?.pins ?? null);
  const enabled = { digest: digestOfFiles(files), permissions: entry.granted, pins };
  await setLocalEnabled(paths, { root, name, enabled });
}
