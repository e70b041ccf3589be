import type { Command } from "commander";
import { type AddVerb, eachOf } from "./command-verb.ts";
import { IN_PROJECT } from "./place-verbs.ts";
import type { PlaceOption } from "./place.ts";
import { type RequireOption, requiring } from "./session.ts";

const REQUIRE = ["--require-revocations", "refuse where its registry does not say now what it took back"] as const;
const OFFLINE = ["--offline", "go by the kept list of what its registry took back"] as const;

/** What runs a skill's own code, confined. */
export function addRunVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption & { allow?: string[]; allowPrivate?: string[]; offline?: boolean } & RequireOption>(
    skill,
    "run <name|dir> [tool] [json]",
    "run a tool of a skill in the sandbox, or show which it has",
    async (session, options, words: string[]) => {
      // Commander has made sure of the first.
      const [target = "", tool, input] = words;
      return (await import("./verbs/run.ts")).run(requiring(session, options), {
        target,
        tool,
        input,
        ...options,
      });
    },
  )
    .option("--allow <permission>", "give it this permission, too, this once", eachOf)
    .option("--allow-private <host>", "let this host lead into a private network or to this machine", eachOf)
    .option(...OFFLINE)
    .option(...REQUIRE)
    .option(...IN_PROJECT);
  verb<PlaceOption & { offline?: boolean } & RequireOption>(
    skill,
    "test <dir|name>",
    "run the tests that a skill brings, in the sandbox",
    async (session, options, [target]) =>
      (await import("./verbs/test.ts")).test(requiring(session, options), { target, ...options }),
  )
    .option(...OFFLINE)
    .option(...REQUIRE)
    .option(...IN_PROJECT);
}
