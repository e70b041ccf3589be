import { foldName, type PackageFile } from "@gaia/archive";
import { isManifestName } from "../model/find-manifest.ts";
import { isWithin, topmost } from "./folders.ts";
import type { LeftOut } from "./left-out.ts";
import { partsOf } from "./plugin-parts.ts";
import {
  hasOwnKey,
  hooksOfMarketplaces,
  MARKETPLACES,
  PLUGIN_MANIFESTS,
  PORTABLE_MANIFEST,
  readPluginManifests,
} from "./plugin-manifest.ts";

/** A plugin, as far as a registry of skills has a use for it. Its texts are its author's. */
interface Plugin {
  name: string | null;
  version: string | null;
  title: string | null;
  /** Folders of skills, relative to the plugin's root; `""`: the root. Sorted. */
  skills: string[];
  leftOut: LeftOut[];
  /** The files that are hooks or belong to them: no skill may have them, whichever folder they are in. */
  hookPaths: string[];
  /** Why it is not clear which of its files are hooks; then nothing of it may be published. Null: it can. */
  unread: string | null;
}

/** The files of a plugin that are looked into, whatever case their names have; of all others the paths are enough. */
export const PLUGIN_FILES: readonly string[] = [
  ...PLUGIN_MANIFESTS,
  PORTABLE_MANIFEST,
  "hooks/hooks.json",
  ".mcp.json",
  ".lsp.json",
];

/** The same beside a skill alone: lists of plugins, of which the skill's own folder may be one. */
export const LIST_FILES: readonly string[] = MARKETPLACES;

/**
 * What a folder is as a plugin (decision 036). Null: it is none, or a skill without hooks that has a plugin's manifest beside its own.
 * A skill is without hooks if every such manifest is plain JSON that says none, and no path is one where hooks are looked for.
 * Pure, and linear in the paths.
 *
 * @param paths of its regular files, relative, separated by `/`
 * @param bytesOf the content of those of `PLUGIN_FILES` and `LIST_FILES` that are there; undefined also for one that is too large
 */
export function readPlugin(paths: readonly string[], bytesOf: (path: string) => Uint8Array | undefined): Plugin | null {
  const folded = paths.map(foldName);
  const filesOf = (names: readonly string[]) =>
    names.flatMap((name) =>
      paths.filter((_, index) => folded[index] === name).map((path) => ({ path, bytes: bytesOf(path) })),
    );
  const isSkill = paths.some(isSkillManifest);
  const [manifests, portable] = [filesOf(PLUGIN_MANIFESTS), filesOf([PORTABLE_MANIFEST])];
  const lists = isSkill ? filesOf(MARKETPLACES) : [];
  if (manifests.length + portable.length + lists.length === 0) return null;
  const said = readPluginManifests([...manifests, ...portable]);
  const nested = pluginFolders(paths);
  const skills = skillFolders(paths, { roots: ["skills", ...said.places.skills], nested });
  const parts = partsOf(paths, { said, bytesOf, nested, taken: isSkill ? ["", ...skills] : skills });
  const unread = said.unread ?? hooksOfMarketplaces(lists, folded);
  const isHooked = parts.hookPaths.length > 0 || said.saysHooks || unread !== null;
  const isPlugin = manifests.length > 0 || (said.name !== null && skills.length > 0);
  const mayBeSkill = isSkill || hasOwnKey(bytesOf("package.json"), "skill");
  if (!isPlugin && !(mayBeSkill && isHooked)) return null;
  if (isSkill && skills.length === 0 && !isHooked) return null;
  const { name, version, title } = said;
  return { name, version, title, skills: isSkill ? ["", ...skills] : skills, unread, ...parts };
}

/** A skill of a plugin: its folder there, the last part of that, and its files with the skill at the root. */
interface TakenSkill {
  folder: string;
  /** What its folder is called; of one at the root, null. The skill's own name stands in its manifest. */
  name: string | null;
  files: PackageFile[];
}

export type TakenApart = Omit<Plugin, "skills" | "hookPaths"> & { skills: TakenSkill[] };

