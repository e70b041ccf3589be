import {
  type ArtefactCtx,
  describeArtefact,
  isUnmakeable,
  listArtefactFiles,
  listOffered,
  NotServed,
  type Offered,
  type Wanted,
} from "@gaia/artefacts";
import { ANY_SKILL, getCollection, listSkills, RegistryError } from "@gaia/catalog";
import { absent } from "./errors.ts";
import { isIndexable, isLegacyPath } from "./shapes.ts";

export const PROTOCOL = "discovery";

/** So many skills an index has at most: clients download all of them before they choose. */
export const MOST_ENTRIES = 50;
/** So many of a publisher's skills are looked at for one index. */
const MOST_LOOKED_AT = 200;
/** So many archives are asked for at once; each that is not kept yet costs a thread some time. */
const AT_ONCE = 4;

/** What an index may name of these skills, in their order. */
export const findOffers = async (ctx: ArtefactCtx, names: readonly string[]): Promise<Offered[]> =>
  (await listOffered(ctx, { protocol: PROTOCOL, names })).filter(isIndexable);

/** The same of a publisher's skills, the most downloaded first. */
export async function findOffersOf(ctx: ArtefactCtx, publisher: string): Promise<Offered[]> {
  const found: Offered[] = [];
  let cursor: string | null = null;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += MOST_ENTRIES) {
    const page: Awaited<ReturnType<typeof listSkills>> = await listSkills(ctx, {
      ...ANY_SKILL,
      publisher: [publisher],
      sort: "downloads",
      limit: MOST_ENTRIES,
      cursor,
    });
    found.push(
      ...(await findOffers(
        ctx,
        page.items.map(({ name }) => name),
      )),
    );
    cursor = page.next_cursor;
    if (cursor === null || found.length >= MOST_ENTRIES) break;
  }
  return found.slice(0, MOST_ENTRIES);
}

/** The same of a collection, in its order. It has no more skills than an index. @throws Refusal `not_found` */
export async function findOffersIn(ctx: ArtefactCtx, at: { publisher: string; name: string }): Promise<Offered[]> {
  const { skills } = await getCollection(ctx, at).catch(asAbsent);
  return (await findOffers(ctx, skills)).slice(0, MOST_ENTRIES);
}

/** The same of one skill of a collection, without a look at the others; none where it is not in that. @throws Refusal `not_found` */
export async function findOfferIn(
  ctx: ArtefactCtx,
  at: { publisher: string; name: string },
  skill: string,
): Promise<Offered[]> {
  const { skills } = await getCollection(ctx, at).catch(asAbsent);
  return skills.includes(skill) ? findOffers(ctx, [skill]) : [];
}

/** The archive of a version: SKILL.md at its root, with a name and a description. */
export const skillZip = (ctx: ArtefactCtx, versionId: number): Wanted => ({
  versionId,
  protocol: PROTOCOL,
  name: "skill.zip",
  async make(release) {
    const { version } = release;
    const bytes = await release.readArchive("zip");
    const input = { bytes, to: "agent-skills", archive: "zip", limits: ctx.limits, version, keepsPlain: true } as const;
    return (await ctx.reader.convert(input)).bytes;
  },
});

/** What of these an index can name, each with its archive's digest. */
export const withDigests = (ctx: ArtefactCtx, offers: readonly Offered[]) =>
  eachOf(offers, async (offer) => {
    const { sha256 } = await describeArtefact(ctx, skillZip(ctx, offer.versionId));
    return { ...offer, sha256 };
  });

/** The same with its files; null for a skill with a file that such a client cannot ask for. */
export const withFiles = (ctx: ArtefactCtx, offers: readonly Offered[]) =>
  eachOf(offers, async (offer) => {
    const listed = await listArtefactFiles(ctx, skillZip(ctx, offer.versionId));
    const files = listed.map(({ path }) => path);
    return files.every(isLegacyPath) ? { ...offer, files } : null;
  });

async function eachOf<T>(offers: readonly Offered[], look: (offer: Offered) => Promise<T | null>): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < offers.length; at += AT_ONCE) {
    const some = await Promise.all(offers.slice(at, at + AT_ONCE).map((offer) => look(offer).catch(unlessAbsent)));
    found.push(...some.filter((each) => each !== null));
  }
  return found;
}

function asAbsent(error: unknown): never {
  throw error instanceof RegistryError && error.code === "not_found" ? absent() : error;
}

/** One of which no archive can be made, or that was taken back meanwhile, is left out; the others are there. */
function unlessAbsent(error: unknown): null {
  if (error instanceof NotServed || isUnmakeable(error)) return null;
  throw error;
}
