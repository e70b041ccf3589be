import type { Command } from "commander";
import { type AddVerb, eachOf } from "./command-verb.ts";
import type { PlaceOption } from "./place.ts";
import { setEnabled } from "./verbs/enable.ts";
import { list } from "./verbs/list.ts";
import { remove } from "./verbs/remove.ts";
import { resolve, type ResolveInput } from "./verbs/resolve.ts";
import { outdated, update, type UpdateInput } from "./verbs/update.ts";
import { sync, type SyncInput } from "./verbs/sync.ts";
import { tree, why } from "./verbs/tree.ts";

export const IN_PROJECT = ["--project", "the skills of this project, not those of my home"] as const;

/** What is installed, in the home or in a project, and what becomes of it: `list` to `sync`. */
export function addPlaceVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption>(skill, "list", "show what is installed", (session, options) => list(session, options)).option(
    ...IN_PROJECT,
  );
  verb<Omit<UpdateInput, "names">>(
    skill,
    "update [name...]",
    "take newer versions of what is installed",
    (session, options, names: string[]) => update(session, { names, ...options }),
  )
    .option("--all", "everything that is installed")
    .option("--allow-experimental", "also versions that nobody vouches for")
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "take what the registry took back")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option("--force", "replace copies that were edited")
    .option("-y, --yes", "agree to what it asks for; not to another signer")
    .option(...IN_PROJECT);
  verb<PlaceOption>(skill, "outdated", "show what has newer versions", (session, options) =>
    outdated(session, options),
  ).option(...IN_PROJECT);
  verb<Omit<ResolveInput, "specs">>(
    skill,
    "resolve <name[@range]...>",
    "show what an install would take",
    (session, options, specs) => resolve(session, { specs, ...options }),
  )
    .option("--allow-experimental", "also skills that nobody vouches for")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option(...IN_PROJECT);
  verb<PlaceOption>(skill, "tree", "show what needs what", (session, options) => tree(session, options)).option(
    ...IN_PROJECT,
  );
  verb<PlaceOption>(skill, "why <name>", "show who asked for an installed skill", (session, options, [name]) =>
    why(session, { name, ...options }),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(skill, "remove <name>", "remove an installed skill", (session, options, [name]) =>
    remove(session, { name, ...options }),
  ).option(...IN_PROJECT);
  for (const word of ["enable", "disable"] as const)
    verb<PlaceOption>(
      skill,
      `${word} <name>`,
      word === "enable" ? "offer an installed skill to agents again" : "keep a skill installed, out of agents' sight",
      (session, options, [name]) => setEnabled(session, { name, enabled: word === "enable", ...options }),
    ).option(...IN_PROJECT);
  verb<SyncInput>(skill, "sync", "make this project's skills what its lock says", (session, options) =>
    sync(session, options),
  )
    .option("--check", "say what differs, and change nothing")
    .option("--home", "my home instead of this project")
    .option("-y, --yes", "agree to what the lock does not say that a person agreed to");
}
