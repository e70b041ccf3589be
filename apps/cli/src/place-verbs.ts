import type { Command } from "commander";
import type { AddVerb } from "./command-verb.ts";
import type { PlaceOption } from "./place.ts";
import { setEnabled } from "./verbs/enable.ts";
import { list } from "./verbs/list.ts";
import { remove } from "./verbs/remove.ts";
import { sync, type SyncInput } from "./verbs/sync.ts";

export const IN_PROJECT = ["--project", "the skills of this project, not those of my home"] as const;

/** What is installed, here or in a project: `list`, `remove`, `enable`, `disable`, `sync`. */
export function addPlaceVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption>(skill, "list", "show what is installed", (session, options) => list(session, options)).option(
    ...IN_PROJECT,
  );
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
