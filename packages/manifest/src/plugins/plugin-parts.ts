import { foldName } from "@gaia/archive";
import { isWithin } from "./folders.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";
import { namesIn, PLUGIN_MANIFESTS, type PluginManifest, PORTABLE_MANIFEST } from "./plugin-manifest.ts";

interface Places {
  said: PluginManifest;
  bytesOf: (path: string) => Uint8Array | undefined;
  /** Folders of plugins inside it. */
  nested: readonly string[];
  /** Folders of the skills that are taken; `""`: the root is one. */
  taken: readonly string[];
}

/** Where the parts of a kind lie unless a manifest says more: a folder or a file. */
const USUAL = {
  hook: ["hooks", "hooks.json", ".cursor/hooks.json"],
  server: [".mcp.json", ".lsp.json"],
  agent: ["agents", ".cursor/agents"],
  command: ["commands", ".cursor/commands"],
} as const;

/** What of a plugin is in none of its skills, by kind; and the files that are hooks or belong to them. */
export function partsOf(
  paths: readonly string[],
  { said, bytesOf, nested, taken }: Places,
): { leftOut: LeftOut[]; hookPaths: string[] } {
  const { places, inline } = said;
  // A manifest that names the whole plugin as a part's place says nothing of where that part is.
  const placed = (usual: readonly string[], named: readonly string[]) =>
    new Set([...usual, ...named.filter((place) => place !== "").map(foldName)]);
  const where = {
    hook: placed(USUAL.hook, places.hooks),
    server: placed(USUAL.server, places.servers),
    agent: placed(USUAL.agent, places.agents),
    command: placed(USUAL.command, places.commands),
  };
  const elsewhere = new Set([...taken, ...nested]);
  const isSkill = elsewhere.delete("");
  const found: Record<keyof typeof where | "file", string[]> = {
    hook: [],
    server: [],
    agent: [],
    command: [],
    file: [],
  };
  const kinds = ["hook", "server", "agent", "command"] as const;
  const named = placed([], places.hooks);
  const manifests = new Set<string>([...PLUGIN_MANIFESTS, PORTABLE_MANIFEST]);
  for (const path of paths) {
    // A disk that takes upper and lower case for one takes these names so too.
    const folded = foldName(path);
    if (manifests.has(folded)) continue;
    if (isWithin(path, elsewhere)) {
      // A skill that lies in a folder called hooks is one; what the manifest itself calls a hook is that, in a skill as well.
      if (isWithin(folded, named)) found.hook.push(path);
      continue;
    }
    const kind = kinds.find((one) => isWithin(folded, where[one])) ?? "file";
    // With a skill at the root everything stays with it but the hooks.
    if (kind === "hook" || !isSkill) found[kind].push(path);
  }
  const files = (kind: keyof typeof found) => found[kind];
  const hooks = files("hook");
  const events = [...namesIn(bytesOf("hooks/hooks.json"), "hooks"), ...inline.hooks];
  const servers = [
    ...namesIn(bytesOf(".mcp.json"), "mcpServers"),
    ...namesIn(bytesOf(".lsp.json"), "lspServers"),
    ...inline.servers,
  ];
  const hookNames = events.length > 0 ? events : hooks.length > 0 || !isSkill || !said.saysHooks ? hooks : ["hooks"];
  const leftOut = [
    leftOutOf("hook", hookNames),
    leftOutOf("server", isSkill ? [] : servers.length > 0 ? servers : files("server")),
    leftOutOf("agent", files("agent").map(shortName)),
    leftOutOf("command", files("command").map(shortName)),
    leftOutOf("plugin", nested),
    leftOutOf("file", files("file")),
  ];
  return { leftOut: leftOut.filter(({ count }) => count > 0), hookPaths: hooks };
}

/** `agents/review/security.md` is `security`. */
const shortName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\.[a-z]{1,5}$/, "");
