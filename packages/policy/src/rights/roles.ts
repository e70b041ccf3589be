/** What an account may be to a publisher, from the most to the least. */
export const ROLES = ["owner", "admin", "publisher"] as const;

/**
 * `owner`: everything, to give away and to take away as well. `admin`: who belongs, and who signs. `publisher`: releases, from publish to
 * yank.
 */
export type Role = (typeof ROLES)[number];

/** A change of who belongs to a publisher, as it stands in the transaction that makes it. */
export interface MembershipChange {
  /** What whoever changes it is to the publisher; `registry admin`: one who has no part in it. Null: nothing (any more). */
  by: Role | "registry admin" | null;
  /** Whether it is about whoever changes it. */
  isSelf: boolean;
  /** The role before and after; null: none. */
  from: Role | null;
  to: Role | null;
  /** How many others own the publisher and can act. */
  otherOwners: number;
}

/** Whether somebody with this role decides about members and keys. */
export const isManager = (role: Role): boolean => role !== "publisher";

/**
 * Why a membership may not change so; null: it may. Nobody gives more than they are, or takes from who is more; whoever belongs may
 * leave, and the last owner stays one.
 */
export function refusalOfMembership(change: MembershipChange): {
  code: "forbidden" | "conflict";
  reason: string;
} | null {
  const { by, isSelf, from, to, otherOwners } = change;
  const refused = outranked(by, isSelf, from, to);
  if (refused !== null) return { code: "forbidden", reason: refused };
  if (from === "owner" && to !== "owner" && otherOwners === 0) {
    return { code: "conflict", reason: "A publisher keeps one owner: make another member an owner first." };
  }
  return null;
}

function outranked(by: MembershipChange["by"], isSelf: boolean, from: Role | null, to: Role | null): string | null {
  if (by === null) return "You do not belong to this publisher.";
  if (by === "owner" || by === "registry admin") return null;
  // Down or out is everybody's own decision.
  if (isSelf && from !== null && (to === null || ROLES.indexOf(to) >= ROLES.indexOf(from))) return null;
  if (by === "publisher") return "Only owners and admins of a publisher decide who belongs to it.";
  return from === "owner" || to === "owner" ? "Only an owner makes owners, or decides about one." : null;
}
