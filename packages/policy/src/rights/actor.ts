import type { Role } from "./roles.ts";
import type { Workload } from "../workload/workload.ts";

/** What a token may be limited to. */
export const SCOPES = ["publish", "stage", "yank", "confirm", "review", "admin", "read"] as const;

export type Scope = (typeof SCOPES)[number];

/** An account that acts, and for which publishers it may. Handles are unique and never given out again. */
interface Person {
  accountId: number;
  handle: string;
  role: "user" | "admin";
  /** Its account was disabled: it may do nothing. */
  isSuspended: boolean;
  publishers: { id: number; handle: string; role: Role }[];
  /** Null or absent: the account has none. `provenAt`: when whoever acts last proved it; null: not at all. */
  secondFactor?: { provenAt: Date | null } | null;
}

/** What bounds whoever does not act in person. Patterns are skill names in which `*` stands for any run of characters. */
export interface Bounds {
  /** Some of `SCOPES`, or `*` for all of them; what else is in it says nothing. */
  scopes: readonly string[];
  namePatterns: readonly string[];
}

/** Somebody who is here in person, with all that the account may. */
export interface AccountActor extends Person {
  kind: "account";
  /** The session that it is here by; absent: it does not act by a request. */
  sessionId?: string;
}

/** A program that an account gave a token to. */
export interface TokenActor extends Person, Bounds {
  kind: "token";
  /** Absent: it does not act by a request. */
  tokenId?: string;
}

/** A workflow that a publisher trusts, known by who issued its identity and what that calls it; no account. */
export interface WorkloadActor extends Bounds {
  kind: "workload";
  /** Absent: it does not act by a request. */
  tokenId?: string;
  issuer: string;
  subject: string;
  /** Which of its publisher's trusted publishers it is; and what its identity said of the job. */
  trustedPublisherId: string;
  via: Workload;
  /** What the audit log calls it. */
  handle: string;
  publishers: { id: number; handle: string; role: "publisher" }[];
}

/** The registry itself: its jobs, and its operator's commands. */
interface RegistryActor {
  kind: "registry";
  handle: "registry";
}

/** Who acts; nobody is null. */
export type Actor = AccountActor | TokenActor | WorkloadActor | RegistryActor;

/** Whether a token with these scopes has this one. */
export function hasScope(scopes: readonly string[], scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes("*");
}

/** Whether a skill's name fits a pattern; takes time linear in both. */
export function matchesName(pattern: string, name: string): boolean {
  const [head = "", ...middle] = pattern.split("*");
  const tail = middle.pop();
  if (tail === undefined) return name === head;
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const piece of middle) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail);
}

/**
 * Why something that is bounded like `wanted` could do more than `held` may; null: it could not. A pattern is within another when the
 * other takes it as a name: what `*` stands for in it can only fall to a `*` there.
 */
export function exceedingBounds(held: Bounds, wanted: Bounds): string | null {
  const scope = wanted.scopes.find((each) => !(held.scopes.includes(each) || held.scopes.includes("*")));
  if (scope !== undefined) return `The token that asks lacks the scope ${scope === "*" ? "of everything" : scope}.`;
  const outside = wanted.namePatterns.find((each) => !held.namePatterns.some((pattern) => matchesName(pattern, each)));
  return outside === undefined
    ? null
    : `The token that asks is for skills named ${held.namePatterns.join(", ") || "nothing"}; ${outside} reaches further.`;
}
