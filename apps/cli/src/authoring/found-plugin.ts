import { readdir } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { foldName, isSystemJunk, type PackageFile, writeZip } from "@gaia/archive";
import {
  isManifestName,
  type LeftOut,
  leftOutOf,
  LIST_FILES,
  PLUGIN_FILES,
  readPlugin,
  takeApart,
  NEVER_PACKED,
} from "@gaia/manifest";
import { kindOf, readRegularFile } from "@gaia/install/installed";
import { refused } from "../failures/failures.ts";
import { type AuthorPackage, readAuthorPackage } from "./author-package.ts";
import { readLeavingOut } from "./leaving-out.ts";

const LIMITS = { depth: 16, entries: 50_000, fileBytes: 256 * 1024 };

/** A plugin on the author's disk (decision 036). */
export interface FoundPlugin {
  name: string | null;
  version: string | null;
  title: string | null;
  leftOut: LeftOut[];
  /** Why it is not clear which of its files are hooks; then none of it may be sent. Null: it can. */
  unread: string | null;
  /** `path`: where each lies, or, in an archive, the archive's path and its folder there. */
  skills: { path: string; read(): Promise<AuthorPackage> }[];
}

/** What a path is as a plugin; null: it is none, or nothing is there. Throws exit 4 for a folder or an archive that is too large. */
export async function findPlugin(path: string): Promise<FoundPlugin | null> {
  const kind = await kindOf(join(resolve(path), sep));
  if (kind === "directory") return inFolder(path);
  const isPackage = (await kindOf(resolve(path))) === "file" && !/.\.skill\.md$/i.test(path);
  return isPackage ? inArchive(path) : null;
}

async function inArchive(path: string): Promise<FoundPlugin | null> {
  const plugin = takeApart((await readAuthorPackage(path)).files);
  if (plugin === null) return null;
  const { name, version, title, leftOut, unread } = plugin;
  const skills = plugin.skills.map(({ folder, files }) => ({
    path: folder === "" ? path : `${path}:${folder}`,
    read: async () => packed(files),
  }));
  return { name, version, title, leftOut, unread, skills };
}

async function inFolder(path: string): Promise<FoundPlugin | null> {
  const texts = await findTexts(path);
  if (texts.size === 0) return null;
  const { paths, links } = await listFolder(path);
  const plugin = readPlugin(paths, (name) => texts.get(name) ?? undefined);
  if (plugin === null) return null;
  const hooks = new Set(plugin.hookPaths);
  const skills = plugin.skills.map((folder) => ({
    path: folder === "" ? path : join(path, folder),
    async read() {
      const read = await readAuthorPackage(join(path, folder));
      const own = folder === "" ? "" : `${folder}/`;
      const files = read.files.filter((file) => !hooks.has(`${own}${file.path}`));
      // At the root, and where it is a plugin of its own: the skill alone.
      const within = takeApart(folder === "" ? read.files : files);
      const alone = within?.skills.find((one) => one.folder === "")?.files ?? files;
      return { ...read, ...packed(alone), leftOut: read.leftOut, ignored: read.ignored, notes: read.notes };
    },
  }));
  const beside = links.filter((link) => !plugin.skills.some((folder) => link.startsWith(`${folder}/`)));
  const linked = beside.length === 0 ? [] : [leftOutOf("link", beside)];
  const { name, version, title, unread } = plugin;
  return { name, version, title, unread, leftOut: [...plugin.leftOut, ...linked], skills };
}

/** The files that a plugin is known by, in whatever case their names are; null: too large to be one of these. */
async function findTexts(root: string): Promise<Map<string, Uint8Array | null>> {
  const atRoot = await readdir(root);
  // A list of plugins alone makes none of a folder; beside a skill it may have hooks.
  const wanted = [...PLUGIN_FILES, ...(atRoot.some((name) => isManifestName(name)) ? LIST_FILES : [])];
  const found = new Map<string, Uint8Array | null>();
  const look = async (names: readonly string[], folder: string): Promise<void> => {
    for (const name of names) {
      const path = `${folder}${name.normalize("NFC")}`;
      const folded = foldName(path);
      const place = join(root, folder, name);
      if (wanted.includes(folded)) {
        if ((await kindOf(place)) === "file")
          found.set(path, (await readRegularFile(place, LIMITS.fileBytes))?.bytes ?? null);
      } else if (wanted.some((one) => one.startsWith(`${folded}/`)) && (await kindOf(join(place, sep))) === "directory")
        await look(await readdir(place), `${path}/`);
    }
  };
  await look(atRoot, "");
  return found;
}

function packed(files: PackageFile[]): AuthorPackage {
  const upload = { bytes: writeZip(files), mediaType: "application/zip" } as const;
  return { files, upload, leftOut: null, ignored: [], notes: [] };
}

/** Regular files and links, but for what the author's rules leave out. No link is followed. */
async function listFolder(root: string): Promise<{ paths: string[]; links: string[] }> {
  const { ignores } = await readLeavingOut(root, NEVER_PACKED);
  const found = { paths: [] as string[], links: [] as string[] };
  let left = LIMITS.entries;
  const look = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    left -= entries.length;
    if (left < 0 || depth > LIMITS.depth)
      throw refused(
        "package_too_large",
        `${root} has too many files or folders for a plugin`,
        "name one of its skills",
      );
    for (const entry of entries) {
      const path = (folder === "" ? entry.name : `${folder}/${entry.name}`).normalize("NFC");
      if (NEVER_PACKED.has(entry.name) || isSystemJunk(path) || ignores(path, entry.isDirectory())) continue;
      if (entry.isSymbolicLink()) found.links.push(path);
      else if (entry.isFile()) found.paths.push(path);
      else if (entry.isDirectory()) await look(path, depth + 1);
    }
  };
  await look("", 0);
  return found;
}
