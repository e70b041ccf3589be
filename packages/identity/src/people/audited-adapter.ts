import { AsyncLocalStorage } from "node:async_hooks";
import { accounts, appendAudit, authSecondFactors, authSessions, type Db, inTransaction, type Tx } from "@gaia/db";
import type { drizzleAdapter } from "better-auth/adapters/drizzle";
import { eq } from "drizzle-orm";
import { hasRoomForPasskey, lockAccount, TOO_MANY_CODE } from "./ways-in.ts";

type MakeAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = ReturnType<MakeAdapter>;
type Where = Parameters<Adapter["update"]>[0]["where"];
type Fields = Record<string, unknown>;

/** What the registry knows of the call under way, which the library does not hand down to its adapter. */
const calls = new AsyncLocalStorage<{ requestId: string | null; isSignOut: boolean }>();

/** Calls the library for a request: what it changes is audited under that one's id. */
export const forRequest = <T>(requestId: string | null, run: () => Promise<T>): Promise<T> =>
  calls.run({ requestId, isSignOut: false }, run);

/** The same to sign out: the session that ends is one that its holder ended. */
export const forSignOut = <T>(requestId: string | null, run: () => Promise<T>): Promise<T> =>
  calls.run({ requestId, isSignOut: true }, run);

/**
 * The library's adapter, where each write that changes how somebody signs in is one transaction with its row of the audit log: neither is
 * there without the other. The library's own hooks run after its transactions, and most of its changes have none.
 * @param make the adapter over a database, or over a transaction of it
 */
export function auditedAdapter(db: Db, make: (db: Db) => MakeAdapter): MakeAdapter {
  return (options) => {
    const plain = make(db)(options);
    const write = <T>(change: Change | null, run: (adapter: Adapter) => Promise<T>): Promise<T> =>
      change === null ? run(plain) : inTransaction(db, (tx) => audited(tx, change, () => run(make(tx)(options))));
    const adapter: Adapter = {
      ...plain,
      create: (input) =>
        write(changeOf("create", input.model, { fields: input.data, where: [] }), (to) => to.create(input)),
      update: (input) =>
        write(changeOf("update", input.model, { fields: input.update, where: input.where }), (to) => to.update(input)),
      updateMany: (input) =>
        write(changeOf("update", input.model, { fields: input.update, where: input.where }), (to) =>
          to.updateMany(input),
        ),
      incrementOne: (input) =>
        write(changeOf("use", input.model, { fields: input.set ?? {}, where: input.where }), (to) =>
          to.incrementOne(input),
        ),
      delete: (input) =>
        write(changeOf("delete", input.model, { fields: {}, where: input.where }), (to) => to.delete(input)),
      transaction: (run) => run(adapter),
    };
    return adapter;
  };
}

interface Change {
  action: string;
  /** Whose sign-in it is; null: nobody's. */
  findUser(tx: Tx): Promise<string | null>;
  /** What has to hold in the transaction of the write; throws where it does not. */
  ensure?(tx: Tx, userId: string): Promise<void>;
}

/** Which entry a write is, by the library's names of tables and columns; null: none. */
function changeOf(
  kind: "create" | "update" | "use" | "delete",
  model: string,
  { fields, where }: { fields: Fields; where: Where },
): Change | null {
  const given = (field: string) => where.find((one) => one.field === field)?.value ?? fields[field];
  const named = (field: string) => async () => textOf(given(field));
  if (model === "account" && typeof fields["password"] === "string") {
    return { action: "account.password_reset", findUser: named("userId") };
  }
  if (model === "passkey" && kind === "create") {
    return { action: "account.passkey_added", findUser: named("userId"), ensure: ensureRoom };
  }
  if (model === "user" && kind === "update" && typeof fields["twoFactorEnabled"] === "boolean") {
    const action = fields["twoFactorEnabled"] ? "account.second_factor_added" : "account.second_factor_removed";
    return { action, findUser: named("id") };
  }
  // With a new secret they are part of setting it up, which counts once a code of it was shown.
  if (model === "twoFactor" && "backupCodes" in fields && !("secret" in fields)) {
    const action = kind === "use" ? "account.recovery_code_used" : "account.recovery_codes_renewed";
    return { action, findUser: (tx) => userOfFactor(tx, textOf(given("id"))) };
  }
  if (model === "session" && kind === "delete" && calls.getStore()?.isSignOut) {
    return { action: "account.sign_out", findUser: (tx) => userOfSession(tx, textOf(given("token"))) };
  }
  return null;
}

/** As many may be begun at once as somebody likes. @throws APIError the library passes on no other */
async function ensureRoom(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId);
  if (await hasRoomForPasskey(tx, userId)) return;
  const { APIError } = await import("better-auth/api");
  throw new APIError("CONFLICT", { code: TOO_MANY_CODE, message: "too many" });
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

async function userOfFactor(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [found] = await tx.select().from(authSecondFactors).where(eq(authSecondFactors.id, id));
  return found?.userId ?? null;
}

async function userOfSession(tx: Tx, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const [found] = await tx.select().from(authSessions).where(eq(authSessions.token, token));
  return found?.userId ?? null;
}

async function audited<T>(tx: Tx, { action, findUser, ensure }: Change, write: () => Promise<T>): Promise<T> {
  const userId = await findUser(tx);
  if (userId === null && action !== "account.sign_out") throw new Error(`${action} of nobody knows whom`);
  if (userId !== null) await ensure?.(tx, userId);
  const written = await write();
  // Nothing was there to be changed: a guard did not hold.
  if (userId === null || written === null || written === 0) return written;
  const [account] = await tx.select().from(accounts).where(eq(accounts.authUserId, userId));
  // Who has not confirmed their address has no account.
  if (!account) return written;
  const { handle } = account;
  await appendAudit(tx, {
    actor: handle,
    action,
    target: `account:${handle}`,
    requestId: calls.getStore()?.requestId ?? null,
  });
  return written;
}
