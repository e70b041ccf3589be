import { RegistryError } from "@gaia/catalog";
import { type Db, webhooks } from "@gaia/db";
import type { Action } from "@gaia/policy";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Person } from "../kernel/context.ts";
import type { Asked } from "../kernel/while-allowed.ts";

export type HookRow = typeof webhooks.$inferSelect;

/** Whose hooks: a publisher's by its handle; null: the registry's. */
export interface OfHooks {
  publisher: string | null;
}

/** Who asks, and for whose hooks. */
export interface Holder {
  actor: Person;
  publisher: { id: number; handle: string } | null;
  /** What is asked again in the transaction that writes. */
  asked: Asked;
}

/** An admin, for the registry's hooks. */
export const ofRegistry = (action: Action, actor: Person): Holder => ({
  actor,
  publisher: null,
  asked: { action, target: {} },
});

/** Who owns a publisher, for its hooks. */
export const ofPublisher = (
  action: Action,
  { actor, publisher }: { actor: Person; publisher: { id: number; handle: string } },
): Holder => ({ actor, publisher, asked: { action, target: { publisher: publisher.handle } } });

/** The condition of this holder's rows. */
export const areOf = ({ publisher }: Pick<Holder, "publisher">): SQL =>
  publisher === null ? isNull(webhooks.publisherId) : eq(webhooks.publisherId, publisher.id);

/** One of the holder's; another's is not there. @throws RegistryError `not_found` */
export async function ensureHook(db: Db, holder: Pick<Holder, "publisher">, id: string): Promise<HookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), areOf(holder)));
  if (!row) throw new RegistryError("not_found", "There is no such webhook.");
  return row;
}

/** The same, locked. @throws RegistryError `not_found` */
export async function lockHook(tx: Db, holder: Pick<Holder, "publisher">, id: string): Promise<HookRow> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), areOf(holder)))
    .for("update");
  if (!row) throw new RegistryError("not_found", "There is no such webhook.");
  return row;
}

/** What the audit log says of a hook: the path of its address may be a secret. */
export const detailOf = ({ publisher }: Pick<Holder, "publisher">, { address }: Pick<HookRow, "address">) => ({
  ...(publisher !== null && { publisher: publisher.handle }),
  origin: originOf(address),
});

export const originOf = (address: string): string => URL.parse(address)?.origin ?? "";
