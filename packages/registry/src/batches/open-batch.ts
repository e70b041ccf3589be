import { blobKey, ensureMay, RegistryError } from "@gaia/catalog";
import { batches, batchItems, type Db } from "@gaia/db";
import { BATCH_OUTCOMES, isSentOutcome, type Visibility } from "@gaia/policy";
import { and, count, eq, gt, inArray, type SQL, sql, sum } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { SplitSkill } from "../kernel/packages.ts";
import { ring } from "../kernel/ring.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { choosePublisher } from "../publishing/choose-publisher.ts";
import { lentBy } from "./batch-row.ts";
import { BATCH_BYTES } from "./split-batch.ts";
import { type BatchView, viewBatch } from "./view-batch.ts";

/** As long as storage keeps what nothing names, what was sent and not published counts for its account. */
const KEPT_MS = 24 * 3_600_000;
/** How many archives an account may have at work, and how many sent within a day whose skills it did not publish. */
const AT_WORK_OF_ACCOUNT = 2;
const UNPUBLISHED_OF_ACCOUNT = 5;
/** The same of all accounts together: 2 GiB. */
const UNPUBLISHED_OF_ALL = 20;

interface NewBatch {
  publisher: string | null;
  defaultVersion: string | null;
  /** Of new skills; null: as the registry's settings say. */
  visibility: Visibility | null;
  isStaged: boolean;
}

/**
 * Asked before a byte of the archive is read, and again where its rows are written.
 * @throws RegistryError `rate_limited`, `quota_exceeded`, `unavailable`
 */
export const ensureRoomForBatch = (registry: Pick<Ctx, "db" | "now">, accountId: number): Promise<void> =>
  ensureRoomFor(registry, registry.db, accountId);

/**
 * Takes an archive of many skills: each is put into storage as a package of its own, and then looked at in the background, as a dry run.
 * Nothing is published before `publishBatch`.
 * @throws RegistryError `unauthorized`, `forbidden`, as `ensureRoomForBatch`, and `invalid_request`, `package_too_large`, `invalid_package`
 */
export async function openBatch(ctx: Ctx, input: NewBatch & { bytes: Uint8Array }): Promise<BatchView> {
  const actor = ensureMay(ctx, "openBatch");
  const { isStaged, visibility, defaultVersion } = input;
  const publisher = choosePublisher(ctx, input.publisher, isStaged ? "stageSkill" : "publishSkill");
  const skills = await ctx.reader.split(input.bytes, ctx.limits);
  await storeAll(ctx, skills);
  const id = crypto.randomUUID();
  await inTransactionWhileAllowed(ctx, { action: "openBatch", target: {} }, async (tx) => {
    // An account's own one after the other, so that many at once are not more than there may be.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`batches of ${actor.accountId}`}, 0))`);
    await ensureRoomFor(ctx, tx, actor.accountId);
    await tx.insert(batches).values({
      id,
      accountId: actor.accountId,
      publisherId: publisher.id,
      ...lentBy(actor),
      defaultVersion,
      visibility,
      isStaged,
      state: "checking",
      createdAt: ctx.now(),
    });
    await tx.insert(batchItems).values(
      skills.map(({ path, sha256, bytes }, position) => ({
        batchId: id,
        position,
        path,
        sha256,
        sizeBytes: bytes.byteLength,
        outcome: "waiting" as const,
      })),
    );
  });
  await ring(ctx, { name: "batch", id });
  return viewBatch(ctx, id);
}

async function storeAll(ctx: Ctx, skills: readonly SplitSkill[]): Promise<void> {
  try {
    for (const { sha256, bytes } of skills) await ctx.blobs.put(blobKey(sha256), bytes);
  } catch (error) {
    throw new RegistryError("unavailable", "The archive could not be stored; nothing was published. Try again.", {
      cause: error,
    });
  }
}

async function ensureRoomFor(ctx: Pick<Ctx, "now">, db: Db, accountId: number): Promise<void> {
  const mine = eq(batches.accountId, accountId);
  const atWork = await db.$count(batches, and(mine, inArray(batches.state, ["checking", "publishing"])));
  if (atWork >= AT_WORK_OF_ACCOUNT)
    throw new RegistryError(
      "rate_limited",
      `${AT_WORK_OF_ACCOUNT} archives of yours are at work: send this one when one of them is done.`,
    );
  const since = new Date(ctx.now().getTime() - KEPT_MS);
  const isLeft = and(gt(batches.createdAt, since), inArray(batchItems.outcome, LEFT));
  if (await isFull(db, and(mine, isLeft), UNPUBLISHED_OF_ACCOUNT))
    throw new RegistryError(
      "quota_exceeded",
      "Too much was sent by this account and not published: it is removed within a day of when it came.",
    );
  // One archive is everybody's, however much others sent: a few accounts lock nobody out.
  if ((await isFull(db, and(mine, isLeft), 1)) && (await isFull(db, isLeft, UNPUBLISHED_OF_ALL)))
    throw new RegistryError(
      "unavailable",
      "Too much was sent to this registry and not published: try again later, or publish with gaia-skill.",
    );
}

const LEFT = BATCH_OUTCOMES.filter((outcome) => !isSentOutcome(outcome));

async function isFull(db: Db, which: SQL | undefined, archives: number): Promise<boolean> {
  const [found] = await db
    .select({ bytes: sum(batchItems.sizeBytes), batches: count(sql`DISTINCT ${batches.id}`) })
    .from(batchItems)
    .innerJoin(batches, eq(batches.id, batchItems.batchId))
    .where(which);
  // Small ones are rows and blobs all the same.
  return Number(found?.bytes ?? 0) >= archives * BATCH_BYTES || (found?.batches ?? 0) >= archives * MOST_SMALL;
}

const MOST_SMALL = 10;
