import { randomBytes } from "node:crypto";
import { authSessions, authUsers, authVerifications } from "@gaia/db";
import { eq } from "drizzle-orm";
import { SESSION_DAYS, setSigned } from "../cookies.ts";
import type { People } from "../people.ts";
import { ensureWelcome } from "../sign-in.ts";
import type { Visitor, WithCookies } from "../settings.ts";

const DAY_SECONDS = 86_400;
/** As long as the library lets a sign-in wait for its second factor. */
const WAITING_SECONDS = 600;

/**
 * Signs a browser in, as somebody who showed who they are by something else than a password. Whoever has an authenticator app is asked
 * for its code first, by `signInWithCode`: what the rows and cookies are like is the library's (better-auth's two-factor plugin).
 * @param input.by what they showed, for the audit log
 * @throws IdentityError `forbidden` (suspended)
 */
export async function beginSession(
  people: People,
  visitor: Visitor,
  { userId, by }: { userId: string; by: string },
): Promise<WithCookies & { needsCode: boolean }> {
  const { db, secret } = people;
  const now = people.now();
  const publicUrl = people.publicUrl();
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, userId));
  if (user?.twoFactorEnabled === true) {
    const identifier = `2fa-${draw(20)}`;
    const expiresAt = new Date(now.getTime() + WAITING_SECONDS * 1_000);
    await db.insert(authVerifications).values([
      { id: draw(24), identifier, value: userId, expiresAt },
      { id: draw(24), identifier: `2fa-attempts-${identifier}`, value: "0", expiresAt },
    ]);
    const cookies = [
      setSigned("session_token", "", { secret, publicUrl, seconds: 0 }),
      setSigned("two_factor", identifier, { secret, publicUrl, seconds: WAITING_SECONDS }),
    ];
    return { cookies, needsCode: true };
  }
  const seconds = SESSION_DAYS * DAY_SECONDS;
  const token = draw(32);
  await db.insert(authSessions).values({
    id: draw(24),
    userId,
    token,
    expiresAt: new Date(now.getTime() + seconds * 1_000),
    ipAddress: visitor.address,
    userAgent: visitor.userAgent?.slice(0, 200) ?? "",
  });
  await ensureWelcome(people, { token, by, requestId: visitor.requestId });
  return { cookies: [setSigned("session_token", token, { secret, publicUrl, seconds })], needsCode: false };
}

const draw = (bytes: number): string => randomBytes(bytes).toString("base64url");
