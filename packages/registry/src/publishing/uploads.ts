import { createHash, randomBytes } from "node:crypto";
import { sha256Hex } from "@gaia/archive";
import { blobKey, RegistryError } from "@gaia/catalog";
import { type Db, inTransaction, uploadTickets } from "@gaia/db";
import { hasHidden } from "@gaia/text";
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql, sum } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

const EXPIRES_MS = 30 * 60_000;
/** As long as storage keeps what nothing names, a row counts for what its bytes take. */
const KEPT_MS = 24 * 3_600_000;
/** Files that one holder may have on the way, in packages as large as they may be; and what may lie of them unpublished. */
const PACKAGES_ON_THE_WAY = 4;
const PACKAGES_OF_HOLDER = 20;
/** The same of all holders together: 2 GiB by the default limits. */
const PACKAGES_OF_ALL = 200;

/** A file that somebody is about to send. */
export interface Announced {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** @param input.holder whose the ticket is, as limits count callers */
export async function openUpload(ctx: Ctx, input: Announced & { holder: string }): Promise<{ ticket: string }> {
  ensureSound(ctx, input);
  const { holder, path, sizeBytes, sha256 } = input;
  const ticket = `tk_${randomBytes(32).toString("base64url")}`;
  const now = ctx.now();
  await ctx.db.delete(uploadTickets).where(isOver(now));
  await inTransaction(ctx.db, async (tx) => {
    // A holder's own one after the other, so that many at once are not more than there may be; nobody waits for others'.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${holder}`}, 0))`);
    await ensureRoom(ctx, tx, input);
    const expiresAt = new Date(now.getTime() + EXPIRES_MS);
    await tx
      .insert(uploadTickets)
      .values({ ticketSha256: digestOf(ticket), holder, path, sizeBytes, sha256: sha256.toLowerCase(), expiresAt });
  });
  return { ticket };
}

/** What lies no longer in storage, or never did. */
const isOver = (now: Date) =>
  or(
    and(lt(uploadTickets.expiresAt, now), isNull(uploadTickets.receivedAt)),
    lt(uploadTickets.expiresAt, new Date(now.getTime() - KEPT_MS)),
  );

async function ensureRoom(ctx: Ctx, tx: Db, { holder, sizeBytes }: Announced & { holder: string }): Promise<void> {
  const { files, unpackedBytes } = ctx.limits;
  const mine = eq(uploadTickets.holder, holder);
  const isOpen = and(mine, gt(uploadTickets.expiresAt, ctx.now()), isNull(uploadTickets.spentAt));
  const isFull = async (which: SQL | undefined, packages: number): Promise<boolean> => {
    const [found] = await tx
      .select({ number: count(), bytes: sum(uploadTickets.sizeBytes) })
      .from(uploadTickets)
      .where(which);
    const bytes = Number(found?.bytes ?? 0) + sizeBytes;
    return Number(found?.number ?? 0) >= packages * files || bytes > packages * unpackedBytes;
  };
  if (await isFull(isOpen, PACKAGES_ON_THE_WAY))
    throw new RegistryError("rate_limited", "Too many files are on their way to no version: go on in half an hour.");
  if (await isFull(mine, PACKAGES_OF_HOLDER))
    throw new RegistryError(
      "quota_exceeded",
      "Too much was sent by this account and not published: it is removed within a day of when it came.",
    );
  // One package is everybody's, however much others sent: a few accounts lock nobody out.
  if ((await isFull(mine, 1)) && (await isFull(undefined, PACKAGES_OF_ALL)))
    throw new RegistryError(
      "unavailable",
      "Too much was sent to this registry and not published: try again later, or publish with gaia-skill.",
    );
}

function ensureSound(ctx: Ctx, { path, sizeBytes, sha256 }: Announced): void {
  const { pathBytes, depth, unpackedBytes } = ctx.limits;
  if (!isPlain(path) || Buffer.byteLength(path) > pathBytes || path.split("/").length > depth)
    throw new RegistryError("invalid_request", "This is no path of a file below the skill's own folder.");
  if (!/^[0-9a-f]{64}$/i.test(sha256) || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    throw new RegistryError("invalid_request", "Send the file's size in bytes, and its SHA-256 in hex.");
  if (sizeBytes > unpackedBytes)
    throw new RegistryError(
      "package_too_large",
      `${path} is larger than the ${Math.floor(unpackedBytes / 1024 / 1024)} MiB that a skill may have here.`,
    );
}

/** Of a file below the folder that it is sent from; whether a package may have it is said where packages are read. */
const isPlain = (path: string): boolean =>
  !path.includes("\\") && !hasHidden(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));

/** What has to come under a ticket that nothing came under yet. @throws RegistryError `not_found` */
export async function findUpload(ctx: Ctx, input: { holder: string; ticket: string }): Promise<Announced> {
  const [found] = await ctx.db
    .select()
    .from(uploadTickets)
    .where(and(isHeld(ctx, input), isNull(uploadTickets.receivedAt)));
  if (!found) throw noTicket();
  return found;
}

/**
 * Takes the bytes of a ticket, once.
 * @throws RegistryError `not_found`, `invalid_request` for other bytes than were announced, `unavailable`
 */
export async function receiveUpload(
  ctx: Ctx,
  input: { holder: string; ticket: string; bytes: Uint8Array },
): Promise<void> {
  const { path, sizeBytes, sha256 } = await findUpload(ctx, input);
  const { bytes } = input;
  if (bytes.byteLength !== sizeBytes || sha256Hex(bytes) !== sha256)
    throw new RegistryError(
      "invalid_request",
      `What came of ${path} is not what was announced: size or SHA-256 differ.`,
    );
  try {
    await ctx.blobs.put(blobKey(sha256), bytes);
  } catch (error) {
    throw new RegistryError("unavailable", "Storage does not answer; try again.", { cause: error });
  }
  const taken = await ctx.db
    .update(uploadTickets)
    .set({ receivedAt: ctx.now() })
    .where(and(isHeld(ctx, input), isNull(uploadTickets.receivedAt)))
    .returning({ sha256: uploadTickets.sha256 });
  if (taken.length === 0) throw noTicket();
}

/**
 * Uses up these tickets, all of them or none, and says what came under them. They count for their holder until they are forgotten.
 * @throws RegistryError `not_found` where one is unknown, another's, used, expired, or still without its bytes
 */
export async function spendUploads(ctx: Ctx, { holder, tickets }: Tickets): Promise<Map<string, Announced>> {
  const digests = new Map(tickets.map((ticket) => [digestOf(ticket), ticket]));
  if (digests.size === 0) return new Map();
  return inTransaction(ctx.db, async (tx) => {
    const rows = await tx
      .update(uploadTickets)
      .set({ spentAt: ctx.now() })
      .where(
        and(
          inArray(uploadTickets.ticketSha256, [...digests.keys()]),
          eq(uploadTickets.holder, holder),
          gt(uploadTickets.expiresAt, ctx.now()),
          isNotNull(uploadTickets.receivedAt),
          isNull(uploadTickets.spentAt),
        ),
      )
      .returning();
    if (rows.length !== digests.size) throw noTicket();
    return new Map(rows.map((row) => [digests.get(row.ticketSha256) ?? "", row]));
  });
}

interface Tickets {
  holder: string;
  tickets: readonly string[];
}

/** Of what was published: from now on it counts for its publisher. */
export async function forgetUploads(ctx: Ctx, { holder, tickets }: Tickets): Promise<void> {
  const spent = inArray(uploadTickets.ticketSha256, tickets.map(digestOf));
  await ctx.db.delete(uploadTickets).where(and(spent, eq(uploadTickets.holder, holder)));
}

const isHeld = (ctx: Ctx, { holder, ticket }: { holder: string; ticket: string }) =>
  and(
    eq(uploadTickets.ticketSha256, digestOf(ticket)),
    eq(uploadTickets.holder, holder),
    gt(uploadTickets.expiresAt, ctx.now()),
  );

const digestOf = (ticket: string): string => createHash("sha256").update(ticket).digest("hex");

const noTicket = (): RegistryError =>
  new RegistryError("not_found", "An upload ticket is unknown, used or expired: publish again from the beginning.");
