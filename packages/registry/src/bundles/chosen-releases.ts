import { BUNDLE_LIMITS, type LeftOut } from "@gaia/bundle";
import { getCollection, isSortable, readable, RegistryError, resolveSkills, sortKeyOf } from "@gaia/catalog";
import { skills, versions } from "@gaia/db";
import { isListed } from "@gaia/policy";
import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** What somebody wants in a bundle: names, each with an exact version or its newest one; a collection; or everything public. */
export interface WantedReleases {
  skills: readonly { name: string; version: string | null }[];
  collection: { publisher: string; name: string } | null;
  everything: boolean;
}

/** A release that goes into a bundle. */
export interface ChosenRelease {
  id: number;
  name: string;
  version: string;
  isPublic: boolean;
}

export interface Choice {
  releases: ChosenRelease[];
  /** What a bundle says to everybody who has it. */
  leftOut: LeftOut[];
  /** Members of the collection that nobody named and that are not public: for the caller, and in no bundle. */
  notPublic: string[];
}

type Because = "named" | "member" | "needed";

const MOST_VERSION_CHARACTERS = 128;

/**
 * The releases that are wanted and may be given away, with what they need of other skills, and the rest by name with its reason. A name
 * that the caller may not see is left out as one that is not there, and one that is not public is told to nobody unless it was named.
 * @throws RegistryError `not_found` for a collection, `invalid_request` for more than a bundle holds
 */
export async function chooseReleases(ctx: Ctx, wanted: WantedReleases): Promise<Choice> {
  const choice: Choice = { releases: [], leftOut: [], notPublic: [] };
  // First, so that what is named is there already when somebody needs it.
  for (const one of wanted.skills) await chooseOne(ctx, one, choice, "named");
  if (wanted.everything) await chooseEverything(ctx, choice);
  for (const one of await membersOf(ctx, wanted)) await chooseOne(ctx, one, choice, "member");
  // What a skill needs is chosen as well, and needs others itself: the list grows while it is walked.
  for (const one of choice.releases) await chooseNeeded(ctx, one, choice);
  if (choice.releases.length > BUNDLE_LIMITS.releases) throw tooMany(choice.releases.length);
  return choice;
}

const tooMany = (count: number): RegistryError =>
  new RegistryError(
    "invalid_request",
    `A bundle holds ${BUNDLE_LIMITS.releases} releases at most, and these are ${count}: export several.`,
  );

async function membersOf(ctx: Ctx, { collection }: WantedReleases): Promise<WantedReleases["skills"]> {
  if (collection === null) return [];
  const { skills: members } = await getCollection(ctx, collection);
  return members.map((name) => ({ name, version: null }));
}

/** The newest version of each public skill: who wants a private one names it. */
async function chooseEverything(ctx: Ctx, choice: Choice): Promise<void> {
  const rows = await ctx.db
    .select({ name: skills.name })
    .from(skills)
    .where(and(eq(skills.visibility, "public"), isNotNull(skills.latestVersionId)))
    .orderBy(asc(skills.name))
    .limit(BUNDLE_LIMITS.releases + 1);
  if (rows.length > BUNDLE_LIMITS.releases) throw tooMany(rows.length);
  for (const { name } of rows) await chooseOne(ctx, { name, version: null }, choice, "member");
}

async function chooseOne(
  ctx: Ctx,
  wanted: { name: string; version: string | null },
  choice: Choice,
  because: Because,
): Promise<void> {
  const { name } = wanted;
  const found = await findOne(ctx, wanted);
  const leaveOut = (reason: string, version = wanted.version) => leave(choice, { name, version, reason });
  if (found === null) {
    const what = wanted.version === null ? `published version of ${name}` : `${name} ${wanted.version}`;
    return leaveOut(`there is no ${what} here`);
  }
  const { id, version, status, held, visibility } = found;
  if (choice.releases.some((one) => one.id === id)) return;
  // An admin sees more than they may mean to give away.
  if (visibility !== "public" && because === "member") {
    if (!choice.notPublic.includes(name)) choice.notPublic.push(name);
    return;
  }
  if (!isListed(status)) return leaveOut(`it is ${status}`, version);
  if (held) return leaveOut("it is held for review", version);
  if (version.length > MOST_VERSION_CHARACTERS) return leaveOut("its version is too long for a bundle", version);
  choice.releases.push({ id, name, version, isPublic: visibility === "public" });
}

function leave(choice: Choice, left: LeftOut): void {
  const isSaid = choice.leftOut.some(({ name, version }) => name === left.name && version === left.version);
  if (!isSaid) choice.leftOut.push(left);
}

async function findOne(ctx: Ctx, { name, version }: { name: string; version: string | null }) {
  if (version !== null && !isSortable(version)) return null;
  const which = version === null ? eq(versions.id, skills.latestVersionId) : eq(versions.sortKey, sortKeyOf(version));
  const [row] = await ctx.db
    .select({
      id: versions.id,
      version: versions.version,
      status: versions.status,
      held: versions.held,
      visibility: skills.visibility,
    })
    .from(skills)
    .innerJoin(versions, eq(versions.skillId, skills.id))
    .where(and(eq(skills.name, name), which, readable(ctx)));
  if (row === undefined || (version !== null && row.version !== version)) return null;
  return row;
}

/**
 * What a release needs is what anybody is told that it needs, and what was named beside. So a bundle says of a private skill that nobody
 * named what it says of one that is not there.
 */
async function chooseNeeded(ctx: Ctx, one: ChosenRelease, choice: Choice): Promise<void> {
  const { id, name, version, isPublic } = one;
  const [row] = await ctx.db.select({ manifest: versions.manifest }).from(versions).where(eq(versions.id, id));
  const needs = (row?.manifest.requires.skills ?? []).map((need) => need.name);
  if (needs.length === 0) return;
  const told = isPublic ? await resolved({ ...ctx, actor: null }, one) : "";
  const found = typeof told === "string" ? await resolvedWithNamed(ctx, one, choice) : told;
  if (found !== null) {
    for (const needed of found) if (needed.name !== name) await chooseOne(ctx, needed, choice, "needed");
    return;
  }
  const why = typeof told === "string" && told !== "" ? `: ${told}` : "";
  for (const need of needs)
    leave(choice, {
      name: need,
      version: null,
      reason: `${name} ${version} needs it, and what it needs cannot be brought along${why}`,
    });
}

/** Null: it cannot be resolved, or only with a private skill that nobody named. */
async function resolvedWithNamed(ctx: Ctx, one: ChosenRelease, choice: Choice) {
  const found = await resolved(ctx, one);
  if (typeof found === "string") return null;
  const chosen = new Set(choice.releases.map(({ name }) => name));
  const unnamed = found.map(({ name }) => name).filter((name) => !chosen.has(name));
  if (unnamed.length === 0) return found;
  const hidden = await ctx.db.$count(skills, and(inArray(skills.name, unnamed), ne(skills.visibility, "public")));
  return hidden === 0 ? found : null;
}

/** What is installed with a release; else the first line of why that cannot be. */
async function resolved(
  ctx: Ctx,
  { name, version }: ChosenRelease,
): Promise<{ name: string; version: string }[] | string> {
  try {
    const roots = [{ name, range: `=${version}`, required: true }];
    const asked = { skills: roots, allowExperimental: true, allowHeld: false, minAge: null, locked: {} };
    return (await resolveSkills(ctx, asked)).install;
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== "unresolvable") throw error;
    return error.message.split("\n")[0] ?? "";
  }
}
