import { chainsTo, ensureSkillName, type LockEntry, readSkillLock, settleInstalled } from "@gaia/install/installed";
import { inPlace, notInstalled, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, t } from "../../terminal/shown-text.ts";

/** Deeper, or longer, nobody reads it. */
const MOST = { depth: 20, lines: 1_000 };

/** `tree`: the skills that were asked for, each with what it needs below it. */
export async function tree(session: Session, input: PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  await settleInstalled(paths);
  const entries = await readSkillLock(paths.lockFile);
  terminal.result({
    skills: [...entries].map(([name, { version, requested, requires }]) => ({ name, version, requested, requires })),
  });
  let lines = 0;
  const show = (name: string, range: string | null, path: readonly string[]) => {
    lines += 1;
    if (lines > MOST.lines || path.length > MOST.depth) return;
    const entry = entries.get(name);
    const asked = range === null ? "" : dim(t` (${range})`);
    const isCircle = path.includes(name);
    terminal.line(
      t`${"  ".repeat(path.length)}${bold(name)} ${entry?.version ?? "missing"}${asked}${isCircle ? " ..." : ""}`,
    );
    if (!isCircle) for (const [other, wanted] of sorted(entry)) show(other, wanted, [...path, name]);
  };
  for (const [name, { requested }] of entries) if (requested !== null) show(name, null, []);
  if (entries.size === 0) terminal.note("No skill is installed.");
}

const sorted = (entry: LockEntry | undefined): [string, string][] =>
  Object.entries(entry?.requires ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));

/** `why <name>`: who asked for an installed skill, by every chain that leads to it. */
export async function why(session: Session, input: { name: string } & PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  await settleInstalled(paths);
  const name = ensureSkillName(input.name);
  const entries = await readSkillLock(paths.lockFile);
  if (!entries.has(name)) throw await notInstalled(session, { ...input, name });
  const chains = chainsTo(entries, name);
  terminal.result({ name, chains });
  for (const { names, range } of chains)
    terminal.line(t`you -> ${names.join(" -> ")}${range === "*" ? "" : ` ${range}`}`);
  if (chains.length === 0) terminal.line(t`${bold(name)} came along with a skill that is no longer installed`);
}
