import { type ErrorDetail, readBlob, RegistryError } from "@gaia/catalog";
import { batchItems, skills, versions } from "@gaia/db";
import { and, eq, lt, ne } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { judgePublish, publishVersion, stageVersion } from "../publishing/publish.ts";
import type { BatchRow } from "./batch-row.ts";

export type BatchItem = typeof batchItems.$inferSelect;

const MOST_TRIES = 5;
const MOST_TOLD = 20;
const LONGEST_TOLD = 600;

/** What came of it. */
export type Settled = Partial<
  Pick<BatchItem, "outcome" | "name" | "version" | "code" | "reason" | "errors" | "versionId" | "tries">
>;

/** What may pass by itself is thrown, so that the batch rests before it is tried again; what is the skill's own is its outcome. */
export async function settled(item: BatchItem, work: () => Promise<Settled>): Promise<Settled> {
  if (item.tries > MOST_TRIES)
    return {
      outcome: "refused",
      code: "unavailable",
      reason: `It was tried ${MOST_TRIES} times, and each time cut off.`,
    };
  try {
    return { ...(await work()), tries: 0 };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (error.code === "unavailable" && item.tries < MOST_TRIES) throw error;
    return refusedFor(error);
  }
}

const refusedFor = ({ code, message, errors }: RegistryError): Settled => ({
  outcome: "refused",
  code,
  reason: message.slice(0, LONGEST_TOLD),
  errors: toldOf(errors ?? []),
});

/** The first of them, errors before the others. */
const toldOf = (all: readonly ErrorDetail[]): NonNullable<BatchItem["errors"]> =>
  all
    .toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error"))
    .slice(0, MOST_TOLD)
    .map((told) => ({
      ...told,
      title: told.title ?? told.code,
      file: told.file ?? "",
      message: told.message.slice(0, LONGEST_TOLD),
    }));

export interface Sending {
  /** Acts for the account whose batch it is, as a member of one publisher. */
  ctx: Ctx;
  batch: BatchRow;
  publisher: string;
}

const sentOf = async ({ ctx, batch, publisher }: Sending, item: BatchItem) => ({
  // The reader's thread takes the bytes away.
  bytes: Uint8Array.from(await readBlob(ctx, item.sha256)),
  version: null,
  defaultVersion: batch.defaultVersion,
  publisher,
  visibility: batch.visibility,
});

export async function checkItem(sending: Sending, item: BatchItem): Promise<Settled> {
  const { ctx, batch } = sending;
  const judged = await judgePublish(ctx, { ...(await sentOf(sending, item)), isStaged: batch.isStaged });
  const { name, version } = judged;
  const [before] = await ctx.db
    .select({ path: batchItems.path })
    .from(batchItems)
    .where(
      and(
        eq(batchItems.batchId, batch.id),
        lt(batchItems.position, item.position),
        eq(batchItems.name, name),
        eq(batchItems.version, version),
        ne(batchItems.outcome, "refused"),
      ),
    )
    .limit(1);
  const told = toldOf(judged.diagnostics);
  if (before)
    return {
      outcome: "refused",
      name,
      version,
      code: "version_exists",
      reason: `${name} ${version} is that of ${before.path || "the archive's root"} too: one of the two has to change.`,
    };
  return {
    outcome: judged.versionId === null ? "new" : "there",
    name,
    version,
    versionId: judged.versionId,
    errors: told,
  };
}

export async function sendItem(sending: Sending, item: BatchItem): Promise<Settled> {
  const { ctx, batch } = sending;
  const send = batch.isStaged ? stageVersion : publishVersion;
  const { created, version } = await send(ctx, await sentOf(sending, item));
  const [found] = await ctx.db
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(and(eq(skills.name, version.name), eq(versions.version, version.version)));
  // A job that was killed between the publish and its note finds its own version there.
  const isOwn = created || item.tries > 1;
  const outcome = !isOwn ? "there" : batch.isStaged ? "staged" : "published";
  return { outcome, name: version.name, version: version.version, versionId: found?.id ?? null };
}
