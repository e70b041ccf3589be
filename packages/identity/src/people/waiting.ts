import { createHash } from "node:crypto";
import { authVerifications, type Db } from "@gaia/db";
import { and, eq, gt, like, lt, or, type SQL } from "drizzle-orm";
import { draw } from "./draw.ts";

/**
 * What somebody was given to bring back, by kind: the rows of `auth_verifications`. `of` says whose it is, and so what it ends with: a
 * `user`'s, whose id is its value, and a `session`'s, of which a user has one, named by them, with `endAllOf`; a `browser`'s is nobody's
 * before it is brought back, and asks then about what it was begun by.
 */
const KINDS = {
  /** A sign-in that waits for its code. */
  "sign-in": { prefix: "2fa-", of: "user" },
  /** A link to choose a new password. */
  "reset-password": { prefix: "reset-password:", of: "user" },
  /** An authenticator app that is being set up; its value is the session that began it. */
  enrolment: { prefix: "enrolment:", of: "session" },
  /** A change of address that was asked for; its value says which, and how far it is. */
  "address-change": { prefix: "address-change:", of: "session" },
  /** The links of that change: to the address until now, to the new one, and to cancel it. */
  "address-old": { prefix: "address-old:", of: "user" },
  "address-new": { prefix: "address-new:", of: "user" },
  "address-cancel": { prefix: "address-cancel:", of: "user" },
  /** A link that confirms an address. */
  confirm: { prefix: "confirm:", of: "browser" },
  /** A way to a provider and back. */
  journey: { prefix: "journey:", of: "browser" },
  /** Somebody whom a provider knows, until they chose a handle. */
  newcomer: { prefix: "newcomer:", of: "browser" },
  /** What a browser was asked with, to make a passkey or to show one. */
  passkey: { prefix: "passkey:", of: "browser" },
} as const;

type Kind = keyof typeof KINDS;

/** What one of a kind is kept under. */
export const rowNamed = (kind: Kind, name: string): string => `${KINDS[kind].prefix}${name}`;

/** What it is kept under by the digest of a secret that somebody has: the row lets nobody bring it back. */
export const rowOf = (kind: Kind, secret: string): string =>
  rowNamed(kind, createHash("sha256").update(secret).digest("hex"));

/** The condition that it waits still. */
export const isWaiting = (identifier: string, now: Date): SQL | undefined =>
  and(eq(authVerifications.identifier, identifier), gt(authVerifications.expiresAt, now));

export async function keepWaiting(
  db: Db,
  row: { identifier: string; value: string; now: Date; forMs: number },
): Promise<void> {
  const { identifier, value, now, forMs } = row;
  const expiresAt = new Date(now.getTime() + forMs);
  await db.insert(authVerifications).values({ id: draw(24), identifier, value, expiresAt });
}

/** Takes it away, so that it is brought back once. @returns its value; null: nothing waits */
export async function takeWaiting(db: Db, isIt: SQL | undefined): Promise<string | null> {
  const [taken] = await db.delete(authVerifications).where(isIt).returning({ value: authVerifications.value });
  return taken?.value ?? null;
}

/** Its value; null: nothing waits. */
export async function findWaiting(db: Db, isIt: SQL | undefined): Promise<string | null> {
  const [found] = await db.select({ value: authVerifications.value }).from(authVerifications).where(isIt);
  return found?.value ?? null;
}

/** The condition of those of one kind that are a user's. */
const isOf = (kind: Kind, userId: string): SQL | undefined =>
  KINDS[kind].of === "session"
    ? eq(authVerifications.identifier, rowNamed(kind, userId))
    : and(like(authVerifications.identifier, rowNamed(kind, "%")), eq(authVerifications.value, userId));

/** Ends those of some kinds. */
export async function endOf(db: Db, kinds: Kind | readonly Kind[], userId: string): Promise<void> {
  await db.delete(authVerifications).where(or(...[kinds].flat().map((kind) => isOf(kind, userId))));
}

/** The condition that it was given to this user. */
export const isGivenTo = (userId: string): SQL => eq(authVerifications.value, userId);

/** Ends whatever waits for a user: with a new password, or a suspension. */
export async function endAllOf(db: Db, userId: string): Promise<void> {
  const theirs = (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].of !== "browser");
  await db.delete(authVerifications).where(or(...theirs.map((kind) => isOf(kind, userId))));
}

/** What somebody was to bring back and did not, whatever it was. */
export async function forgetOver(db: Db, now: Date): Promise<void> {
  await db.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
}
