import type { Resource } from "@modelcontextprotocol/server";
import type { SkillReadResult, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { fileUri } from "../catalog/served-entry.ts";
import { readJudged } from "../catalog/judged-files.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { KeptCatalog } from "../catalog/kept-catalog.ts";
import type { JudgedFile, ServedSkill } from "../catalog/served-skill.ts";
import { cleaned } from "./cleaned-text.ts";
import { mediaTypeOf } from "./media-types.ts";
import { type Page, pageOf } from "./pages.ts";
import { metaOf } from "./tool-list.ts";

const DIRECTORY = "inode/directory";
const SKILL_FILE = "SKILL.md";

/** A file as clients get it. `from` is what is looked at once more before; null as `made`: the one file of `from` itself. */
interface PlacedFile {
  skill: ServedSkill;
  path: string;
  sizeBytes: number;
  from: readonly JudgedFile[];
  made: Uint8Array | null;
}

/** The Skills extension's door to what is offered now (ext-skills, "Listing Skills" to "Reading Directories"). */
export function skillSource(kept: KeptCatalog): SkillSource {
  return {
    async list({ cursor }) {
      const { skills } = await kept.current();
      const { items, ...more } = pageOf(
        skills.flatMap(({ entry }) => (entry === null ? [] : [entry])),
        cursor,
      );
      return { skills: items, ...more };
    },
    async get(uri) {
      const { skills } = await kept.current();
      return skills.find(({ entry }) => entry !== null && isSameUri(entry.uri, uri))?.entry ?? undefined;
    },
    read: (uri) => readFile(kept, uri),
    async readDirectory(uri, { cursor }) {
      const children = childrenOf(await kept.current(), canonical(uri));
      if (children === null) return undefined;
      const { items, ...more } = pageOf(children, cursor);
      return { resources: items, ...more };
    },
  };
}

async function readFile(kept: KeptCatalog, uri: string): Promise<SkillReadResult | undefined> {
  const placed = filesOf(await kept.current()).find(({ skill, path }) => isSameUri(fileUri(skill, path), uri));
  if (placed === undefined) return undefined;
  const judged = await Promise.all(placed.from.map((file) => readJudged(placed.skill, file)));
  const bytes = judged.includes(null) ? null : (placed.made ?? judged[0]);
  // Who changed it may have changed more: the next answer is of what lies there then.
  if (bytes == null) return void (await kept.reload());
  const mimeType = mediaTypeOf(placed.path);
  const text = mimeType?.startsWith("image/") ? null : asText(bytes);
  return text === null
    ? { bytes, mimeType: mimeType ?? "application/octet-stream" }
    : { text, mimeType: mimeType ?? "text/plain" };
}

/** Null: it is no UTF-8, or would not come back as the same bytes. */
function asText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The files of every skill, a page of them. */
export function listedResources(catalog: Catalog, cursor: string | undefined): Page<Resource> {
  const { items, ...more } = pageOf(filesOf(catalog), cursor);
  return { items: items.map(toResource), ...more };
}

const filesOf = ({ skills }: Catalog): PlacedFile[] => skills.flatMap(filesOfSkill);

/** What a skill is about comes first. */
function filesOfSkill(skill: ServedSkill): PlacedFile[] {
  const { skillFile } = skill;
  const published = skill.files.map((file) => ({ ...file, skill, from: [file], made: null }));
  const others = published.filter(({ path }) => path !== SKILL_FILE);
  if (skillFile === null) return [...published.filter(({ path }) => path === SKILL_FILE), ...others];
  const { bytes, from } = skillFile;
  return [{ skill, path: SKILL_FILE, sizeBytes: bytes.byteLength, from, made: bytes }, ...others];
}

function toResource({ skill, path, sizeBytes }: PlacedFile): Resource {
  const { manifest } = skill;
  const isManifest = path === SKILL_FILE;
  const mimeType = mediaTypeOf(path);
  return {
    uri: fileUri(skill, path),
    name: isManifest ? skill.runnable.name : cleaned(path, 256),
    ...(isManifest ? { description: cleaned(manifest.description.value, 1_024), _meta: metaOf(skill) } : {}),
    ...(mimeType === undefined ? {} : { mimeType }),
    size: sizeBytes,
  };
}

/** The direct children of a directory; null: it is none. */
function childrenOf(catalog: Catalog, directory: string): Resource[] | null {
  const children = new Map<string, Resource>();
  for (const placed of filesOf(catalog)) {
    const uri = canonical(fileUri(placed.skill, placed.path));
    if (!uri.startsWith(`${directory}/`) || !uri.startsWith(canonical(placed.skill.rootUri))) continue;
    if (directory.length < canonical(placed.skill.rootUri).length) continue;
    const rest = uri.slice(directory.length + 1);
    const [name = "", ...below] = rest.split("/");
    if (below.length === 0) children.set(name, { ...toResource(placed), name: decodeURIComponent(name) });
    else if (!children.has(name))
      children.set(name, { uri: `${directory}/${name}`, name: decodeURIComponent(name), mimeType: DIRECTORY });
  }
  return children.size === 0 ? null : [...children.values()];
}

const isSameUri = (one: string, other: string): boolean => canonical(one) === canonical(other);

/** One spelling of an address, as clients and the SDK may write it; a text that is none stays as it is. */
const canonical = (uri: string): string => (URL.canParse(uri) ? new URL(uri).href : uri);
