import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { authIdentities } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import type { People } from "./people.ts";

/** As long as a password has to be where it is the only thing asked for (NIST SP 800-63B-4 §3.1.1.2: 15, or 8 with a second factor). */
const SHORTEST = 12;
const LONGEST = 256;

/** RFC 7914 §2; 32 MiB of memory for about 50 ms. What was hashed by a release before has the same (decision 026). */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

/** A password as it lies in the database: salt and key in hex, a colon between them; the salt is its hex text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await keyOf(password, salt)).toString("hex")}`;
}

/** @param hash null: nobody's, for which it takes as long and is false */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const [salt = "", key = ""] = (hash ?? "").split(":");
  const [given, wanted] = [await keyOf(password, salt), Buffer.from(key, "hex")];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function keyOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Whether it may be somebody's from now on. @throws IdentityError `invalid_request`: too short, too long, on a list of leaked ones */
export async function ensureGoodPassword(people: People, password: string): Promise<void> {
  const wrong = (what: string) => new IdentityError("invalid_request", what);
  if (password.length < SHORTEST) throw wrong(`A password has ${SHORTEST} characters or more.`);
  if (password.length > LONGEST) throw wrong(`A password has ${LONGEST} characters or fewer.`);
  if (await people.isLeakedPassword(password)) {
    throw wrong("This password is on lists of leaked ones: choose another.");
  }
}

/** The hash of somebody's password; null: they have none. */
async function findHash({ db }: People, userId: string): Promise<string | null> {
  const credential = and(eq(authIdentities.userId, userId), eq(authIdentities.providerId, "credential"));
  const [found] = await db.select({ hash: authIdentities.password }).from(authIdentities).where(credential);
  return found?.hash ?? null;
}

export const hasPassword = async (people: People, userId: string): Promise<boolean> =>
  (await findHash(people, userId)) !== null;

/** @throws IdentityError `unauthorized` */
export async function ensurePassword(people: People, userId: string, password: string): Promise<void> {
  if (await isPassword(await findHash(people, userId), password)) return;
  throw new IdentityError("unauthorized", "The password is wrong.");
}
