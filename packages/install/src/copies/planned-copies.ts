import { join } from "node:path";
import type { AgentName } from "../home/agents.ts";
import type { HomePaths } from "../home/home.ts";
import type { Copies, CopyForm } from "../home/skill-lock.ts";
import { agentDirectory, copyDirectories } from "./agent-directories.ts";
import { copyIn, formFor, type MadeCopy, type NoCopy, type Subject } from "./copy-form.ts";

/** What became of the copy in one directory, for the agents that find it there. `form` null: none could be made, and `reason` says why. */
export interface Copied {
  name: string;
  agents: AgentName[];
  /** The skill's own. */
  directory: string;
  form: CopyForm | null;
  leftOut: string[];
  reason: string | null;
}

/** One directory's copy, by the agent whose directory it is. */
export interface PlannedCopy {
  owner: AgentName;
  directory: string;
  made: MadeCopy | NoCopy;
}

/** The copies that a skill is to have. Pure. */
export function planCopies(paths: Pick<HomePaths, "place">, subject: Subject): PlannedCopy[] {
  const { agents, enabled } = subject.entry;
  const directories = enabled ? [...copyDirectories(paths, agents)] : [];
  // Copies of one form are the same, and made once.
  const copies = new Map<CopyForm, MadeCopy | NoCopy>();
  return directories.map(([owner, directory]) => {
    const form = formFor(owner, subject);
    const made = copies.get(form) ?? copyIn(form, subject);
    copies.set(form, made);
    return { owner, directory, made };
  });
}

/** Of these, what the lock has of them. */
export function recordsOf(plan: readonly PlannedCopy[]): Copies {
  const pairs = plan.flatMap(({ owner, made }) =>
    "impossible" in made ? [] : [[owner, { form: made.form, digest: made.digest }] as const],
  );
  return Object.fromEntries(pairs.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The same for whoever asked for them. */
export function copiedBy(
  paths: Pick<HomePaths, "place">,
  { name, entry: { agents } }: Subject,
  plan: readonly PlannedCopy[],
): Copied[] {
  return plan.map(({ directory, made }) => ({
    name,
    agents: agents.filter((one) => agentDirectory(paths, one, agents) === directory),
    directory: join(directory, name),
    ...("impossible" in made
      ? { form: null, leftOut: [], reason: made.impossible }
      : { form: made.form, leftOut: made.leftOut, reason: null }),
  }));
}