/**
 * The skills of a plugin that came as files; null as `readPlugin`. One folder around everything, as archives have it, is taken off. No
 * hook is among the files of any skill, unless `unread` says why that is not clear.
 */
export function takeApart(all: readonly PackageFile[]): TakenApart | null {
  const files = withoutOuterFolder(all);
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const plugin = readPlugin([...byPath.keys()], (path) => byPath.get(path));
  if (plugin === null) return null;
  const hooks = new Set(plugin.hookPaths);
  const unhooked = files.filter(({ path }) => !hooks.has(path));
  const skills = plugin.skills.map((folder): TakenSkill => {
    if (folder === "") return { folder, name: null, files: rootSkill(unhooked, plugin.skills) };
    const own = filesBelow(unhooked, folder);
    // One that is a plugin of its own has no hook either.
    const inner = takeApart(own)?.skills.find((one) => one.folder === "");
    return { folder, name: folder.slice(folder.lastIndexOf("/") + 1), files: inner?.files ?? own };
  });
  const { name, version, title, leftOut, unread } = plugin;
  return { name, version, title, leftOut, unread, skills };
}

/** Everything but the plugin's manifests and what belongs to other skills or plugins in it. */
function rootSkill(files: readonly PackageFile[], skills: readonly string[]): PackageFile[] {
  const inner = pluginFolders(files.map(({ path }) => path));
  const others = new Set([...skills.filter((folder) => folder !== ""), ...inner]);
  const manifests = new Set<string>([...PLUGIN_MANIFESTS, PORTABLE_MANIFEST]);
  return files.filter(({ path }) => !isWithin(path, others) && !manifests.has(foldName(path)));
}

function withoutOuterFolder(files: readonly PackageFile[]): readonly PackageFile[] {
  if (files.some(({ path }) => isPluginManifest(path))) return files;
  const [outer] = /^[^/]+\//.exec(files[0]?.path ?? "") ?? [];
  if (outer === undefined || !files.every(({ path }) => path.startsWith(outer))) return files;
  const inner = filesBelow(files, outer.slice(0, -1));
  const isPlugin = inner.some(({ path }) => foldName(path) === PORTABLE_MANIFEST || isPluginManifest(path));
  return isPlugin ? inner : files;
}

const filesBelow = (files: readonly PackageFile[], folder: string): PackageFile[] =>
  files.flatMap(({ path, bytes }) =>
    path.startsWith(`${folder}/`) ? [{ path: path.slice(folder.length + 1), bytes }] : [],
  );

function isPluginManifest(path: string): boolean {
  const folded = foldName(path);
  return PLUGIN_MANIFESTS.some((manifest) => manifest === folded);
}

/** A `package.json` may belong to whatever holds the skills. */
const isSkillManifest = (path: string): boolean => isManifestName(path) && path !== "package.json";

/** The topmost folders below the root that are plugins and no skills. */
function pluginFolders(paths: readonly string[]): string[] {
  const skills = new Set(manifestFolders(paths));
  const found = paths.flatMap((path) => {
    const folded = foldName(path);
    const manifest = PLUGIN_MANIFESTS.find((one) => folded.endsWith(`/${one}`));
    // By its parts: what is folded may be of another length.
    const folder = manifest === undefined ? "" : path.split("/").slice(0, -manifest.split("/").length).join("/");
    return folder === "" || skills.has(folder) ? [] : [folder];
  });
  return topmost(found);
}

/** The topmost folders with a skill's manifest below these roots, and outside of plugins in between. */
function skillFolders(
  paths: readonly string[],
  { roots, nested }: { roots: readonly string[]; nested: readonly string[] },
): string[] {
  const [wanted, plugins] = [new Set(roots), new Set(nested)];
  const found = manifestFolders(paths).filter(
    (folder) =>
      folder !== "" &&
      isWithin(folder, wanted) &&
      !isWithin(folder, plugins) &&
      !folder.split("/").some((part) => part.startsWith(".") || part === "node_modules"),
  );
  return topmost(found);
}

const manifestFolders = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const at = path.lastIndexOf("/");
    return isSkillManifest(path.slice(at + 1)) ? [path.slice(0, Math.max(at, 0))] : [];
  });
