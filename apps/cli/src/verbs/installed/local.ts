import { resolve } from "node:path";
import {
  changeInstalled,
  digestOfFiles,
  type EnabledLocal,
  type LockEntry,
  pinsWord,
  readPins,
  ensureSkillName,
  type LocalSkill,
  localSkills,
  projectPaths,
  projectRoot,
  readEnabledLocals,
  readSkillLock,
  setLocalEnabled,
} from "@gaia/install/installed";
import { permissionText } from "@gaia/manifest";
import { misused, notFound, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t, yellow } from "../../terminal/shown-text.ts";
import type { PlaceOption } from "../../session/place.ts";

/** The skills that a repository brings itself, in `skills/` and `.gaia/skills`. */
export interface LocalOption {
  local?: boolean | undefined;
}

/** `list --local`: a repository's own skills, and whether they are offered to agents on this machine. Reads them as data, runs nothing. */
export async function listLocal(session: Session, input: PlaceOption): Promise<void> {
  const { terminal, paths } = session;
  const { root, locked } = await repositoryOf(session, input);
  const enabled = await readEnabledLocals(paths, root);
  const skills: {
    name: string;
    version: string;
    format: string;
    directory: string;
    enabled: boolean;
    changed: boolean;
    locked: boolean;
  }[] = [];
  for await (const one of localSkills(root, new Set())) {
    if ("reason" in one) {
      terminal.warn(t`${yellow("warning:")} ${one.folder}: ${one.reason}`);
      continue;
    }
    const { name, directory, manifest, looked } = one.skill;
    const before = enabled.get(name);
    const isSame = before?.digest === digestOfFiles(looked);
    skills.push({
      name,
      version: manifest.version.value,
      format: manifest.provenance.format,
      directory,
      enabled: isSame,
      changed: before !== undefined && !isSame,
      locked: locked.has(name),
    });
  }
  terminal.result({ root, skills });
  if (skills.length === 0) terminal.note(t`${root} has no skills of its own.`);
  for (const row of columns(
    skills.map((one) => [
      bold(one.name),
      one.version,
      one.format,
      one.enabled ? "enabled" : yellow(one.changed ? "changed" : one.locked ? "installed" : "not enabled"),
      dim(one.directory),
    ]),
  ))
    terminal.line(row);
}

/** `enable <name> --local` and `disable <name> --local`: whether agents on this machine get one of a repository's own skills. */
export async function enableLocal(
  session: Session,
  input: { name: string; enabled: boolean; yes?: boolean | undefined } & PlaceOption,
): Promise<void> {
  const { terminal, paths } = session;
  const name = ensureSkillName(input.name);
  const { root, locked } = await repositoryOf(session, input);
  const skill = input.enabled ? await findLocal(root, name) : null;
  if (input.enabled && skill === null)
    throw notFound(`${root} has no skill ${name} of its own`, `\`${calledAs("list --local")}\` shows those it has`);
  const before = (await readEnabledLocals(paths, root)).get(name);
  const said = { name, before, yes: input.yes, granted: locked.get(name)?.granted ?? [] };
  const enabled = skill === null ? null : asItIs(skill, await nearLet(session, skill, said), locked.get(name));
  if (enabled !== null && before !== undefined) await ensureSame(session, { name, before, enabled, yes: input.yes });
  await changeInstalled(paths, () => setLocalEnabled(paths, { root, name, enabled }));
  terminal.result({ name, enabled: input.enabled, root, ...enabled });
  terminal.line(t`${input.enabled ? "Enabled" : "Disabled"} ${bold(name)} of ${root}`);
  if (enabled === null) return;
  const declared = enabled.permissions.join(", ");
  const entry = locked.get(name);
  if (entry !== undefined && skill !== null) await showPins(session, root, { skill, entry });
  terminal.note(
    locked.has(name)
      ? t`  what this repository's lock says was agreed to, and its pins, count here now: ${declared || "no permissions"}`
      : t`  no registry vouches for it: its tools run as experimental ones, in the sandbox. It declares ${declared || "no permissions"}`,
  );
}

/** Nothing signs what a repository pins packages to: whoever enables a skill sees it. */
async function showPins(
  { terminal, paths }: Session,
  root: string,
  { skill: { manifest, looked }, entry }: { skill: LocalSkill; entry: LockEntry },
): Promise<void> {
  const place = await projectPaths(root, paths);
  const { pip, npm } = await readPins(place, { skill: manifest, entry, files: looked, counts: true });
  const named = (pip ?? "").split("\n").flatMap((line) => /^[a-z0-9][^\s#]*/i.exec(line)?.[0] ?? []);
  if (named.length > 0) terminal.note(t`  its Python packages: ${named.join(", ")}`);
  if (npm !== null) terminal.note(t`  its Node.js packages: those of a lock file beside the repository's lock`);
}

const asItIs = (
  { looked, manifest }: LocalSkill,
  near: readonly string[],
  entry: LockEntry | undefined,
): EnabledLocal => ({
  digest: digestOfFiles(looked),
  permissions: [...(manifest.permissions.declared ?? []).map(permissionText), ...near],
  pins: entry === undefined ? null : pinsWord(entry),
});

/**
 * The hosts that the repository's lock lets lead to where the public is not, and this person lets here: they are asked about by where they
 * lead from this machine. Who says no has the skill without them.
 */
async function nearLet(
  { terminal }: Session,
  { manifest }: LocalSkill,
  input: { name: string; before: EnabledLocal | undefined; yes: boolean | undefined; granted: readonly string[] },
): Promise<string[]> {
  const { nearNeeded } = await import("../../installing/near-hosts.ts");
  const near: string[] = [];
  for (const { what, why } of await nearNeeded(manifest)) {
    if (!input.granted.includes(what)) continue;
    const isLet =
      input.yes === true ||
      input.before?.permissions.includes(what) === true ||
      (terminal.canAsk && (await terminal.ask(t`${why}. Let ${bold(input.name)} reach it here?`)));
    if (isLet) near.push(what);
    else terminal.warn(t`${yellow("warning:")} ${why}: it does not reach that here; --yes lets it`);
  }
  return near;
}

/** What was enabled before and is another thing now is agreed to anew, with what is new about it before one's eyes. */
async function ensureSame(
  { terminal }: Session,
  input: { name: string; before: EnabledLocal; enabled: EnabledLocal; yes: boolean | undefined },
): Promise<void> {
  const { name, before, enabled } = input;
  if (before.digest === enabled.digest && (before.pins ?? enabled.pins) === enabled.pins) return;
  const more = enabled.permissions.filter((one) => !before.permissions.includes(one));
  const grown = more.length === 0 ? "" : `, and asks for more: ${more.join(", ")}`;
  terminal.warn(t`${yellow("warning:")} ${name} was changed since it was enabled here${grown}`);
  if (input.yes === true || (terminal.canAsk && (await terminal.ask(t`Enable it as it is now?`)))) return;
  throw refused(
    "consent_missing",
    `${name} was changed since it was enabled here${grown}`,
    "look at it, then add --yes",
  );
}

async function findLocal(root: string, name: string): Promise<LocalSkill | null> {
  for await (const one of localSkills(root, new Set())) if ("skill" in one && one.skill.name === name) return one.skill;
  return null;
}

async function repositoryOf({ config, paths }: Session, { project }: PlaceOption) {
  if (project === true)
    throw misused("--local and --project are two things: what a repository brings, and what was installed into it");
  const root = await projectRoot(resolve(config.directory), paths);
  const { lockFile } = await projectPaths(root, paths);
  return { root, locked: await readSkillLock(lockFile) };
}
