import { ensureMay, ensureMayAtAll, isLive, readable, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, folded, isUniqueViolation, publishers, skills, trustedPublishers } from "@gaia/db";
import { type IssuerKind, trustedSubject } from "@gaia/policy";
import { and, eq, isNull, notInArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx, Person } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { sayTrusted } from "./say-trusted.ts";
import { type TrustedPublisherView, viewTrustedPublishers } from "./view-trusted-publisher.ts";

/** A job's identity is held against each. */
const MOST_OF_A_SKILL = 20;

/** For names that a publisher does not have: they cost nothing, and each is held against the jobs of whoever has the repository. */
const MOST_WAITING = 100;

export interface NewTrustedPublisher {
  name: string;
  /** For a name that is nobody's yet, where the account has several publishers. */
  publisher: string | null;
  kind: IssuerKind;
  issuer: string;
  repository: string | null;
  workflow: string | null;
  environment: string | null;
  repositoryId: string | null;
  ownerId: string | null;
  subject: string | null;
  stageOnly: boolean;
}

/**
 * Lets a workflow publish a skill without a token. The name need not be published yet: then this waits for its first version, and reserves
 * nothing. Where the numbers of repository and owner are not given, the first exchange says them, and they are trusted from then on.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `name_taken`, `invalid_request`, `conflict`
 */
export async function addTrustedPublisher(ctx: Ctx, input: NewTrustedPublisher): Promise<TrustedPublisherView> {
  ensureMayAtAll(ctx, "addTrustedPublisher", { skill: input.name });
  const { publisher, skillId } = await findOwner(ctx, input);
  const actor = ensureMay(ctx, "addTrustedPublisher", { publisher: publisher.handle, skill: input.name });
  const id = await insert(ctx, { ...input, actor, owner: { publisher, skillId } });
  const [view] = await viewTrustedPublishers(ctx.db, eq(trustedPublishers.id, id));
  if (!view) throw new RegistryError("conflict", "It was removed in the same moment.");
  return view;
}

interface Owner {
  publisher: { id: number; handle: string };
  /** Null: the name is nobody's yet. */
  skillId: number | null;
}

async function findOwner(ctx: Ctx, { name, publisher }: NewTrustedPublisher): Promise<Owner> {
  const actor = ensureMayAtAll(ctx, "addTrustedPublisher", { publisher: publisher ?? undefined });
  const own = actor.publishers;
  const [there] = await ctx.db
    .select({ skillId: skills.id, id: publishers.id, handle: publishers.handle })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(skills.name, name), readable(ctx, "addTrustedPublisher")));
  if (there && own.some(({ id }) => id === there.id)) return { publisher: there, skillId: there.skillId };
  // Of a name that is hidden from whoever asks nothing is said: this waits for it, as for one that nobody has.
  if (there && (await isLive(ctx.db, there.skillId))) {
    throw new RegistryError("name_taken", `${name} belongs to another publisher.`);
  }
  const wanted = publisher ?? (own.length === 1 ? own[0]?.handle : actor.handle);
  const chosen = own.find(({ handle }) => handle === wanted);
  if (!chosen)
    throw new RegistryError("invalid_request", "Your account has several publishers: name one (`publisher`).");
  return { publisher: chosen, skillId: null };
}

/** One after the other for a publisher, so that the bounds hold. @throws RegistryError `conflict` */
async function ensureRoom(tx: Db, { name, owner: { publisher, skillId } }: { name: string; owner: Owner }) {
  await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.id, publisher.id)).for("no key update");
  const isTheirs = and(eq(trustedPublishers.publisherId, publisher.id), isNull(trustedPublishers.removedAt));
  const ofName = and(isTheirs, eq(trustedPublishers.skillName, name));
  if ((await tx.$count(trustedPublishers, ofName)) >= MOST_OF_A_SKILL) {
    throw new RegistryError("conflict", `${name} has ${MOST_OF_A_SKILL} trusted publishers: remove one first.`);
  }
  if (skillId !== null) return;
  const theirs = tx.select({ name: skills.name }).from(skills).where(eq(skills.publisherId, publisher.id));
  const waiting = and(isTheirs, notInArray(trustedPublishers.skillName, theirs));
  if ((await tx.$count(trustedPublishers, waiting)) >= MOST_WAITING) {
    throw new RegistryError(
      "conflict",
      `${publisher.handle} has ${MOST_WAITING} trusted publishers for names that it has not published: publish or remove some first.`,
    );
  }
}

const twice = (name: string) => new RegistryError("conflict", `${name} trusts this workflow already.`);

/** The index of such rows is by the database's own lower case, by which a Turkish one has two names of one repository. */
async function ensureNew(tx: Db, input: NewTrustedPublisher & { owner: Owner }): Promise<void> {
  if (input.repository === null) return;
  const sameOrNone = (column: PgColumn, value: string | null) => (value === null ? isNull(column) : eq(column, value));
  const same = and(
    eq(trustedPublishers.publisherId, input.owner.publisher.id),
    eq(trustedPublishers.skillName, input.name),
    eq(trustedPublishers.issuer, input.issuer),
    eq(folded(trustedPublishers.repository), folded(input.repository)),
    sameOrNone(trustedPublishers.workflow, input.workflow),
    sameOrNone(trustedPublishers.environment, input.environment),
    isNull(trustedPublishers.removedAt),
  );
  if ((await tx.$count(trustedPublishers, same)) > 0) throw twice(input.name);
}

async function insert(ctx: Ctx, input: NewTrustedPublisher & { owner: Owner; actor: Person }): Promise<string> {
  const { actor, name } = input;
  const { publisher, skillId } = input.owner;
  try {
    const asked = { action: "addTrustedPublisher", target: { publisher: publisher.handle, skill: name } } as const;
    return await inTransactionWhileAllowed(ctx, asked, async (tx) => {
      await ensureRoom(tx, input);
      await ensureNew(tx, input);
      const [row] = await tx
        .insert(trustedPublishers)
        .values({
          publisherId: publisher.id,
          skillName: name,
          kind: input.kind,
          issuer: input.issuer,
          repository: input.repository,
          workflow: input.workflow,
          environment: input.environment,
          repositoryId: input.repositoryId,
          ownerId: input.ownerId,
          subject: input.subject,
          stageOnly: input.stageOnly,
          createdBy: actor.accountId,
          createdAt: ctx.now(),
        })
        .returning();
      if (!row) throw new Error("insert returned no row");
      await appendAudit(tx, {
        actor: actor.handle,
        action: "trusted_publisher.add",
        target: `skill:${name}`,
        detail: {
          trusted_publisher: row.id,
          publisher: publisher.handle,
          issuer: row.issuer,
          workflow: trustedSubject(row),
          stage_only: row.stageOnly,
          is_pending: skillId === null,
        },
        requestId: ctx.requestId,
      });
      await sayTrusted(tx, {
        row,
        skillId,
        publisher: publisher.handle,
        change: "added",
        by: actor.handle,
        at: ctx.now(),
      });
      return row.id;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw twice(name);
  }
}
