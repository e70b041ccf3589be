import { type Db, memberships, publishers } from "@gaia/db";
import { type Role, ROLES } from "@gaia/policy";
import { and, eq, isNotNull } from "drizzle-orm";
import { IdentityError } from "../../errors.ts";
import { changeMembership, findMember } from "../../publishers/membership-change.ts";
import { lockOrganisation } from "../../publishers/lock-organisation.ts";
import type { IdentityProvider, PeopleSettings } from "../settings.ts";

/** What a provider's groups make of somebody, by organisation. */
type Wanted = Map<string, { role: Role; group: string }>;

/** Under which a provider's identities are kept (`auth_identities.provider_id`), and who gave what its groups give. */
export const providerIdOf = ({ id, issuer }: Pick<IdentityProvider, "id" | "issuer">): string => `${id}:${issuer}`;

/**
 * Brings an account's memberships in line with its groups: what they say is added, changed and taken away, in the caller's transaction, as
 * the registry's own change. What somebody gave by hand is left as it is, and so is the last owner.
 * @param input.groups none: whatever groups gave is taken away; null: nobody knows which, and all is left as it is
 */
export async function alignMemberships(
  tx: Db,
  { warn }: Pick<PeopleSettings, "warn">,
  input: {
    account: { id: number; handle: string };
    provider: Pick<IdentityProvider, "id" | "issuer" | "groups">;
    groups: readonly string[] | null;
    now: Date;
    requestId: string | null;
  },
): Promise<void> {
  const { account, provider, groups, now, requestId } = input;
  if (groups === null) return warn("groups_not_told", { account: account.handle, provider: providerIdOf(provider) });
  const wanted = wantedOf(provider, groups);
  if (wanted.size === 0 && groups.length > 0 && provider.groups.length > 0)
    warn("groups_not_mapped", { account: account.handle, provider: providerIdOf(provider), ...inShort(groups) });
  const given = await tx
    .select({ handle: publishers.handle })
    .from(memberships)
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(and(eq(memberships.accountId, account.id), isNotNull(memberships.grantedBy)));
  // In one order, so that two who sign in at once do not wait for each other.
  const handles = [...new Set([...wanted.keys(), ...given.map(({ handle }) => handle)])].toSorted();
  for (const handle of handles) {
    try {
      const publisher = await lockOrganisation(tx, handle);
      const member = await findMember(tx, publisher.id, { id: account.id });
      if (member === null) throw new Error("an account vanished");
      const { role: to = null, group } = wanted.get(handle) ?? {};
      const isByHand = member.role !== null && member.grantedBy === null;
      if (isByHand || member.role === to) continue;
      const asking = { actor: { handle: "registry", accountId: null }, now, requestId };
      const change = { publisher, account: member, to, by: "registry admin", group } as const;
      await changeMembership(tx, asking, { ...change, grantedBy: providerIdOf(provider) });
    } catch (error) {
      // Thrown before anything was written: no such organisation, or its last owner.
      if (!(error instanceof IdentityError)) throw error;
      warn("membership_not_aligned", { account: account.handle, publisher: handle, reason: error.message });
    }
  }
}

function wantedOf({ groups: rows }: Pick<IdentityProvider, "groups">, groups: readonly string[]): Wanted {
  const wanted: Wanted = new Map();
  for (const { group, publisher, role } of rows) {
    if (!groups.some((told) => isGroup(told, group))) continue;
    const so = wanted.get(publisher);
    if (so === undefined || ROLES.indexOf(role) < ROLES.indexOf(so.role)) wanted.set(publisher, { role, group });
  }
  return wanted;
}

/**
 * Keycloak tells the path from the top (`/engineering`, `/a/b`) or the name alone, as its client is set. A mapping without a slash in front
 * is both forms of one group, of none further down: who may make groups somewhere below would else give themselves the roles of another's.
 * One that is written as a path is nothing else.
 */
function isGroup(told: string, mapped: string): boolean {
  return told === mapped || (!mapped.startsWith("/") && told === `/${mapped}`);
}

/** So that a line of the log shows how they are spelled, and no more: how many there are, and the first ones, each cut. */
function inShort(groups: readonly string[]): { told: number; first: string[] } {
  return { told: groups.length, first: groups.slice(0, 5).map((group) => group.slice(0, 100)) };
}
