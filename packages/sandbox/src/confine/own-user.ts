import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Whom a skill runs as where root starts it: user and group of this number, which neither distributions nor systemd hand out
 * (systemd.io/UIDS-GIDS: 60578 to 61183 are nobody's).
 */
const OWN_USER = 61_001;

/** Null: it runs as whoever starts it. Who is root in a user namespace that has no such user is nobody's root outside. */
export const ownUser = (): number | null => (process.getuid?.() === 0 && isMapped(OWN_USER) ? OWN_USER : null);

/** user_namespaces(7): each line is a first id inside, one outside, and how many. */
function isMapped(id: number): boolean {
  const lines = readFileSync("/proc/self/uid_map", "utf8").trim().split("\n");
  return lines.some((line) => {
    const [inside = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
    return id >= inside && id < inside + count;
  });
}

/** Whether a skill may use what lies at a path, by its mode: where it has no user of its own, its own errors tell. */
export function mayUse(path: string, access: "read" | "write"): boolean {
  const own = ownUser();
  if (own === null) return true;
  const status = statSync(path);
  const { uid, gid, mode } = status;
  const bits = (uid === own ? mode >> 6 : gid === own ? mode >> 3 : mode) & 0o7;
  const wanted = 0o4 | (access === "write" ? 0o2 : 0) | (status.isDirectory() ? 0o1 : 0);
  return (bits & wanted) === wanted;
}

/** Gives a directory that was made for a skill to its user. */
export function giveToSkill(path: string): void {
  const own = ownUser();
  if (own !== null) chownSync(path, own, own);
}

/** Has a skill's user read everything below a directory that nobody else reaches, whatever the file mode creation mask was. */
export function showToSkill(directory: string): void {
  if (ownUser() === null) return;
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) showToSkill(path);
    else chmodSync(path, 0o644);
  }
}
