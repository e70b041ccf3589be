import { randomInt, timingSafeEqual } from "node:crypto";
import { appendAudit, authSecondFactors, inTransaction } from "@gaia/db";
import { eq } from "drizzle-orm";
import type { People } from "./people.ts";
import { seal, unseal } from "./sealed.ts";
import { mailChange } from "./tell-change.ts";
import { lockAccount } from "./ways-in.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HOW_MANY = 10;

/** Ten of 20 letters, the first five before a hyphen. */
export function newRecoveryCodes(): string[] {
  const draw = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: HOW_MANY }, () => `${draw(5)}-${draw(15)}`);
}

export const sealCodes = (codes: readonly string[], secret: string): string => seal(JSON.stringify(codes), secret);

/** No code of an app: those are digits. */
export const isRecoveryCode = (code: string): boolean => !/^[\d\s]*$/.test(code);

/**
 * Uses a recovery code up, with its row of the audit log; who it belongs to is told by mail. The row is locked: of many who bring one code
 * at once, one has it.
 * @returns false: it is none
 */
export async function useRecoveryCode(
  people: People,
  { userId, code, requestId }: { userId: string; code: string; requestId: string | null },
): Promise<boolean> {
  const mine = eq(authSecondFactors.userId, userId);
  const given = code.trim();
  const isUsed = await inTransaction(people.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    const [row] = await tx.select().from(authSecondFactors).where(mine).for("update");
    if (account === null || !row) return false;
    const codes = JSON.parse(unseal(row.backupCodes, people.secret)) as string[];
    const left = codes.filter((one) => !isSame(one, given));
    if (left.length === codes.length) return false;
    await tx
      .update(authSecondFactors)
      .set({ backupCodes: sealCodes(left, people.secret) })
      .where(mine);
    const target = `account:${account.handle}`;
    await appendAudit(tx, { actor: account.handle, action: "account.recovery_code_used", target, requestId });
    return true;
  });
  if (isUsed) await mailChange(people, { userId, what: "A recovery code was used" });
  return isUsed;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
