import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { ensureData, type Skill } from "../registry-api.ts";
import { shortText } from "../plain-text.ts";
import { searchAddress } from "../search-query.ts";
import { skillAddress } from "../skill-address.ts";
import { atomFeed, type FeedEntry } from "./atom.ts";
import { type Anybody, asAnybody, crawled } from "./as-anybody.ts";

type Revocation = components["schemas"]["Revocation"];

const MOST_SKILLS = 20;
/** So many versions of each skill of a list, and of one skill by itself. */
const MOST_VERSIONS = { list: 3, skill: 50 };
const MOST_WITHDRAWN = 50;

const ATOM = "application/atom+xml; charset=utf-8";

/** What was published first lately. */
export const newFeed = (asked: Asked): Promise<Response> =>
  sendFeed(asked, async (by) => {
    const { items } = await ensureData(
      by.api.GET("/skills", { params: { query: { sort: "created", limit: MOST_SKILLS } } }),
    );
    const skills = await readSkills(
      by,
      items.map(({ name }) => name),
    );
    const entries = skills.map((skill): FeedEntry => ({
      ...aboutOf(by, skill, skill.version),
      id: `${by.publicUrl}/skills/${skill.name}#new`,
      title: `${skill.name} is new`,
      at: skill.created_at,
      text: shortText(skill.description, 400),
    }));
    const page = searchAddress({ sort: "created" });
    return { title: `New skills · ${by.registryName}`, page, entries };
  });

/** The versions, yanks and quarantines of a publisher's skills. */
export const publisherFeed = (asked: Asked, handle: string): Promise<Response> =>
  sendFeed(asked, async (by) => {
    await ensureData(by.api.GET("/publishers/{handle}", { params: { path: { handle } } }));
    const entries = await entriesOfList(by, { publisher: [handle] }, (one) => one.publisher === handle);
    return { title: `${handle} · ${by.registryName}`, page: `/publishers/${encodeURIComponent(handle)}`, entries };
  });

/** The same of the skills with a tag. What is withdrawn whole has no tag any more, so its end is told in its publisher's feed alone. */
export const tagFeed = (asked: Asked, tag: string): Promise<Response> =>
  sendFeed(asked, async (by) => {
    const entries = await entriesOfList(by, { tag: [tag] }, (one, names) => names.has(one.name ?? ""));
    return { title: `${tag} · ${by.registryName}`, page: searchAddress({ tag: [tag] }), entries };
  });

/** The versions of a skill, and what was taken back of them. */
export const skillFeed = (asked: Asked, name: string): Promise<Response> =>
  sendFeed(asked, async (by) => {
    const skill = await ensureData(by.api.GET("/skills/{name}", { params: { path: { name } } }));
    const withdrawn = await readWithdrawn(by, (one) => one.name === name);
    const entries = [...published(by, skill, MOST_VERSIONS.skill), ...withdrawn];
    return { title: `${name} · ${by.registryName}`, page: skillAddress(name), entries };
  });

interface Feed {
  title: string;
  /** The path of the page that it belongs to. */
  page: string;
  entries: FeedEntry[];
}

/** A feed is anybody's: it says what a stranger may read, whoever asks. */
const sendFeed = (asked: Asked, make: (by: Anybody) => Promise<Feed>): Promise<Response> =>
  crawled(asked, ATOM, async () => {
    const by = asAnybody(asked);
    const { title, page, entries } = await make(by);
    const self = `${by.publicUrl}${new URL(asked.request.url).pathname}`;
    return atomFeed({ title, self, href: `${by.publicUrl}${page}`, entries });
  });

async function entriesOfList(
  by: Anybody,
  filter: { publisher?: string[]; tag?: string[] },
  isOurs: (one: Revocation, names: Set<string>) => boolean,
): Promise<FeedEntry[]> {
  const { items } = await ensureData(
    by.api.GET("/skills", { params: { query: { ...filter, sort: "updated", limit: MOST_SKILLS } } }),
  );
  const names = new Set(items.map(({ name }) => name));
  const [skills, withdrawn] = await Promise.all([
    readSkills(by, [...names]),
    readWithdrawn(by, (one) => isOurs(one, names)),
  ]);
  return [...skills.flatMap((skill) => published(by, skill, MOST_VERSIONS.list)), ...withdrawn];
}

/** One after the other: a feed is in no hurry, and shares its process with everybody. */
async function readSkills({ api }: Anybody, names: readonly string[]): Promise<Skill[]> {
  const skills: Skill[] = [];
  for (const name of names) {
    const skill = await ensureData(api.GET("/skills/{name}", { params: { path: { name } } })).catch(() => null);
    if (skill !== null) skills.push(skill);
  }
  return skills;
}

const published = (by: Anybody, skill: Skill, most: number): FeedEntry[] =>
  skill.versions
    .filter((one) => one.published_at !== null)
    .slice(0, most)
    .map((one) => ({
      ...aboutOf(by, skill, one.version),
      id: `${by.publicUrl}${skillAddress(skill.name, one.version)}#published`,
      title: `${skill.name} ${one.version}`,
      at: one.published_at ?? skill.updated_at,
      text: `Published, ${one.security_tier}${one.held ? ", held for review" : ""}. ${shortText(skill.description, 300)}`,
    }));

const aboutOf = (by: Anybody, { name, publisher }: Skill, version: string) => ({
  href: `${by.publicUrl}${skillAddress(name, version)}`,
  author: publisher,
});

const WITHDRAWN: Partial<Record<Revocation["status"], string>> = {
  yanked: "was yanked",
  quarantined: "was quarantined",
  purged: "was purged",
};

/** What the registry took back, by the list that it signs. */
async function readWithdrawn(by: Anybody, isOurs: (one: Revocation) => boolean): Promise<FeedEntry[]> {
  const { entries } = await ensureData(by.api.GET("/revocations", { params: { query: {} } }));
  return entries
    .filter(isOurs)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST_WITHDRAWN)
    .flatMap((one): FeedEntry[] => {
      const words = WITHDRAWN[one.status];
      const { name, version } = one;
      if (words === undefined || name === null || version === null) return [];
      const href = `${by.publicUrl}${skillAddress(name, version)}`;
      const sentence = `${name} ${version} ${words}`;
      const id = `${href}#${one.status}-${one.since_sequence}`;
      return [
        { id, title: sentence, href, at: one.at, author: by.registryName, text: `${sentence}: its page says why.` },
      ];
    });
}
