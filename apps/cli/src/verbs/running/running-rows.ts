import type { Command } from "commander";
import type { ServeInput } from "./serve.ts";
import { type AddVerb, eachOf } from "../command-verb.ts";
import { IN_PROJECT, type PlaceOption } from "../../session/place.ts";
import { type RequireOption, requiring } from "../../session/session.ts";

const REQUIRE = ["--require-revocations", "refuse without a current revocation list"] as const;
const OFFLINE = ["--offline", "use the stored revocation list"] as const;

/** What runs a skill's own code, confined. */
export function addRunVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption & { allow?: string[]; allowPrivate?: string[]; offline?: boolean } & RequireOption>(
    skill,
    {
      line: "run <name|dir> [tool] [json]",
      description: "run a tool of a skill in the sandbox, or show which it has",
      example: `run web-search search_web '{"query": "tides"}'`,
    },
    async (session, options, words: string[]) => {
      // Commander has made sure of the first.
      const [target = "", tool, input] = words;
      return (await import("./run.ts")).run(requiring(session, options), {
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
    {
      line: "test <dir|name>",
      description: "run the tests that a skill brings, in the sandbox",
      example: "test ./my-skill",
    },
    async (session, options, [target]) =>
      (await import("./test.ts")).test(requiring(session, options), { target, ...options }),
  )
    .option(...OFFLINE)
    .option(...REQUIRE)
    .option(...IN_PROJECT);
  verb<ServeInput>(
    skill,
    { line: "serve", description: "offer what is installed and enabled to agents", example: "serve --mcp" },
    async (session, options) => (await import("./serve.ts")).serve(session, options),
  )
    .option("--mcp", "as a server of the Model Context Protocol, over standard input and output")
    .option("--dir <dir>", "the project whose skills are offered too; the current one unless given")
    .option("--home-only", "no project's skills")
    .option("--offline", "check no registry for revocations meanwhile");
}
