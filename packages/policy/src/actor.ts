/** What a token may be limited to. `stage` waits for staged versions. */
export const SCOPES = ["publish", "stage", "yank", "confirm", "review", "admin", "read"] as const;

export type Scope = (typeof SCOPES)[number];

/** An account that acts, and for which publishers it may. Handles are unique and never given out again. */
interface Person {
  accountId: number;
  handle: string;
  role: "user" | "admin";
  /** Its account was disabled: it may do nothing. */
  isSuspended: boolean;
  publishers: { id: number; handle: string; role: "owner" | "member" }[];
}

/** What bounds whoever does not act in person. Patterns are skill names in which `*` stands for any run of characters. */
interface Bounds {
  /** Some of `SCOPES`, or `*` for all of them; what else is in it says nothing. */
  scopes: readonly string[];
  namePatterns: readonly string[];
}

/** Somebody who is here in person, with all that the account may. */
export interface AccountActor extends Person {
  kind: "account";
}

/** A program that an account gave a token to. */
export interface TokenActor extends Person, Bounds {
  kind: "token";
}

/** A workflow that a publisher trusts, known by who issued its identity and what that calls it; no account. */
export interface WorkloadActor extends Bounds {
  kind: "workload";
  issuer: string;
  subject: string;
  /** What the audit log calls it. */
  handle: string;
  publishers: { id: number; handle: string; role: "member" }[];
}

/** The registry itself: its jobs, and its operator's commands. */
export interface RegistryActor {
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
