import { resolve } from "node:path";
import {
  changeInstalled,
  digestOfFiles,
  type EnabledLocal,
  ensureSkillName,
  type LocalSkill,
  localSkills,
  projectPaths,
  projectRoot,
  readEnabledLocals,
  readSkillLock,
  setLocalEnabled,
} from "@gaia/install";
import { permissionText } from "@gaia/manifest";
import { misused, notFound, refused } from "../failures.ts";
import { calledAs } from "../invocation.ts";
import type { Session } from "../session.ts";
import { bold, columns, dim, t, yellow } from "../shown-text.ts";
import type { PlaceOption } from "../place.ts";

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
  const enabled = skill === null ? null : asItIs(skill);
  const before = (await readEnabledLocals(paths, root)).get(name);
  if (enabled !== null && before !== undefined) await ensureSame(session, { name, before, enabled, yes: input.yes });
  await changeInstalled(paths, () => setLocalEnabled(paths, { root, name, enabled }));
  terminal.result({ name, enabled: input.enabled, root, ...enabled });
  terminal.line(t`${input.enabled ? "Enabled" : "Disabled"} ${bold(name)} of ${root}`);
  if (enabled === null) return;
  const declared = enabled.permissions.join(", ");
  terminal.note(
    locked.has(name)
      ? "  what this repository's lock says was agreed to counts here now"
      : t`  nobody vouches for it: its tools run as experimental ones, in the sandbox. It declares ${declared || "no permissions"}`,
  );
}

const asItIs = ({ looked, manifest }: LocalSkill) => ({
  digest: digestOfFiles(looked),
  permissions: (manifest.permissions.declared ?? []).map(permissionText),
});

/** What was enabled before and is another thing now is agreed to anew, with what is new about it before one's eyes. */
async function ensureSame(
  { terminal }: Session,
  input: { name: string; before: EnabledLocal; enabled: EnabledLocal; yes: boolean | undefined },
): Promise<void> {
  const { name, before, enabled } = input;
  if (before.digest === enabled.digest) return;
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
  return { root, locked: new Set((await readSkillLock(lockFile)).keys()) };
}
