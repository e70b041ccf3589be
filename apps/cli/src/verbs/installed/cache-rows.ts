import type { Command } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";

/** `cache list|verify|clean`. */
export function addCacheVerbs(skill: Command, verb: AddVerb): void {
  const cache = addGroup(skill, {
    line: "cache",
    description: "what is kept of what was fetched",
    example: "cache list",
  });
  verb(
    cache,
    { line: "list", description: "show what can be installed offline", example: "cache list" },
    async (session) => (await import("../installed/cache.ts")).listCache(session),
  );
  verb(
    cache,
    { line: "verify", description: "hold it against its digests", example: "cache verify" },
    async (session) => (await import("../installed/cache.ts")).checkCache(session),
  );
  verb(
    cache,
    { line: "clean [name...]", description: "take it away, or all of these skills", example: "cache clean web-search" },
    async (session, _options, names: string[]) => (await import("../installed/cache.ts")).clean(session, { names }),
  );
}
