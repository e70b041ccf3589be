import {
  appendAudit,
  type Db,
  folded,
  hasActingManager,
  inTransaction,
  publishers,
  skills,
  speaksForItsPublisher,
  spentIdentities,
  trustedPublishers,
  workloadTokens,
} from "@gaia/db";
import { isOfSameSource, type Scope, trustedSubject, whyNotTrusted, type Workload, workloadHandle } from "@gaia/policy";
import { and, asc, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { newTokenSecret, tokenDigest } from "../token-secret.ts";
import { sayOfTrusted } from "./trusted-leaf.ts";
import type { Identity } from "./verify-identity.ts";

const TOKEN_MINUTES = 15;

type Trusted = typeof trustedPublishers.$inferSelect;

/** What a job is given for its identity. */
export interface Exchanged {
  /** `gsk_…`; it is nowhere else. */
  secret: string;
  expiresAt: Date;
  skill: string;
  publisher: string;
  scopes: Scope[];
  /** The numbers of repository and owner that were not known before, and are what is trusted from now on; null: they were known. */
  pinned: { repositoryId: string; ownerId: string } | null;
}

/**
 * Gives a job that proved who it is a token for one skill, for `TOKEN_MINUTES`. Its identity is spent in the same transaction: whoever
 * presents it again, at the same moment too, is refused (T6).
 * @throws IdentityError `conflict` (spent), `forbidden` (no skill trusts it), `invalid_request` (several do, or of several publishers,
 *   and none is named; or the name is nobody's yet and no publisher is named)
 */
export async function exchangeIdentity(
  db: Db,
  input: {
    identity: Identity;
    skill: string | null;
    /** By handle. */
    publisher: string | null;
    now: Date;
    requestId: string | null;
  },
): Promise<Exchanged> {
  const { identity, now, requestId } = input;
  const { workload } = identity;
  return inTransaction(db, async (tx) => {
    await spend(tx, identity);
    const { trusted, publisher } = await chooseTrusted(tx, workload, input);
    const pinned = await pin(tx, trusted, { workload, publisher, now });
    const secret = newTokenSecret();
    // Who may publish may stage, which is all that is left where its skill demands it.
    const scopes: Scope[] = trusted.stageOnly ? ["stage", "read"] : ["publish", "stage", "read"];
    const expiresAt = new Date(now.getTime() + TOKEN_MINUTES * 60_000);
    const [token] = await tx
      .insert(workloadTokens)
      .values({
        trustedPublisherId: trusted.id,
        secretSha256: tokenDigest(secret),
        scopes,
        via: workload,
        createdAt: now,
        expiresAt,
      })
      .returning({ id: workloadTokens.id });
    await tx.update(trustedPublishers).set({ lastUsedAt: now }).where(eq(trustedPublishers.id, trusted.id));
    await appendAudit(tx, {
      actor: workloadHandle(workload),
      action: "trusted_publisher.exchange",
      target: `skill:${trusted.skillName}`,
      detail: { token: token?.id, trusted_publisher: trusted.id, scopes, pinned, ...told(workload) },
      requestId,
    });
    return { secret, expiresAt, skill: trusted.skillName, publisher, scopes, pinned };
  });
}

/** For how long after its end a token is known still, to whoever says that they found it somewhere. */
const ENDED_KEPT_MS = 24 * 3_600_000;

/** Forgets identities that nobody could present any more, and tokens that ended a day ago: the audit log has both. @returns how many */
export async function forgetSpent(db: Db, now: Date): Promise<number> {
  const ended = await db
    .delete(workloadTokens)
    .where(lt(workloadTokens.expiresAt, new Date(now.getTime() - ENDED_KEPT_MS)))
    .returning({ id: workloadTokens.id });
  const gone = await db
    .delete(spentIdentities)
    .where(lt(spentIdentities.keepUntil, now))
    .returning({ sha256: spentIdentities.identitySha256 });
  return ended.length + gone.length;
}

/** One insert, which the primary key lets through once. */
async function spend(tx: Db, { workload, sha256, keepUntil }: Identity): Promise<void> {
  const spent = await tx
    .insert(spentIdentities)
    .values({ issuer: workload.issuer, identitySha256: sha256, keepUntil })
    .onConflictDoNothing()
    .returning({ sha256: spentIdentities.identitySha256 });
  if (spent.length > 0) return;
  throw new IdentityError("conflict", "This identity was exchanged already: a job asks for another one each time.");
}

interface Asked {
  skill: string | null;
  publisher: string | null;
}

async function chooseTrusted(tx: Db, workload: Workload, wanted: Asked): Promise<Candidate> {
  const near = (await findCandidates(tx, workload, wanted)).filter(({ trusted }) => isOfSameSource(trusted, workload));
  const fitting = standing(near.filter(({ trusted }) => whyNotTrusted(trusted, workload) === null));
  // Anybody may trust anybody's workflow with a name that is nobody's: which publisher it works for, it says itself.
  if (new Set(fitting.map((each) => each.publisher)).size > 1) {
    throw new IdentityError(
      "invalid_request",
      "Several publishers trust this workflow with what it may publish: name yours (`publisher`).",
    );
  }
  const names = new Set(fitting.map(({ trusted }) => trusted.skillName));
  if (names.size > 1) {
    const list = [...names].toSorted().join(", ");
    throw new IdentityError("invalid_request", `Several skills trust this workflow: name one (${list}).`);
  }
  // The one that says more of it first: it may be allowed something else.
  const chosen = fitting.find(({ trusted }) => trusted.environment !== null) ?? fitting[0];
  if (chosen === undefined) throw nothingTrusts(workload, wanted, near[0]?.trusted);
  if (!chosen.isPublished && wanted.publisher === null) {
    throw new IdentityError(
      "invalid_request",
      `${chosen.trusted.skillName} is not published yet, and any account can trust this workflow with it: name yours (\`publisher\`).`,
    );
  }
  return held(tx, chosen, { workload, wanted });
}

/** What was chosen, as it stands now, held until the end of the transaction: whoever removes it or pins it is first or second. */
async function held(
  tx: Db,
  chosen: Candidate,
  { workload, wanted }: { workload: Workload; wanted: Asked },
): Promise<Candidate> {
  const isThis = and(eq(trustedPublishers.id, chosen.trusted.id), isNull(trustedPublishers.removedAt));
  const [trusted] = await tx.select().from(trustedPublishers).where(isThis).for("no key update");
  if (trusted && whyNotTrusted(trusted, workload) === null) return { ...chosen, trusted };
  throw nothingTrusts(workload, wanted, trusted);
}

function nothingTrusts(workload: Workload, { skill, publisher }: Asked, nearest: Trusted | undefined): IdentityError {
  const why = nearest ? `: ${whyNotTrusted(nearest, workload)}` : "";
  const of = publisher === null ? "" : ` of ${publisher}`;
  const what = skill === null ? `No skill${of} here trusts` : `The skill ${skill}${of} does not trust`;
  return new IdentityError("forbidden", `${what} ${trustedSubject({ ...workload, environment: null })}${why}.`);
}

type Candidate = Awaited<ReturnType<typeof findCandidates>>[number];

/**
 * What counts before what anybody could have written: rows of skills that are there before those that wait for a name, and of other
 * publishers' those with numbers before those with a name alone. Of names that are nobody's all are alike: numbers are public, too.
 */
function standing(fitting: readonly Candidate[]): readonly Candidate[] {
  const published = fitting.filter(({ isPublished }) => isPublished);
  if (published.length === 0) return fitting;
  const isPinned = ({ trusted }: Candidate) => trusted.kind === "oidc" || trusted.repositoryId !== null;
  const known = new Set(published.filter(isPinned).map(({ publisher }) => publisher));
  return known.size === 0 ? published : published.filter(({ publisher }) => known.has(publisher));
}

/** More than this fit nobody who says what they publish, and for whom. */
const MOST_CANDIDATES = 1_000;

/**
 * Trusted publishers of this issuer that may be meant, of publishers who (still) have the skill, or whose name is nobody's yet, and in
 * which somebody can act (T5); those of skills that are there first, so that no number of others is before them.
 */
async function findCandidates(tx: Db, { issuer, subject, repository, repositoryId }: Workload, wanted: Asked) {
  const { subject: trustedSub, repository: name, repositoryId: number } = trustedPublishers;
  const isMeant = or(
    eq(trustedSub, subject),
    repositoryId === null ? undefined : eq(number, repositoryId),
    repository === null ? undefined : and(isNull(number), eq(folded(name), folded(repository))),
  );
  const isPublished = sql<boolean>`${skills.publisherId} IS NOT DISTINCT FROM ${trustedPublishers.publisherId}`;
  return tx
    .select({ trusted: trustedPublishers, publisher: publishers.handle, isPublished })
    .from(trustedPublishers)
    .innerJoin(publishers, eq(publishers.id, trustedPublishers.publisherId))
    .leftJoin(skills, eq(skills.name, trustedPublishers.skillName))
    .where(
      and(
        eq(trustedPublishers.issuer, issuer),
        isNull(trustedPublishers.removedAt),
        wanted.skill === null ? undefined : eq(trustedPublishers.skillName, wanted.skill),
        wanted.publisher === null ? undefined : eq(publishers.handle, wanted.publisher),
        speaksForItsPublisher(),
        hasActingManager(publishers.id),
        isMeant,
      ),
    )
    .orderBy(desc(isPublished), asc(trustedPublishers.createdAt), asc(trustedPublishers.id))
    .limit(MOST_CANDIDATES);
}

/** From the first exchange on it is these numbers that are trusted, whatever the repository is called. */
async function pin(
  tx: Db,
  trusted: Trusted,
  { workload, publisher, now }: { workload: Workload; publisher: string; now: Date },
): Promise<Exchanged["pinned"]> {
  const { repositoryId, ownerId } = workload;
  if (repositoryId === null || ownerId === null) return null;
  if (trusted.repositoryId !== null && trusted.ownerId !== null) return null;
  await tx.update(trustedPublishers).set({ repositoryId, ownerId }).where(eq(trustedPublishers.id, trusted.id));
  const row = { ...trusted, repositoryId, ownerId };
  await sayOfTrusted(tx, { row, publisher, change: { change: "pinned" }, at: now });
  return { repositoryId, ownerId };
}

/** Of a job, for the audit log. */
const told = ({
  issuer,
  subject,
  repository,
  repositoryId,
  ownerId,
  workflow,
  environment,
  event,
  ref,
  sha,
  run,
}: Workload) => ({
  issuer,
  subject,
  repository,
  repository_id: repositoryId,
  owner_id: ownerId,
  workflow,
  environment,
  event,
  ref,
  sha,
  run,
});
