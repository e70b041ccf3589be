import type { Command } from "commander";
import { type AddVerb, eachOf } from "../command-verb.ts";
import { IN_PROJECT, type PlaceOption } from "../../session/place.ts";
import { type RequireOption, requiring } from "../../session/session.ts";
import type { LocalOption } from "./local.ts";
import type { ResolveInput } from "./resolve.ts";
import type { SyncInput } from "./sync.ts";
import type { UpdateInput } from "./update.ts";

const LOCAL = ["--local", "the repository's own skills, in skills/ or .gaia/skills"] as const;

/** What is installed, in the home or in a project, and what becomes of it: `list` to `sync`. */
export function addPlaceVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption & LocalOption>(skill, "list", "show what is installed", async (session, options) =>
    options.local === true
      ? (await import("./local.ts")).listLocal(session, options)
      : (await import("./list.ts")).list(session, options),
  )
    .option(...IN_PROJECT)
    .option(...LOCAL);
  verb<Omit<UpdateInput, "names"> & RequireOption>(
    skill,
    "update [name...]",
    "take newer versions of what is installed",
    async (session, options, names: string[]) =>
      (await import("./update.ts")).update(requiring(session, options), { names, ...options }),
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
    (await import("./update.ts")).outdated(session, options),
  ).option(...IN_PROJECT);
  verb<Omit<ResolveInput, "specs">>(
    skill,
    "resolve <name[@range]...>",
    "show what an install would take",
    async (session, options, specs) => (await import("./resolve.ts")).resolve(session, { specs, ...options }),
  )
    .option("--allow-experimental", "also skills that nobody vouches for")
    .option("--allow-held", "also what is held for review")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option(...IN_PROJECT);
  verb<PlaceOption>(skill, "tree", "show what needs what", async (session, options) =>
    (await import("./tree.ts")).tree(session, options),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(skill, "why <name>", "show who asked for an installed skill", async (session, options, [name]) =>
    (await import("./tree.ts")).why(session, { name, ...options }),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(skill, "remove <name>", "remove an installed skill", async (session, options, [name]) =>
    (await import("./remove.ts")).remove(session, { name, ...options }),
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
        if (options.local === true) return (await import("./local.ts")).enableLocal(session, input);
        return (await import("./enable.ts")).setEnabled(session, input);
      },
    )
      .option(...IN_PROJECT)
      .option(...LOCAL);
    if (word === "enable")
      command.option("-y, --yes", "also where a local one was changed since, or reaches into a private network");
  }
  verb<SyncInput>(skill, "sync", "make this project's skills what its lock says", async (session, options) =>
    (await import("./sync.ts")).sync(session, options),
  )
    .option("--check", "say what differs, and change nothing")
    .option("--offline", "go by the cache alone: nobody is asked what happened since")
    .option("--home", "my home instead of this project")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("-y, --yes", "agree to what the lock does not say that a person agreed to");
}
