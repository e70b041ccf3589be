import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InstallContext } from "../terms/context.ts";
import { changeInstalled } from "../skills/installed-skills.ts";
import { readSkillLock } from "../home/skill-lock.ts";
import { readStanding } from "../trust/attestations.ts";
import { readSignatureRecord } from "../trust/signature-record.ts";
import { pinnedFor } from "../trust/trust-store.ts";
import { readSeen, rememberSeen, type SeenVersions } from "./seen-versions.ts";

type Home = Pick<InstallContext, "paths" | "registry">;

/**
 * What this home has seen of a skill of its registry, held against the keys that are pinned now. A version that was installed before a key
 * was pinned was seen without a sequence, and older homes remember no single statements; those that came with it (`signature.json`) say
 * which they were, where a pinned key signed them.
 */
export async function readSeenStatements({ paths, registry }: Home, name: string): Promise<SeenVersions> {
  const seen = new Map(await readSeen(paths, { registry, name }));
  const pinned = await pinnedFor(paths.trust, registry);
  const installed = (await readSkillLock(paths.lockFile)).get(name);
  if (pinned.length === 0 || installed?.registry !== registry) return seen;
  const known = seen.get(installed.version);
  // The first release of this program remembered the newest sequence alone.
  if (known === undefined || (known.sequence !== null && known.said.length > 0)) return seen;
  const text = await readFile(join(paths.skills, name, "signature.json"), "utf8").catch(() => null);
  const record = readSignatureRecord(text);
  if (record === null || record.registry !== registry) return seen;
  const subject = { name, version: installed.version, releaseDigest: known.releaseDigest };
  const standing = readStanding(record.attestations, pinned, subject, new Date());
  if (typeof standing !== "string")
    seen.set(installed.version, {
      ...known,
      sequence: Math.max(known.sequence ?? standing.sequence, standing.sequence),
      said: standing.said,
    });
  return seen;
}

/** Writes down what the statements beside installed skills say, once a key of their registry is pinned: a skill may be removed later. */
export async function rememberInstalled(home: Home): Promise<void> {
  const { paths, registry } = home;
  await changeInstalled(paths, async () => {
    for (const [name, entry] of await readSkillLock(paths.lockFile)) {
      if (entry.registry !== registry) continue;
      await rememberSeen(paths, { registry, name }, { seen: await readSeenStatements(home, name), forgotten: [] });
    }
  });
}
