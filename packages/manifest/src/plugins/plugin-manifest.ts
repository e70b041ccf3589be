import { foldName } from "@gaia/archive";

/** The manifests of plugins, at a plugin's root; what the first of them says counts. */
export const PLUGIN_MANIFESTS = [
  ".claude-plugin/plugin.json",
  ".codex-plugin/plugin.json",
  ".cursor-plugin/plugin.json",
  "openclaw.plugin.json",
] as const;

/** The same by a name that is used for much else: it needs a name in it, and skills beside it. */
export const PORTABLE_MANIFEST = "plugin.json";

/** What lists plugins; one of them may be the folder itself, and its entry may have hooks. */
export const MARKETPLACES = [
  ".claude-plugin/marketplace.json",
  ".codex-plugin/marketplace.json",
  ".cursor-plugin/marketplace.json",
  ".agents/plugins/marketplace.json",
  ".github/plugin/marketplace.json",
  "marketplace.json",
] as const;

const LIMITS = { fileBytes: 256 * 1024, places: 1_000, text: 200 };

/** What the manifests of a plugin say, as far as it is of use here. */
export interface PluginManifest {
  name: string | null;
  version: string | null;
  title: string | null;
  /** The folders and files that they name for each kind of part, relative, without `./` and a slash at the end; `""` is the root. */
  places: Record<"skills" | "hooks" | "agents" | "commands" | "servers", string[]>;
  /** What stands in them itself. */
  inline: { hooks: string[]; servers: string[] };
  /** Whether one of them has a key `hooks`, in any case, whatever its value. */
  saysHooks: boolean;
  /** Why it is not clear what of the plugin is a hook; null: it can. */
  unread: string | null;
}

/** A file by its path in the plugin. `bytes`: absent where it is too large to be read. */
export interface ManifestFile {
  path: string;
  bytes: Uint8Array | undefined;
}

type Json = Record<string, unknown>;

/** What several manifests say together. Of what cannot be read, nothing but `unread`. */
export function readPluginManifests(files: readonly ManifestFile[]): PluginManifest {
  const read = files.map((file) => ({ ...file, json: file.bytes ? jsonObject(file.bytes) : null }));
  const all = read.map(({ json }) => json).filter((json) => json !== null);
  const first = (of: (json: Json) => string | null) => all.map(of).find((text) => text !== null) ?? null;
  const places = (...keys: string[]) => all.flatMap((json) => keys.flatMap((key) => placesOf(own(json, key))));
  const names = (...keys: string[]) => all.flatMap((json) => keys.flatMap((key) => keysOf(own(json, key))));
  const hooks = read.flatMap(({ path, json }) => hooksOf(json).map((said) => ({ path, said })));
  return {
    name: first((json) => textOf(own(json, "name")) ?? textOf(own(json, "id"))),
    version: first((json) => textOf(own(json, "version"))),
    title: first(
      (json) => textOf(own(json, "displayName")) ?? textOf(own(jsonOf(own(json, "interface")), "displayName")),
    ),
    places: {
      skills: places("skills"),
      hooks: hooks.flatMap(({ said }) => ("place" in said ? [said.place] : [])),
      agents: places("agents"),
      commands: places("commands"),
      servers: places("mcpServers", "lspServers"),
    },
    inline: {
      hooks: hooks.flatMap(({ said }) => ("names" in said ? said.names : [])),
      servers: names("mcpServers", "lspServers"),
    },
    saysHooks: all.some((json) => valuesOfHooks(json).length > 0),
    unread:
      read.map(whyUnread).find((why) => why !== null) ??
      hooks
        .map(({ path, said }) => ("unclear" in said ? `${path} ${said.unclear}` : null))
        .find((why) => why !== null) ??
      null,
  };
}

function whyUnread({ path, bytes, json }: ManifestFile & { json: Json | null }): string | null {
  if (json === null) {
    const isLarge = bytes === undefined || bytes.byteLength > LIMITS.fileBytes;
    return isLarge ? `${path} has more than 256 KiB` : `${path} is not plain JSON with an object in it`;
  }
  const lists = ["skills", "agents", "commands"].map((key) => ({ key, said: [own(json, key)].flat() }));
  const long = [...lists, { key: "hooks", said: valuesOfHooks(json).flat() }].find(
    ({ said }) => said.length > LIMITS.places,
  );
  return long === undefined ? null : `${path} has more than 1,000 ${long.key}`;
}

