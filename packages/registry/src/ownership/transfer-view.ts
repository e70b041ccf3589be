import { decidesFor, readable, RegistryError } from "@gaia/catalog";
import { accounts, type Db, publishers, skills, skillTransfers } from "@gaia/db";
import { eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";

const source = alias(publishers, "source");
const receiver = alias(publishers, "receiver");

/** Transfers with the names of what and whom they are about. */
export const selectTransfers = (db: Db) =>
  db
    .select({
      transfer: skillTransfers,
      skill: { id: skills.id, name: skills.name, publisherId: skills.publisherId },
      from: { id: source.id, handle: source.handle },
      to: { id: receiver.id, handle: receiver.handle },
      requester: { handle: accounts.handle, disabledAt: accounts.disabledAt },
    })
    .from(skillTransfers)
    .innerJoin(skills, eq(skills.id, skillTransfers.skillId))
    .innerJoin(source, eq(source.id, skillTransfers.fromPublisherId))
    .innerJoin(receiver, eq(receiver.id, skillTransfers.toPublisherId))
    .innerJoin(accounts, eq(accounts.id, skillTransfers.requestedBy))
    .$dynamic();

/** Of a skill that is not public, offers are told to whoever may see it, and to who decides for either side. */
export const isTold = (ctx: Ctx): SQL =>
  sql`(${readable(ctx)} OR ${decidesFor(ctx, skillTransfers.fromPublisherId)} OR ${decidesFor(ctx, skillTransfers.toPublisherId)})`;

export type FoundTransfer = Awaited<ReturnType<typeof selectTransfers>>[number];

/** @throws RegistryError `not_found` */
export async function ensureTransfer(db: Db, where: SQL): Promise<FoundTransfer> {
  const [row] = await selectTransfers(db).where(where);
  if (!row) throw noTransfer();
  return row;
}

export const noTransfer = () => new RegistryError("not_found", "There is no such transfer for you.");

/** `Transfer` of the API. */
export const toTransfer = ({ transfer, skill, from, to, requester }: FoundTransfer, now: Date) => ({
  id: transfer.id,
  name: skill.name,
  from: from.handle,
  to: to.handle,
  requested_by: requester.handle,
  status: transfer.status === "pending" && transfer.expiresAt <= now ? ("expired" as const) : transfer.status,
  created_at: transfer.createdAt.toISOString(),
  expires_at: transfer.expiresAt.toISOString(),
});

export type TransferView = ReturnType<typeof toTransfer>;
