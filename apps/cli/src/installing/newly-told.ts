import { contentDigest, type PackageFile, withoutReserved } from "@gaia/archive";
import type { ProposedRelease } from "@gaia/install";
import { installedFiles, type LockEntry, readSkillLock, sumsOfFiles } from "@gaia/install/installed";
import { type ComparedVersion, readSkill, versionDifference } from "@gaia/manifest";
import type { ToldKind } from "@gaia/policy";
import type { Session } from "../session/session.ts";
import { dim, t, yellow } from "../terminal/shown-text.ts";

/** What a newer version asks for and tells an agent to do beyond the installed one (`versionDifference`). */
export interface NewlyTold {
  name: string;
  from: string;
  to: string;
  /** Null: the installed files are not those of its lock, so nothing was compared. */
  difference: ReturnType<typeof versionDifference> | null;
}

const PARSER_PAGES = 1_536;
const READING_CPU_MS = 10_000;
/** So many of a kind are shown; `--json` has more. */
const SHOWN = 10;

/** Compares a release that was fetched and judged with what is installed and has the digest of its lock; null: nothing is installed. */
export async function newlyTold({ paths }: Session, { judged, row }: ProposedRelease): Promise<NewlyTold | null> {
  const { name, version } = judged.release.version;
  const entry = (await readSkillLock(paths.lockFile)).get(name);
  if (entry === undefined || row.installed === null) return null;
  const files = withoutReserved((await installedFiles(paths, name)) ?? []);
  const found = { name, from: entry.version, to: version };
  if (!isAsLocked(files, { name, entry })) return { ...found, difference: null };
  const before = await toCompared(files, { name, version: entry.version, publisher: entry.publisher });
  const after = await toCompared(judged.release.files, judged.release.version);
  return { ...found, difference: before && after && versionDifference(before, after) };
}

function isAsLocked(files: readonly PackageFile[], { name, entry }: { name: string; entry: LockEntry }): boolean {
  const { publisher, version, content_digest: digest } = entry;
  return contentDigest(sumsOfFiles({ publisher, name, version }, files)) === digest;
}

async function toCompared(
  files: readonly PackageFile[],
  { name, version, publisher }: { name: string; version: string; publisher: string },
): Promise<ComparedVersion | null> {
  const { skill } = readSkill([...withoutReserved(files)], { version });
  if (skill === null) return null;
  // Grammars and rules are much code: whoever updates nothing loads none of it.
  const [{ tellSkill }, { openGrammars }] = await Promise.all([import("@gaia/scan/telling"), import("@gaia/syntax")]);
  const about = { name, description: skill.description.value, publisher, links: [], requirements: [] };
  const reading = { grammars: await openGrammars(PARSER_PAGES), cpuMs: READING_CPU_MS };
  const telling = await tellSkill({ files: [...files], nested: [], about }, reading);
  // Who signs is judged by itself, with more than a name.
  return { skill, telling, signers: [] };
}

const SAYS: Readonly<Record<ToldKind, string>> = {
  approval: "asks no more",
  order: "standing order",
  command: "command",
  host: "host",
  write: "writes",
  read: "reads",
};

/** Permissions are shown where they are asked for. */
export function showNewlyTold({ terminal }: Session, { name, from, to, difference }: NewlyTold): void {
  if (difference === null) {
    terminal.note(t`  What ${name} ${to} newly tells is not known: the installed files are not those of ${from}.`);
    return;
  }
  const { newlyTold: told, leftOut, tools, requirements, unread } = difference;
  for (const what of tools.added) terminal.note(t`  ${yellow("+")} tool ${what}`);
  for (const what of tools.changed) terminal.note(t`  ${yellow("~")} tool ${what}`);
  for (const what of tools.dropped) terminal.note(t`  ${dim("-")} tool ${what}`);
  for (const what of requirements.added) terminal.note(t`  ${yellow("+")} ${what}`);
  for (const what of requirements.dropped) terminal.note(t`  ${dim("-")} ${what}`);
  terminal.note(
    told.length === 0 ? t`  ${name} ${from} -> ${to}: no new instruction` : t`  ${name} ${to} newly tells:`,
  );
  for (const kind of new Set(told.map((one) => one.kind))) {
    const own = told.filter((one) => one.kind === kind);
    for (const { text, file, line } of own.slice(0, SHOWN))
      terminal.note(t`    ${yellow(SAYS[kind])}: ${text} ${dim(`${file}:${line}`)}`);
    if (own.length > SHOWN) terminal.note(t`    and ${own.length - SHOWN} more`);
  }
  if (leftOut > 0) terminal.note(t`    and ${leftOut} more`);
  if (unread.length > 0) terminal.note(t`    not read to the end: ${unread.join(", ").slice(0, 200)}`);
}
