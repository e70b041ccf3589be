import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Env } from "../../asking/env.ts";
import { inPerson, visitorOf } from "../../asking/in-person.ts";
import { act, view } from "../acting/act.ts";
import * as accounts from "./definitions.ts";

/** An account and its password: how there comes to be one, and what its owner sees. */
export const ACCOUNT_ROUTES: readonly PlainRoute<Env>[] = [
  view(accounts.viewState, async (c) => {
    const { people } = c.var.services;
    const providers = people.providers.map(({ id, name }) => ({ id, name }));
    return {
      sign_up: people.signUp,
      is_unclaimed: await identity.isUnclaimed(people),
      providers,
      has_passkeys: identity.hasPasskeys(people),
      has_mail_server: people.hasMailServer,
    };
  }),
  view(accounts.viewOwnAccount, async (c) => {
    const { holder, people } = inPerson(c);
    return toOwnAccount(await identity.viewOwnAccount(people, holder));
  }),
  act(accounts.signUp, async (c, body) => {
    await identity.signUp(c.var.services.people, visitorOf(c), body);
    return { status: "mail_sent" as const };
  }),
  act(accounts.confirmAddress, (c, body) => identity.confirmAddress(c.var.services.people, visitorOf(c), body)),
  act(accounts.claimAccount, async (c, body) => {
    const { cookies, isSignedIn } = await identity.claimAccount(c.var.services.people, visitorOf(c), body);
    return { cookies, is_signed_in: isSignedIn };
  }),
  act(accounts.askForReset, async (c, body) => {
    await identity.askForReset(c.var.services.people, visitorOf(c), body);
    return { status: "mail_sent" as const };
  }),
  act(accounts.resetPassword, async (c, body) => {
    await identity.resetPassword(c.var.services.people, visitorOf(c), body);
    return { status: "changed" as const };
  }),
  act(accounts.changePassword, (c, { password, new_password: newPassword }) => {
    const { holder, people } = inPerson(c);
    return identity.changePassword(people, visitorOf(c), { holder, password, newPassword });
  }),
  act(accounts.askForAddress, async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.askForAddress(people, visitorOf(c), { holder, ...body });
    return { status: "mail_sent" as const };
  }),
  act(accounts.confirmOldAddress, async (c, body) => {
    await identity.confirmOldAddress(c.var.services.people, visitorOf(c), body);
    return { status: "mail_sent" as const };
  }),
  act(accounts.confirmNewAddress, async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.confirmNewAddress(people, visitorOf(c), { holder, ...body });
    return { status: "changed" as const };
  }),
  act(accounts.cancelAddressChange, async (c, { token }) => {
    const by = token === null ? { holder: inPerson(c).holder } : { token };
    await identity.cancelAddressChange(c.var.services.people, visitorOf(c), { by });
    return { status: "cancelled" as const };
  }),
  view(accounts.viewDeletion, async (c) => {
    const { holder, people } = inPerson(c);
    const obstacles = await identity.findDeletionObstacles(people.db, holder);
    return { obstacles: obstacles.map(toObstacle) };
  }),
  act(accounts.deleteOwnAccount, (c, body) => {
    const { holder, people } = inPerson(c);
    return identity.deleteOwnAccount(people, visitorOf(c), { holder, ...body });
  }),
];

type Obstacle = Awaited<ReturnType<typeof identity.findDeletionObstacles>>[number];

const toObstacle = (obstacle: Obstacle) =>
  obstacle.kind === "only owner"
    ? { kind: "only_owner" as const, publisher: obstacle.publisher }
    : { kind: obstacle.isOnlyAdmin ? ("only_admin" as const) : ("admin" as const), publisher: null };

type OwnAccount = Awaited<ReturnType<typeof identity.viewOwnAccount>>;

const toOwnAccount = (own: OwnAccount) => ({
  handle: own.handle,
  role: own.role,
  email: own.email,
  address_change: own.addressChange && {
    to: own.addressChange.to,
    waits_for: own.addressChange.waitsFor,
    ends_at: new Date(own.addressChange.endsAt).toISOString(),
  },
  has_password: own.hasPassword,
  has_second_factor: own.hasSecondFactor,
  proven_at: own.provenAt?.toISOString() ?? null,
  sessions: own.sessions.map((session) => ({
    id: session.id,
    is_current: session.isCurrent,
    address: session.address,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  })),
  passkeys: own.passkeys.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt?.toISOString() ?? null })),
  identities: own.identities.map(({ id, name, isOurs, createdAt }) => ({
    id,
    name,
    is_ours: isOurs,
    created_at: createdAt.toISOString(),
  })),
});
