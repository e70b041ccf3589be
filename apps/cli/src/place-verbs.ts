import type { Command } from "commander";
import { type AddVerb, eachOf } from "./command-verb.ts";
import type { PlaceOption } from "./place.ts";
import { type RequireOption, requiring } from "./session.ts";
import type { LocalOption } from "./verbs/local.ts";
import type { ResolveInput } from "./verbs/resolve.ts";
import type { ServeInput } from "./verbs/serve.ts";
import type { SyncInput } from "./verbs/sync.ts";
import type { UpdateInput } from "./verbs/update.ts";

const LOCAL = ["--local", "the repository's own skills, in skills/ or .gaia/skills"] as const;
export const IN_PROJECT = ["--project", "the skills of this project, not those of my home"] as const;

/** What is installed, in the home or in a project, and what becomes of it: `list` to `sync`. */
export function addPlaceVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption & LocalOption>(skill, "list", "show what is installed", async (session, options) =>
    options.local === true
      ? (await import("./verbs/local.ts")).listLocal(session, options)
      : (await import("./verbs/list.ts")).list(session, options),
  )
    .option(...IN_PROJECT)
    .option(...LOCAL);
  verb<Omit<UpdateInput, "names"> & RequireOption>(
    skill,
    "update [name...]",
    "take newer versions of what is installed",
    async (session, options, names: string[]) =>
      (await import("./verbs/update.ts")).update(requiring(session, options), { names, ...options }),
  )
    .option("--all", "everything that is installed")
    .option("--allow-experimental", "also versions that nobody vouches for")
    .option("--allow-held", "also versions that are held for review")
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "take what the registry took back")
    .option("--require-revocations", "refuse where the registry does not say now what it took back")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option("--dry-run", "show what would be done, and do none of it")
    .option("--force", "replace copies that were edited")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("-y, --yes", "agree to what it asks for; not to another signer")
    .option(...IN_PROJECT);
  verb<PlaceOption>(skill, "outdated", "show what has newer versions", async (session, options) =>
    (await import("./verbs/update.ts")).outdated(session, options),
  ).option(...IN_PROJECT);
  verb<Omit<ResolveInput, "specs">>(
    skill,
    "resolve <name[@range]...>",
    "show what an install would take",
    async (session, options, specs) => (await import("./verbs/resolve.ts")).resolve(session, { specs, ...options }),
  )
    .option("--allow-experimental", "also skills that nobody vouches for")
    .option("--allow-held", "also what is held for review")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option(...IN_PROJECT);
  verb<PlaceOption>(skill, "tree", "show what needs what", async (session, options) =>
    (await import("./verbs/tree.ts")).tree(session, options),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(skill, "why <name>", "show who asked for an installed skill", async (session, options, [name]) =>
    (await import("./verbs/tree.ts")).why(session, { name, ...options }),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(skill, "remove <name>", "remove an installed skill", async (session, options, [name]) =>
    (await import("./verbs/remove.ts")).remove(session, { name, ...options }),
  ).option(...IN_PROJECT);
  addOfferVerbs(skill, verb);
}

/** What of it agents are offered, and a place made what its lock says: `enable` to `sync`. */
function addOfferVerbs(skill: Command, verb: AddVerb): void {
  for (const word of ["enable", "disable"] as const) {
    const command = verb<PlaceOption & LocalOption & { yes?: boolean }>(
      skill,
      `${word} <name>`,
      word === "enable" ? "offer an installed skill to agents again" : "keep a skill installed, out of agents' sight",
      async (session, options, [name]) => {
        const input = { name, enabled: word === "enable", ...options };
        if (options.local === true) return (await import("./verbs/local.ts")).enableLocal(session, input);
        return (await import("./verbs/enable.ts")).setEnabled(session, input);
      },
    )
      .option(...IN_PROJECT)
      .option(...LOCAL);
    if (word === "enable")
      command.option("-y, --yes", "also where a local one was changed since, or reaches into a private network");
  }
  verb<ServeInput>(skill, "serve", "offer what is installed and enabled to agents", async (session, options) =>
    (await import("./verbs/serve.ts")).serve(session, options),
  )
    .option("--mcp", "as a server of the Model Context Protocol, over standard input and output")
    .option("--dir <dir>", "the project whose skills are offered too; the current one unless given")
    .option("--home-only", "no project's skills")
    .option("--offline", "ask no registry what it took back meanwhile");
  verb<SyncInput>(skill, "sync", "make this project's skills what its lock says", async (session, options) =>
    (await import("./verbs/sync.ts")).sync(session, options),
  )
    .option("--check", "say what differs, and change nothing")
    .option("--offline", "go by the cache alone: nobody is asked what happened since")
    .option("--home", "my home instead of this project")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("-y, --yes", "agree to what the lock does not say that a person agreed to");
}
