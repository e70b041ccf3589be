import { type Action, ACTIONS, PEOPLE, type Row } from "./actions.ts";
import { type Actor, hasScope, matchesName } from "./actor.ts";
import { isManager, type Role } from "./roles.ts";
import type { Viewer } from "../states.ts";

/** An account that had a hand in what is decided, and how: "published it", "asked for it". */
export interface Involvement {
  accountId: number;
  did: string;
}

/** What an action is about. What is left out is not known yet, and not judged. */
export interface Target {
  /** The handle of the publisher that the skill or the key belongs to. */
  publisher?: string | undefined;
  /** The skill's name. */
  skill?: string | undefined;
  /** Accounts that had a hand in it, and may not decide it as well. */
  involved?: readonly Involvement[] | undefined;
  /** Whether it is a version that awaits approval. */
  isStaged?: boolean | undefined;
}

/** What has to be known of the target of an action before it is done. */
export type TargetOf<A extends Action> = {
  self: null;
  everything: null;
  publisher: { publisher: string };
  skill: { publisher: string; skill: string; involved?: readonly Involvement[] };
}[(typeof ACTIONS)[A]["on"]];

type KindOf<A extends Action> = (typeof ACTIONS)[A] extends { by: readonly (infer Kind)[] }
  ? Kind
  : (typeof PEOPLE)[number];

/** Who can come to do an action. */
export type ActorOf<A extends Action> = Extract<Actor, { kind: KindOf<A> }>;

/**
 * `unauthorized`: nobody asks. `forbidden`: this one may not. `second_factor_required`: it may, once it has shown its second factor. The
 * reason is a sentence for whoever asked.
 */
export interface Refusal {
  code: "unauthorized" | "forbidden" | "second_factor_required";
  reason: string;
}

/**
 * Why an actor may not do this to the target, by the table of actions; null: it may. Asked again with more of the target known, it may
 * refuse what it let pass, never the other way round.
 */
export function refusalOf(action: Action, actor: Actor | null, target: Target = {}): Refusal | null {
  if (actor === null) {
    return { code: "unauthorized", reason: "This needs a token: send `Authorization: Bearer gsk_…`." };
  }
  const row: Row = ACTIONS[action];
  const { by = PEOPLE } = row;
  if (!by.includes(actor.kind)) return forbidden(`${nameOf(actor)} may not do this.`);
  if (actor.kind === "registry") return null;
  if ("isSuspended" in actor && actor.isSuspended) return forbidden(`The account ${actor.handle} is suspended.`);
  const reason = outsideOf(row.who, actor, target) ?? (actor.kind === "account" ? null : beyond(row, actor, target));
  return reason === null ? null : forbidden(reason);
}

/** Whether these actors are one to whom a release is shown as its publisher, as an admin, or as anyone (docs/lifecycle.md). */
export function viewerOf(actor: Actor | null, release: { publisher: string; skill: string }): Viewer {
  if (refusalOf("seeAnyRelease", actor, release) === null) return "admin";
  return refusalOf("seeOwnRelease", actor, release) === null ? "owner" : "anyone";
}

/** Whether somebody who decides about a publisher's skills does so as an admin of the registry, and not as an owner of the publisher. */
export const standsAsAdmin = (actor: Extract<Actor, { role: string }>, publisher: string): boolean =>
  actor.role === "admin" && !actor.publishers.some(({ handle, role }) => handle === publisher && role === "owner");

const forbidden = (reason: string): Refusal => ({ code: "forbidden", reason });

const nameOf = (actor: Actor): string =>
  actor.kind === "workload"
    ? `The workload ${actor.handle}`
    : actor.kind === "registry"
      ? "The registry"
      : actor.handle;

type Bearer = Exclude<Actor, { kind: "registry" }>;