/**
 * Why a skill beside these lists of plugins may have hooks; null: none of them is read as having any.
 *
 * @param folded the paths of the package, as `foldName` makes them
 */
export function hooksOfMarketplaces(files: readonly ManifestFile[], folded: readonly string[]): string | null {
  for (const { path, bytes } of files) {
    const json = bytes === undefined ? null : jsonObject(bytes);
    if (json === null) return whyUnread({ path, bytes, json });
    if (hasKeyHooks(json)) return `${path} has hooks`;
    const hook = folded.find((one) => /(?:^|\/)hooks(?:\/|\.json$)/.test(one));
    if (own(json, "plugins") !== undefined && hook !== undefined)
      return `${path} lists plugins, and ${hook.slice(0, LIMITS.text)} may be a hook of one`;
  }
  return null;
}

const isHooks = (key: string): boolean => foldName(key) === "hooks";

/** At any depth; by a list and not by itself, since a file of brackets is as deep as it is long. */
function hasKeyHooks(json: Json): boolean {
  const open: object[] = [json];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!Array.isArray(one) && Object.keys(one).some(isHooks)) return true;
    for (const value of Object.values(one)) if (typeof value === "object" && value !== null) open.push(value);
  }
  return false;
}

const valuesOfHooks = (json: Json): unknown[] =>
  Object.entries(json).flatMap(([key, value]) => (isHooks(key) ? [value] : []));

type Hooks = { place: string } | { names: string[] } | { unclear: string };

/** What a manifest has under `hooks`: paths, hooks themselves, or lists of both. */
function hooksOf(json: Json | null): Hooks[] {
  const said = json === null ? [] : valuesOfHooks(json).flat();
  return said.slice(0, LIMITS.places).map((one): Hooks => {
    if (typeof one === "string") {
      const place = /[*?[\]~%]/.test(one) ? null : placeOf(one);
      const isPlace = place !== null && place !== "";
      return isPlace ? { place } : { unclear: `names hooks at "${one.slice(0, LIMITS.text)}", which is no file in it` };
    }
    const inline = jsonOf(one);
    if (inline !== null) return { names: keysOf(inline) };
    return one === null || one === false ? { names: [] } : { unclear: "has hooks that are neither paths nor objects" };
  });
}

/** Whether a file is a JSON object that has this key itself. */
export const hasOwnKey = (bytes: Uint8Array | undefined, key: string): boolean =>
  bytes !== undefined && own(jsonObject(bytes), key) !== undefined;

/** The keys of the object below `key` in a JSON file, or of the file itself where there is none; none of what cannot be read. */
export function namesIn(bytes: Uint8Array | undefined, key: string): string[] {
  const json = bytes === undefined ? null : jsonObject(bytes);
  if (json === null) return [];
  return keysOf(own(json, key) ?? json);
}

/** Null: it is too large, no UTF-8, or no JSON object. */
function jsonObject(bytes: Uint8Array): Json | null {
  if (bytes.byteLength > LIMITS.fileBytes) return null;
  try {
    // It takes a byte-order mark off.
    return jsonOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

// Any object has its keys as texts.
const jsonOf = (value: unknown): Json | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;

const own = (json: Json | null, key: string): unknown =>
  json !== null && Object.hasOwn(json, key) ? json[key] : undefined;

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, LIMITS.text) : null;

const keysOf = (value: unknown): string[] => Object.keys(jsonOf(value) ?? {}).map((key) => key.slice(0, LIMITS.text));

/** A path, or a list of them. One that leaves the plugin names nothing in it. */
function placesOf(value: unknown): string[] {
  const said = (Array.isArray(value) ? value : [value]).slice(0, LIMITS.places);
  return said.flatMap((one) => {
    const place = typeof one === "string" ? placeOf(one) : null;
    return place === null ? [] : [place];
  });
}

/** The place in the plugin that a path names, `..` and the client's own word for the plugin's folder resolved; null: none in it. */
function placeOf(text: string): string | null {
  const path = text.replace(/^\$\{\w{0,40}PLUGIN_ROOT\}(?=\/|$)/, ".");
  if (path.startsWith("/") || /[\\]|\$\{/.test(path)) return null;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/").normalize("NFC");
}
