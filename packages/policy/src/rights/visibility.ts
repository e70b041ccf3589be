import { type Action, ACTIONS, type Row } from "./actions.ts";
import { type Actor, matchesName } from "./actor.ts";
import { refusalOf } from "./may.ts";
import { isManager } from "./roles.ts";

/**
 * Who may see a skill. `public`: anybody. `organisation`: the members of its publisher. `private`: the publisher's owners and admins, and
 * those of its members who are on the skill's list of readers. Admins of the registry see all.
 */
export const VISIBILITIES = ["public", "organisation", "private"] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** The same of a collection, which has no list of readers. */
export const COLLECTION_VISIBILITIES = ["public", "organisation"] as const satisfies readonly Visibility[];

export type CollectionVisibility = (typeof COLLECTION_VISIBILITIES)[number];

/** What somebody may see of the skills that are not public. To everybody else these are not there. */
export interface Reach {
  /** Whoever they belong to. */
  everybodys: boolean;
  /** The ids of publishers of which it sees what is the organisation's. */
  member: readonly number[];
  /** Of these, the ones of which it sees what is private. */
  speaksFor: readonly number[];
  /** Whose place on a list of readers counts; null: nobody's. */
  accountId: number | null;
  /** Of all that, the skills whose name fits one of these. `*` stands for any run of characters. */
  namePatterns: readonly string[];
}

/** Of a skill, what decides who may see it. */
export interface Guarded {
  name: string;
  publisherId: number;
  visibility: Visibility;
  /** The accounts on its list of readers. */
  readers: readonly number[];
}

const NOTHING: Reach = { everybodys: false, member: [], speaksFor: [], accountId: null, namePatterns: [] };
const EVERYTHING: Reach = { ...NOTHING, everybodys: true, namePatterns: ["*"] };

/**
 * What an actor reaches to read it, or to do something else to it: whoever may do something to a skill may know that it is there, whatever
 * its token reads. Pure; `kernel/readable.ts` of `registry` says the same in SQL, so that rows which nobody may see are never found.
 */
export function reachOf(actor: Actor | null, action: Action = "seeOwnRelease"): Reach {
  if (actor === null) return NOTHING;
  if (actor.kind === "registry") return EVERYTHING;
  const namePatterns = actor.kind === "account" ? ["*"] : actor.namePatterns;
  const isReading = action === "seeOwnRelease";
  const everybodys = isReading ? refusalOf("seeAnyRelease", actor) === null : isForAdmins(action, actor);
  if (!everybodys && refusalOf(action, actor) !== null) return NOTHING;
  return {
    everybodys,
    member: actor.publishers.map(({ id }) => id),
    // A workflow was trusted with its skill by name.
    speaksFor: actor.publishers.filter(({ role }) => actor.kind === "workload" || isManager(role)).map(({ id }) => id),
    accountId: actor.kind === "workload" ? null : actor.accountId,
    namePatterns,
  };
}

const isForAdmins = (action: Action, actor: Exclude<Actor, { kind: "registry" }>): boolean => {
  const { who }: Row = ACTIONS[action];
  return who.includes("admin") && "role" in actor && actor.role === "admin" && refusalOf(action, actor) === null;
};

/** Whether a reach has this skill in it. */
export function reaches(reach: Reach, { name, publisherId, visibility, readers }: Guarded): boolean {
  if (visibility === "public") return true;
  if (!reach.namePatterns.some((pattern) => matchesName(pattern, name))) return false;
  if (reach.everybodys) return true;
  if (!reach.member.includes(publisherId)) return false;
  if (visibility === "organisation" || reach.speaksFor.includes(publisherId)) return true;
  return reach.accountId !== null && readers.includes(reach.accountId);
}

/** Whether it has anything that is not public in it. */
export const reachesBeyondPublic = (reach: Reach): boolean => reach.everybodys || reach.member.length > 0;
