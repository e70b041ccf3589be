import { resolve } from "node:path";
import {
  digestOfFiles,
  type HomePaths,
  localSkills,
  projectPaths,
  projectRoot,
  readEnabledLocals,
  readSkillLock,
  settleInstalled,
} from "@gaia/install/installed";
import type { Session } from "../session/session.ts";

/** Where a skill lies: in the home, in this project as installed, or in this repository as its own. */
export type Place = "home" | "project" | "local";

/** What its registry says of an installed skill now. */
export interface KnownNow {
  /** A newer version; null: there is none. */
  newer: string | null;
  /** Whether the installed one was yanked. */
  yanked: boolean;
}

/** What is newer or yanked of what is installed, by place and name: `home web-search`. */
export type Newer = ReadonlyMap<string, KnownNow> | "looking" | { unknown: string };

export const newerKey = (place: Place, name: string): string => `${place} ${name}`;

/** One skill of this machine, as its page shows it. */
export interface MachineSkill {
  name: string;
  version: string;
  description: string | null;
  /** Null: no registry vouches for it. */
  tier: string | null;
  publisher: string | null;
  signer: string | null;
  /** Why it was held for review when it was installed. */
  held: string | null;
  agents: readonly string[];
  /** Tokens by which agents list it; null: nobody counted them. */
  contextTokens: number | null;
  enabled: boolean;
  /** Of a repository's own: it is another thing than what was enabled. */
  changed: boolean;
}

export interface MachineSkills {
  /** The directory of the project or repository that this was called in. */
  root: string;
  skills: Record<Place, MachineSkill[]>;
  /** Folders that hold no skill, with why. */
  unread: { folder: string; reason: string }[];
}

/** What is installed on this machine, and what the repository at hand brings. Reads it as data, and runs nothing. */
export async function machineSkills(session: Session): Promise<MachineSkills> {
  const { config, paths } = session;
  const root = await projectRoot(resolve(config.directory), paths);
  const project = await projectPaths(root, paths);
  const { own, unread } = await ownSkills(root, paths, project);
  return {
    root,
    skills: { home: await installedIn(paths), project: await installedIn(project), local: own },
    unread,
  };
}

async function installedIn(paths: HomePaths): Promise<MachineSkill[]> {
  await settleInstalled(paths);
  return [...(await readSkillLock(paths.lockFile))].map(([name, entry]) => ({
    name,
    version: entry.version,
    description: null,
    tier: entry.security_tier,
    publisher: entry.publisher,
    signer: entry.signer,
    held: entry.held,
    agents: entry.agents,
    contextTokens: entry.context_tokens,
    enabled: entry.enabled,
    changed: false,
  }));
}

/** Those that an install put into the repository stand with what is installed. */
async function ownSkills(root: string, paths: HomePaths, project: HomePaths) {
  const locked = await readSkillLock(project.lockFile);
  const enabled = await readEnabledLocals(paths, root);
  const own: MachineSkill[] = [];
  const unread: MachineSkills["unread"] = [];
  for await (const one of localSkills(root, new Set())) {
    if ("reason" in one) {
      unread.push({ folder: one.folder, reason: one.reason });
      continue;
    }
    const { name, manifest, looked } = one.skill;
    if (locked.has(name)) continue;
    const before = enabled.get(name);
    const isSame = before?.digest === digestOfFiles(looked);
    own.push({
      name,
      version: manifest.version.value,
      description: manifest.description.value,
      tier: null,
      publisher: null,
      signer: null,
      held: null,
      agents: [],
      contextTokens: null,
      enabled: isSame,
      changed: before !== undefined && !isSame,
    });
  }
  return { own, unread };
}
