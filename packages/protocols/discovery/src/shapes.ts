/** A skill as an index has it. */
interface Entry {
  name: string;
  version: string;
  description: string;
  /** Of its archive, hex. */
  sha256: string;
}

interface Found {
  name: string;
  publisher: string;
  downloads: number;
}

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_DESCRIPTION = 1_024;

/** Clients drop an entry with another name, and older ones the whole index with it. */
export const isIndexable = ({ name, description }: { name: string; description: string }): boolean =>
  name.length <= 64 && NAME.test(name) && description !== "";

/** An index of Agent Skills discovery 0.2.0. */
export const toIndex = (entries: readonly Entry[]) => ({
  $schema: SCHEMA,
  skills: entries.map(({ name, version, description, sha256 }) => ({
    name,
    type: "archive",
    description: shortened(description),
    url: `/discovery/skills/${name}/${encodeURIComponent(version)}/skill.zip`,
    digest: `sha256:${sha256}`,
  })),
});

/** An index of the form before: the files lie beside it, below the skill's name. */
export const toLegacyIndex = (entries: readonly { name: string; description: string; files: readonly string[] }[]) => ({
  skills: entries.map(({ name, description, files }) => ({ name, description: shortened(description), files })),
});

/** Whether clients of that form ask for a file by its own path: they put it into an address as it is, and refuse two dots. */
export const isLegacyPath = (path: string): boolean => !path.includes("..") && !/[\\#?%]/.test(path);

/**
 * Answers of a search. The source is the page's whole address: the client takes `owner/name` for a repository on GitHub, which would be
 * somebody else's.
 */
export const toHits = (found: readonly Found[], publicUrl: string) => ({
  skills: found.map(({ name, publisher, downloads }) => ({
    id: `${publisher}/${name}`,
    name,
    source: new URL(`/skills/${name}`, publicUrl).href,
    installs: downloads,
  })),
});

/**
 * The skill that a path names. What the client prints for a hit is `ADDRESS@NAME`, and people paste that: `web-search@web-search` is
 * `web-search`.
 */
export function skillOfPath(text: string): string {
  const [name = "", same] = text.split("@");
  return text === `${name}@${same}` && same === name ? name : text;
}

/** Characters as clients count them: UTF-16 units; a pair is not parted. */
const shortened = (text: string): string =>
  text.length <= MAX_DESCRIPTION ? text : text.slice(0, MAX_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, "");