/** Why the target is none of this actor's business. */
function outsideOf(who: Row["who"], actor: Bearer, { publisher, involved = [] }: Target): string | null {
  const isAdmin = actor.kind !== "workload" && actor.role === "admin";
  const role = actor.publishers.find(({ handle }) => handle === publisher)?.role ?? null;
  const isMember = role !== null;
  switch (who) {
    case "anybody":
      return null;
    case "outsider":
      return isMember ? `${nameOf(actor)} belongs to publisher ${publisher}: this is for everybody else.` : null;
    case "member or admin":
    case "manager or admin":
    case "owner or admin":
      return isAdmin ? null : lessThan(who, actor, { publisher, role });
    case "member":
    case "manager":
    case "owner":
      return lessThan(who, actor, { publisher, role });
    case "admin":
      return isAdmin ? null : NEEDS_ADMIN;
    case "other admin":
      return isAdmin ? tooClose(actor, { publisher, isMember, involved }) : NEEDS_ADMIN;
  }
}

/** Why an admin may not decide what is their own publisher's, or what they had a hand in. */
function tooClose(
  actor: Bearer,
  {
    publisher,
    isMember,
    involved,
  }: { publisher: string | undefined; isMember: boolean; involved: readonly Involvement[] },
): string | null {
  if (isMember) return `${nameOf(actor)} belongs to publisher ${publisher}: another admin has to decide.`;
  const own = "accountId" in actor ? involved.find(({ accountId }) => accountId === actor.accountId) : undefined;
  return own === undefined ? null : `${nameOf(actor)} ${own.did}: another admin has to decide.`;
}

/** Why whoever has this role in the publisher is not what it takes; null where the publisher is not known yet. */
function lessThan(
  who: Row["who"],
  actor: Bearer,
  { publisher, role }: { publisher: string | undefined; role: Role | null },
): string | null {
  if (publisher === undefined) return null;
  if (role === null) return notOf(actor, publisher);
  if (who.startsWith("owner") && role !== "owner") {
    return `${nameOf(actor)} belongs to publisher ${publisher} but is none of its owners.`;
  }
  return who.startsWith("manager") && !isManager(role)
    ? `${nameOf(actor)} belongs to publisher ${publisher} but is neither owner nor admin of it.`
    : null;
}

const needsScope = (scope: string, held: string): string =>
  `This needs a token with the scope ${scope}; this one has ${held}.`;

/** The scope that a refusal names, and those that the token has; null: it is for another reason. Of what another registry says, too. */
export function missingScope(reason: string): { scope: string; held: string[] } | null {
  const found = /^This needs a token with the scope (\w+); this one has ([\w, *]+)\.$/.exec(reason);
  const [, scope, held = ""] = found ?? [];
  if (scope === undefined) return null;
  return { scope, held: held === "none" ? [] : held.split(", ") };
}

const NEEDS_ADMIN = "This needs an admin's token.";

const notOf = (actor: Bearer, publisher: string): string =>
  actor.kind === "workload"
    ? `${nameOf(actor)} does not act for publisher ${publisher}.`
    : `Your account ${actor.handle} does not belong to publisher ${publisher}.`;

/** Why it is more than what bounds the actor lets through. */
function beyond(row: Row, { scopes, namePatterns }: Exclude<Bearer, { kind: "account" }>, target: Target) {
  const isEnough = row.stagedScope !== undefined && target.isStaged !== false && hasScope(scopes, row.stagedScope);
  if (row.scope !== null && !hasScope(scopes, row.scope) && !isEnough) {
    const held = scopes.length === 0 ? "none" : scopes.join(", ");
    return needsScope(row.scope, held);
  }
  const patterns = namePatterns.join(", ") || "nothing";
  if (row.on === "skill" && target.skill !== undefined) {
    const name = target.skill;
    return namePatterns.some((pattern) => matchesName(pattern, name))
      ? null
      : `This token is for skills named ${patterns}; ${name} is not one of them.`;
  }
  // More than the skills that it is for hangs on these.
  const isWide = row.on === "publisher" || row.on === "everything";
  return isWide && !namePatterns.includes("*")
    ? `This token is for skills named ${patterns}, and this concerns more than those.`
    : null;
}
