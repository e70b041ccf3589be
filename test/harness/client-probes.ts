import { createHash } from "node:crypto";
import { DEFAULT_LIMITS, readArchive } from "@gaia/archive";
import type { Protocol } from "@gaia/policy";

/** What a client of one protocol asks about a skill of `ada`; every address is below the registry's own. */
export interface ClientProbes {
  /** Whoever asks for these sees names of skills: indexes and searches. */
  lists: (name: string) => string[];
  /** What is said of the skill. */
  tells: (name: string) => string;
  /** The numbers of versions in that. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each protocol has a shape of its own
  versionsIn: (told: any) => string[];
  /** What holds bytes of one version. */
  bytes: (name: string, version: string) => string[];
  /** How a token is sent. */
  credentials: (token: string) => Record<string, string>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A row for each protocol that gives out versions: one without a row does not compile. */
export const CLIENT_PROBES: Readonly<Record<Protocol, ClientProbes>> = {
  apm: {
    lists: (name) => [`/apm/v1/search?q=${name}`],
    tells: (name) => `/apm/v1/packages/ada/${name}/versions`,
    versionsIn: (told: { versions: { version: string }[] }) => told.versions.map(({ version }) => version),
    bytes: (name, version) => [`/apm/v1/packages/ada/${name}/versions/${version}/download`],
    credentials: bearer,
  },
  hub: {
    lists: () => ["/hub/index.json"],
    tells: (name) => `/hub/skills/${name}/manifest.json`,
    versionsIn: (told: { versions: object }) => Object.keys(told.versions),
    bytes: (name, version) => [
      `/hub/skills/${name}/${version}/${name}-${version}.zip`,
      `/hub/skills/${name}/${version}/SKILL.md`,
    ],
    credentials: (token) => ({ authorization: `Basic ${Buffer.from(`any:${token}`).toString("base64")}` }),
  },
  clawhub: {
    lists: (name) => ["/clawhub/api/v1/skills?limit=200", `/clawhub/api/v1/search?q=${name}`],
    tells: (name) => `/clawhub/api/v1/skills/${name}/versions`,
    versionsIn: (told: { items: { version: string }[] }) => told.items.map(({ version }) => version),
    bytes: (name, version) => [
      `/clawhub/api/v1/download?slug=${name}&version=${version}`,
      `/clawhub/api/v1/skills/${name}/file?path=SKILL.md&version=${version}`,
    ],
    credentials: bearer,
  },
  discovery: {
    lists: (name) => ["/publishers/ada/.well-known/agent-skills/index.json", `/discovery/api/search?q=${name}`],
    tells: (name) => `/skills/${name}/.well-known/agent-skills/index.json`,
    versionsIn: (told: { skills: { url: string }[] }) => told.skills.map(({ url }) => url.split("/").at(-2) ?? ""),
    bytes: (name, version) => [`/discovery/skills/${name}/${version}/skill.zip`],
    credentials: bearer,
  },
};

/** What one of them came to, in the words of the table. */
export interface Outcome {
  /** Whether each list names it. */
  listed: boolean[];
  /** Versions that are told of, in order; a number is the status of a refusal. */
  told: string[] | number;
  /** For each address with bytes: whether those of that very version came (`bytes`), or the status of a refusal. */
  given: ("bytes" | number)[];
}

/** The text in SKILL.md by which a version is known, wherever its bytes turn up. */
export const markOf = (name: string, version: string): string =>
  `mark-${createHash("sha256").update(`${name}@${version}`).digest("hex").slice(0, 20)}`;

/** Asks all that a client of this protocol would of one version. */
export async function probe(
  probes: ClientProbes,
  asked: { url: string; name: string; version: string; token: string | null },
): Promise<Outcome> {
  const { url, name, version, token } = asked;
  const headers = token === null ? {} : probes.credentials(token);
  const get = (path: string) => fetch(`${url}${path}`, { headers });
  const listed: boolean[] = [];
  for (const path of probes.lists(name)) listed.push(isNamed(await (await get(path)).text(), name));
  const answer = await get(probes.tells(name));
  const told = answer.ok ? probes.versionsIn(await answer.json()).toSorted() : answer.status;
  const given: Outcome["given"] = [];
  for (const path of probes.bytes(name, version)) {
    const sent = await get(path);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    const holds = holdsMark(bytes, markOf(name, version));
    // A refusal with the bytes in it, or bytes of something else, is neither.
    if (sent.ok !== holds) throw new Error(`${path}: ${sent.status}, and the mark is ${holds ? "" : "not "}in it`);
    given.push(sent.ok ? "bytes" : sent.status);
  }
  return { listed, told, given };
}

/** In quotes, or as the last part of an address: a search repeats what it was asked for. */
const isNamed = (text: string, name: string): boolean =>
  text.replace(/"(?:query|q)":"[^"]*"/g, "").includes(`"${name}"`) || text.includes(`/${name}"`);

function holdsMark(bytes: Uint8Array, mark: string): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.includes(mark)) return true;
  if (!text.startsWith("PK")) return false;
  return readArchive(bytes, DEFAULT_LIMITS).files.some((file) => Buffer.from(file.bytes).toString().includes(mark));
}
