import { createHash, randomInt } from "node:crypto";
import { accounts, appendAudit, type Db, deviceLogins, inTransaction } from "@gaia/db";
import { refuseUnconfirmed } from "@gaia/policy";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { issueToken } from "../tokens/tokens.ts";
import { takeAttempt } from "./attempts.ts";
import type { People } from "./people.ts";
import { tellChange } from "./tell-change.ts";
import { userOf } from "./second-factor.ts";
import { lockOpenSession } from "./ways-in.ts";
import { draw } from "./draw.ts";

/** RFC 8628 §6.1: no vowels, so that no words come of it; none that looks like another. 20^8 of them. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const EXPIRES_MS = 10 * 60_000;
const INTERVAL_SECONDS = 5;
const TOKEN_DAYS = 90;

/** What a command line shows, and what it asks again with (RFC 8628 §3.2). */
export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** What the two verbs of a program need that asks for a token. */
type Asking = Pick<People, "db" | "now">;

/** A command line asks for a token; somebody in person has to allow it. @param input.client what it calls itself: nobody vouches for it */
export async function beginDeviceLogin(
  people: Asking,
  input: { client: string; address: string; scopes: readonly string[] },
): Promise<DeviceCodes> {
  const { db } = people;
  const now = people.now();
  await db.delete(deviceLogins).where(lt(deviceLogins.expiresAt, now));
  const deviceCode = draw(32);
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  await db.insert(deviceLogins).values({
    deviceSha256: digestOf(deviceCode),
    userCodeSha256: digestOf(letters),
    client: input.client,
    address: input.address,
    scopes: [...input.scopes],
    createdAt: now,
    expiresAt: new Date(now.getTime() + EXPIRES_MS),
  });
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return { deviceCode, userCode, expiresInSeconds: EXPIRES_MS / 1_000, intervalSeconds: INTERVAL_SECONDS };
}

/** What somebody is asked to allow. */
export interface AskedDevice {
  client: string;
  address: string;
  scopes: string[];
  createdAt: Date;
}

/** What hangs on a code that somebody was shown. @throws IdentityError `not_found`, `rate_limited` (guesses) */
export async function findDeviceLogin(
  people: People,
  { holder, userCode }: { holder: SessionHolder; userCode: string },
): Promise<AskedDevice> {
  await takeAttempt(people, [{ rate: "codes", key: `device:${userOf(holder)}` }]);
  const [found] = await people.db.select().from(deviceLogins).where(pending(people, userCode));
  if (!found) throw NO_CODE;
  people.limits.giveBack("codes", `device:${userOf(holder)}`);
  const { client, address, scopes, createdAt } = found;
  return { client, address, scopes, createdAt };
}

const NO_CODE = new IdentityError(
  "not_found",
  "Nothing waits for this code: it was mistyped, used, or is older than ten minutes.",
);

/**
 * Allows or denies it, in person. A token is a critical change: whoever has a second factor shows it.
 * @throws IdentityError `not_found`, `second_factor_required`, `rate_limited`
 */
export async function decideDeviceLogin(
  people: People,
  input: { holder: SessionHolder; userCode: string; allow: boolean; requestId: string | null },
): Promise<void> {
  const { holder, userCode, allow, requestId } = input;
  const refusal = allow ? refuseUnconfirmed(holder, people.now()) : null;
  if (refusal !== null) throw new IdentityError("second_factor_required", refusal.reason);
  const asked = await findDeviceLogin(people, { holder, userCode });
  const write = async (tx: Db): Promise<void> => {
    if (allow) await lockOpenSession(tx, { holder, userId: userOf(holder), now: people.now() });
    const decided = await tx
      .update(deviceLogins)
      .set(allow ? { status: "approved", accountId: holder.accountId } : { status: "denied" })
      .where(pending(people, userCode))
      .returning({ id: deviceLogins.id });
    if (decided.length === 0) throw NO_CODE;
  };
  if (!allow) return write(people.db);
  const detail = { client: asked.client, address: asked.address, scopes: asked.scopes };
  const what = `A command line was allowed in (${asked.scopes.join(", ")}; ${asked.address})`;
  const told = { userId: userOf(holder), action: "account.device_allowed", what, detail, requestId };
  await tellChange(people, { ...told, write });
}

/**
 * The command line asks whether it was allowed.
 * @returns its token, once; null: nobody decided yet, ask again in `INTERVAL_SECONDS`
 * @throws IdentityError `forbidden` (denied, or the account is suspended meanwhile), `not_found` (no such code, or over), `rate_limited`
 *   (too soon, RFC 8628's `slow_down`), `conflict` (too many tokens)
 */
export async function redeemDeviceLogin(
  people: Asking,
  input: { deviceCode: string; requestId: string | null },
): Promise<{ token: string; handle: string; scopes: string[]; expiresAt: Date } | null> {
  const now = people.now();
  return inTransaction(people.db, async (tx) => {
    const isLive = and(eq(deviceLogins.deviceSha256, digestOf(input.deviceCode)), gt(deviceLogins.expiresAt, now));
    const [found] = await tx.select().from(deviceLogins).where(isLive).for("update");
    if (!found || found.status === "used") throw new IdentityError("not_found", "This login is over: begin it again.");
    if (found.status === "denied") throw new IdentityError("forbidden", "This login was denied.");
    if (found.status === "pending" || found.accountId === null) {
      const age = found.polledAt === null ? Infinity : now.getTime() - found.polledAt.getTime();
      if (age < (INTERVAL_SECONDS - 1) * 1_000) throw new IdentityError("rate_limited", "Ask more slowly.");
      await tx.update(deviceLogins).set({ polledAt: now }).where(eq(deviceLogins.id, found.id));
      return null;
    }
    const mine = and(eq(accounts.id, found.accountId), isNull(accounts.disabledAt));
    const [account] = await tx.select().from(accounts).where(mine);
    if (!account) throw new IdentityError("forbidden", "This account is suspended.");
    await tx.update(deviceLogins).set({ status: "used" }).where(eq(deviceLogins.id, found.id));
    const expiresAt = new Date(now.getTime() + TOKEN_DAYS * 24 * 3_600_000);
    const { secret } = await issueToken(tx, {
      actor: { accountId: account.id, handle: account.handle },
      now,
      requestId: input.requestId,
      name: found.client,
      scopes: found.scopes,
      namePatterns: ["*"],
      expiresAt,
    });
    const detail = { device: found.id, address: found.address };
    await appendAudit(tx, {
      actor: account.handle,
      action: "token.by_device",
      target: `account:${account.handle}`,
      detail,
      requestId: input.requestId,
    });
    return { token: secret, handle: account.handle, scopes: found.scopes, expiresAt };
  });
}

const pending = (people: People, userCode: string) =>
  and(
    eq(deviceLogins.userCodeSha256, digestOf(userCode.toUpperCase().replaceAll(/[^A-Z]/g, ""))),
    eq(deviceLogins.status, "pending"),
    gt(deviceLogins.expiresAt, people.now()),
  );

const digestOf = (code: string): string => createHash("sha256").update(code).digest("hex");
