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

interface PlacedFile {
  skill: ServedSkill;
  file: JudgedFile;
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
  const placed = filesOf(await kept.current()).find(({ skill, file }) => isSameUri(fileUri(skill, file.path), uri));
  if (placed === undefined) return undefined;
  const judged = await readJudged(placed.skill, placed.file);
  // Who changed it may have changed more: the next answer is of what lies there then.
  if (judged === null) return void (await kept.reload());
  const bytes = madeOf(placed) ?? judged;
  const mimeType = mediaTypeOf(placed.file.path);
  const text = mimeType?.startsWith("image/") ? null : asText(bytes);
  return text === null
    ? { bytes, mimeType: mimeType ?? "application/octet-stream" }
    : { text, mimeType: mimeType ?? "text/plain" };
}

/** What clients get for a file; null: the file itself. */
const madeOf = ({ skill, file }: PlacedFile): Uint8Array | null => (file.path === "SKILL.md" ? skill.skillFile : null);

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

const filesOf = ({ skills }: Catalog): PlacedFile[] =>
  skills.flatMap((skill) =>
    skill.files
      // What a skill is about comes first.
      .toSorted((left, right) => Number(right.path === "SKILL.md") - Number(left.path === "SKILL.md"))
      .map((file) => ({ skill, file })),
  );

function toResource(placed: PlacedFile): Resource {
  const { skill, file } = placed;
  const { manifest } = skill;
  const isManifest = file.path === "SKILL.md";
  const mimeType = mediaTypeOf(file.path);
  return {
    uri: fileUri(skill, file.path),
    name: isManifest ? skill.runnable.name : cleaned(file.path, 256),
    ...(isManifest ? { description: cleaned(manifest.description.value, 1_024), _meta: metaOf(skill) } : {}),
    ...(mimeType === undefined ? {} : { mimeType }),
    size: madeOf(placed)?.byteLength ?? file.sizeBytes,
  };
}

/** The direct children of a directory; null: it is none. */
function childrenOf(catalog: Catalog, directory: string): Resource[] | null {
  const children = new Map<string, Resource>();
  for (const placed of filesOf(catalog)) {
    const uri = canonical(fileUri(placed.skill, placed.file.path));
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
