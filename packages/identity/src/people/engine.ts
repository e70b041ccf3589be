import { passkey } from "@better-auth/passkey";
import { authIdentities, authPasskeys, authSecondFactors, authSessions, authUsers, authVerifications } from "@gaia/db";
import { APIError } from "better-auth/api";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { auditedAdapter } from "./audited-adapter.ts";
import { ADDRESS_HEADER, SESSION_DAYS, cookiePrefix } from "./cookies.ts";
import type { PeopleSettings } from "./settings.ts";
import { resetMail, takenMail, verifyMail } from "./mails.ts";

const HOUR_SECONDS = 3_600;
/** As long as a password has to be where it is the only thing asked for (NIST SP 800-63B-4 §3.1.1.2: 15, or 8 with a second factor). */
const SHORTEST_PASSWORD = 12;

/**
 * better-auth over the registry's tables, as the verbs beside this file call it: none of its own addresses is served, so its checks of
 * origins and its limits are not in force; `http/routes/people.ts` has the registry's. Loaded by `openPeople` alone.
 */
export function openEngine(people: PeopleSettings) {
  const origin = new URL(people.publicUrl());
  const secure = origin.protocol === "https:";
  return betterAuth({
    appName: people.registryName,
    baseURL: origin.origin,
    basePath: "/auth",
    secret: people.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: auditedAdapter(people.db, (db) =>
      drizzleAdapter(db, {
        provider: "pg",
        transaction: false,
        schema: {
          user: authUsers,
          session: authSessions,
          account: authIdentities,
          verification: authVerifications,
          twoFactor: authSecondFactors,
          passkey: authPasskeys,
        },
      }),
    ),
    advanced: {
      cookiePrefix: cookiePrefix(secure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    session: { expiresIn: SESSION_DAYS * 24 * HOUR_SECONDS, disableSessionRefresh: true, freshAge: 0 },
    account: { accountLinking: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: 256,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      sendResetPassword: ({ user, token }) => people.sendMail(resetMail(people, { to: user.email, token })),
      onExistingUserSignUp: ({ user }) => people.sendMail(takenMail(people, { to: user.email })),
    },
    emailVerification: {
      sendOnSignUp: false,
      expiresIn: 24 * HOUR_SECONDS,
      sendVerificationEmail: ({ user, token }) => people.sendMail(verifyMail(people, { to: user.email, token })),
    },
    plugins: [
      twoFactor({
        issuer: people.registryName,
        allowPasswordless: true,
        backupCodeOptions: { amount: 10, length: 20 },
      }),
      passkey({
        rpID: origin.hostname,
        rpName: people.registryName,
        origin: origin.origin,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        advanced: { webAuthnChallengeCookie: "passkey" },
        // The library asks for it and takes what comes without: a passkey that looked at nobody is one factor.
        registration: { afterVerification: ({ verification }) => ensureVerified(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => ensureVerified(verification.authenticationInfo) },
      }),
    ],
  });
}

/** Whether whoever holds the passkey was looked at: by a PIN, a finger, a face (WebAuthn §6.1, flag UV). @throws APIError */
function ensureVerified(info: { userVerified: boolean } | undefined): void {
  if (info?.userVerified === true) return;
  throw new APIError("UNAUTHORIZED", { code: "AUTHENTICATION_FAILED", message: "not verified" });
}

export type Engine = ReturnType<typeof openEngine>;
