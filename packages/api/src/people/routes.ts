import { actorOf } from "../asking/authentication.ts";
import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import { ensureMay } from "@gaia/catalog";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ctxOf, type Env } from "../asking/env.ts";
import { Handle } from "../defining/values.ts";
import { act, ANYBODY, inPerson, Password, visitorOf } from "./in-person.ts";
import { PASSKEY_ROUTES } from "./passkey-routes.ts";

const policy = ANYBODY;
const Email = z.email().max(254);
const Code = z.string().min(1).max(64);
const Secret = z.string().min(1).max(512);
/** Of this site; pages follow no other. */
const Path = z.string().max(2_048);
/** Each provider adds keys of its own (`session_state`, `scope`, `hd`): they are its dialect. */
const Returned = z.looseObject({ code: z.string(), state: z.string(), iss: z.string(), error: z.string() }).partial();
const password = z.object({ password: Password.nullable().default(null) });

/** How people sign in and out, for the pages and their script; JSON both ways. Not in the OpenAPI document: programs have tokens. */
export const PEOPLE_ROUTES: readonly PlainRoute<Env>[] = [
  {
    method: "GET",
    path: "/state",
    policy,
    async answer(c) {
      const { people } = c.var.services;
      const providers = people.providers.map(({ id, name }) => ({ id, name }));
      return c.json(
        {
          sign_up: people.signUp,
          is_unclaimed: await identity.isUnclaimed(people),
          providers,
          has_passkeys: identity.hasPasskeys(people),
          has_mail_server: people.hasMailServer,
        },
        200,
      );
    },
  },
  {
    method: "GET",
    path: "/account",
    policy,
    async answer(c) {
      const { holder, people } = inPerson(c);
      return c.json(toOwnAccount(await identity.viewOwnAccount(people, holder)), 200);
    },
  },
  act(
    "/sign-up",
    z.object({ handle: Handle, email: Email, password: Password, invitation: Secret.nullable() }),
    async (c, body) => {
      await identity.signUp(c.var.services.people, visitorOf(c), body);
      return { status: "mail_sent" };
    },
  ),
  act("/confirm-address", z.object({ token: Secret, password: Password, handle: Handle.nullable() }), (c, body) =>
    identity.confirmAddress(c.var.services.people, visitorOf(c), body),
  ),
  act("/claim", z.object({ token: Secret, email: Email, password: Password }), async (c, body) => {
    const { cookies, isSignedIn } = await identity.claimAccount(c.var.services.people, visitorOf(c), body);
    return { cookies, is_signed_in: isSignedIn };
  }),
  act("/sign-in", z.object({ email: z.string().max(254), password: Password }), async (c, body) => {
    const { cookies, needsCode } = await identity.signIn(c.var.services.people, visitorOf(c), body);
    return { cookies, needs_code: needsCode };
  }),
  act("/sign-in-code", z.object({ code: Code }), (c, body) =>
    identity.signInWithCode(c.var.services.people, visitorOf(c), body),
  ),
  act("/provider/begin", z.object({ provider: z.string().max(16), back: Path }), async (c, { provider: id, back }) =>
    identity.beginByProvider(c.var.services.people, { id, back }),
  ),
  act(
    "/provider/link",
    z.object({ provider: z.string().max(16) }).and(password),
    async (c, { provider: id, ...body }) => {
      const { holder, people } = inPerson(c);
      return identity.beginLink(people, { holder, id, ...body });
    },
  ),
  act("/provider/unlink", z.object({ id: z.string().min(1).max(64) }).and(password), async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.removeIdentity(people, visitorOf(c), { holder, ...body });
    return { status: "removed" };
  }),
  {
    // A provider sends a browser here, by its page: that it was this browser which went there, `state` and a cookie say (T13).
    method: "GET",
    path: "/provider/return/:provider",
    policy,
    query: Returned,
    async answer(c) {
      const { caller, services } = c.var;
      const actor = actorOf(caller);
      const made = await identity.endByProvider(services.people, visitorOf(c), {
        id: c.req.param("provider") ?? "",
        returned: returnedWith(c),
        holder: actor?.kind === "account" ? actor : null,
      });
      const { cookies, ...answer } = made;
      for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
      return c.json(answer, 200);
    },
  },
  {
    method: "GET",
    path: "/newcomer",
    policy,
    async answer(c) {
      const found = await identity.findNewcomer(c.var.services.people, visitorOf(c));
      const { name, handle, email, needsInvitation } = found;
      return c.json({ provider: name, handle, email, needs_invitation: needsInvitation }, 200);
    },
  },
  act("/newcomer/settle", z.object({ handle: Handle, invitation: Secret.nullable() }), (c, body) =>
    identity.settleNewcomer(c.var.services.people, visitorOf(c), body),
  ),
  ...PASSKEY_ROUTES,
  act("/sign-out", z.object({}), (c) => identity.signOut(c.var.services.people, visitorOf(c))),
  act("/ask-for-reset", z.object({ email: Email }), async (c, body) => {
    await identity.askForReset(c.var.services.people, visitorOf(c), body);
    return { status: "mail_sent" };
  }),
  act("/reset-password", z.object({ token: Secret, password: Password }), async (c, body) => {
    await identity.resetPassword(c.var.services.people, visitorOf(c), body);
    return { status: "changed" };
  }),
  act("/end-session", z.object({ id: z.string().min(1).max(64) }), async (c, { id }) => {
    const { holder, people } = inPerson(c);
    await identity.revokeSession(people, { holder, id, requestId: c.var.requestId });
    return { status: "ended" };
  }),
  act("/confirm", z.object({ code: Code }), async (c, { code }) => {
    const { holder, people } = inPerson(c);
    await identity.confirmSession(people, visitorOf(c), { holder, code });
    return { status: "confirmed" };
  }),
  act("/second-factor/begin", password, async (c, body) => {
    const { holder, people } = inPerson(c);
    const made = await identity.beginEnrolment(people, { holder, ...body });
    return { uri: made.uri, recovery_codes: made.recoveryCodes };
  }),
  act("/second-factor/end", z.object({ code: Code }), (c, { code }) => {
    const { holder, people } = inPerson(c);
    return identity.endEnrolment(people, visitorOf(c), { holder, code });
  }),
  act("/second-factor/remove", password, (c, body) => {
    const { holder, people } = inPerson(c);
    return identity.removeSecondFactor(people, visitorOf(c), { holder, ...body });
  }),
  act("/second-factor/recovery-codes", password, async (c, body) => {
    const { holder, people } = inPerson(c);
    return { recovery_codes: await identity.renewRecoveryCodes(people, visitorOf(c), { holder, ...body }) };
  }),
  act("/device/find", z.object({ user_code: Code }), async (c, { user_code: userCode }) => {
    const { holder, people } = inPerson(c);
    const { client, address, scopes, createdAt } = await identity.findDeviceLogin(people, { holder, userCode });
    return { client, address, asked_for: scopes, created_at: createdAt.toISOString() };
  }),
  act(
    "/device/decide",
    z.object({ user_code: Code, allow: z.boolean() }),
    async (c, { user_code: userCode, allow }) => {
      const { holder, people } = inPerson(c);
      await identity.decideDeviceLogin(people, { holder, userCode, allow, requestId: c.var.requestId });
      return { status: allow ? "allowed" : "denied" };
    },
  ),
  act("/invite", z.object({ email: Email.nullable() }), async (c, { email }) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "createAccount");
    const { url, expiresAt } = await identity.inviteToSignUp(c.var.services.people, {
      actor,
      email,
      requestId: ctx.requestId,
    });
    return { url, expires_at: expiresAt.toISOString() };
  }),
];

/** What a provider's answer may hold; longer values are nobody's. */
function returnedWith(c: Context<Env>) {
  const given = (name: string) => {
    const value = c.req.query(name);
    return value === undefined || value.length > 4_096 ? null : value;
  };
  return { code: given("code"), state: given("state"), iss: given("iss"), error: given("error") };
}

type OwnAccount = Awaited<ReturnType<typeof identity.viewOwnAccount>>;

const toOwnAccount = (own: OwnAccount) => ({
  handle: own.handle,
  role: own.role,
  email: own.email,
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
