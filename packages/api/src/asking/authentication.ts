import { describeError } from "@gaia/db";
import { type Authentication, type Caller, isSameOrigin, type Presented } from "@gaia/edge";
import {
  authenticate,
  type AuthenticatedActor,
  authenticateWorkload,
  type AuthenticatedWorkload,
  findSession,
  noteTokenUse,
  readCookies,
  signedCookie,
  takeCode,
} from "@gaia/identity";
import { RegistryError } from "@gaia/catalog";
import type { Services } from "./services.ts";

type Actor = AuthenticatedActor | AuthenticatedWorkload;

/** A caller of the edge, with what the domain knows of it. */
class KnownCaller implements Caller {
  readonly actor: Actor;
  readonly handle: string;
  readonly countsAs: string;
  readonly token: string | null;
  readonly downloadsAs: string | null;

  constructor(actor: Actor) {
    this.actor = actor;
    this.handle = actor.handle;
    this.downloadsAs = "accountId" in actor ? `account:${actor.accountId}` : null;
    this.countsAs = "accountId" in actor ? `account:${actor.accountId}` : `workload:${actor.trustedPublisherId}`;
    this.token = "tokenId" in actor ? `token:${actor.tokenId}` : null;
  }
}

/** Whom the domain knows a caller as; null: as nobody. */
export const actorOf = (caller: Caller | null): Actor | null => (caller instanceof KnownCaller ? caller.actor : null);

/** Finds whom a token or a session speaks for. */
export function authenticationOf(services: Services): Authentication {
  const find = ({ request, secret }: Presented, takesCode: boolean) =>
    secret === null ? findBySession(services, request) : findByToken(services, { request, secret, takesCode });
  const known = (actor: Actor | null) => actor && new KnownCaller(actor);
  const publicUrl = () => services.people.publicUrl();
  return {
    hasSession: ({ headers }) => readCookies(headers.get("cookie"), publicUrl()).has("session_token"),
    find: async (presented) => known(await find(presented, true)),
    // A code is taken once for a request: what it showed at first counts to the end.
    async findAgain(presented, caller) {
      const [actor, before] = [await find(presented, false), actorOf(caller)];
      const isSame = actor?.kind === "token" && before?.kind === "token" && actor.tokenId === before.tokenId;
      return known(isSame && actor.secondFactor !== null ? { ...actor, secondFactor: before.secondFactor } : actor);
    },
  };
}

async function findByToken(
  services: Services,
  { request, secret, takesCode }: { request: Request; secret: string; takesCode: boolean },
): Promise<Actor | null> {
  const { registry, database, people } = services;
  const actor = await authenticate(database.db, secret, registry.now());
  // Workflows' tokens are few and short: people's do not wait for the second look.
  if (actor === null) return authenticateWorkload(database.db, secret, registry.now());
  noteUse(services, actor);
  const code = request.headers.get("gaia-otp");
  if (!takesCode || code === null || actor.secondFactor === null || actor.authUserId === null || isReading(request))
    return actor;
  // A code is taken once, so what only reads takes none.
  await takeCode(people, { userId: actor.authUserId, code: code.slice(0, 64), tokenId: actor.tokenId });
  return { ...actor, secondFactor: { provenAt: registry.now() } };
}

/** @throws RegistryError `forbidden` for what another site has a signed-in browser send (T13) */
async function findBySession(
  { registry, database, people }: Services,
  request: Request,
): Promise<AuthenticatedActor | null> {
  const cookies = readCookies(request.headers.get("cookie"), people.publicUrl());
  const token = signedCookie(cookies, "session_token", people.secret);
  const actor = token === null ? null : await findSession(database.db, token, registry.now());
  if (actor !== null && !isReading(request) && !isSameOrigin(request, people.publicUrl())) {
    throw new RegistryError("forbidden", "This was sent by a page of another site.");
  }
  return actor;
}

const isReading = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

const NOTED_FOR_MS = 5 * 60_000;

/** Nobody waits for it: that a token is in use is told to within minutes, and a request does not fail for it. */
function noteUse(
  { registry, database, log }: Services,
  { tokenId, lastUsedAt }: Extract<AuthenticatedActor, { kind: "token" }>,
): void {
  const now = registry.now();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < NOTED_FOR_MS) return;
  noteTokenUse(database.db, { tokenId, now }).catch((error: unknown) => {
    log.warn({ event: "token_use_not_noted", error: describeError(error) }, "the use of a token was not written down");
  });
}
