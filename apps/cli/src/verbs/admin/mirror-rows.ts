import { MIRROR_APPROVALS, MIRROR_OUTCOMES, type MirrorApproval, type MirrorOutcome } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb, eachOf } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;

interface MirrorOptions {
  publisher?: string;
  prefix?: string;
  only?: string[];
  minAge?: number;
  approve?: MirrorApproval;
  follow?: boolean;
  name?: string;
}

/** Other registries and folders whose skills are taken into this registry: `admin mirror`, `admin mirrors list|show|run|stop`. */
export function addMirrorVerbs(admin: Command, verb: AddVerb): void {
  verb<MirrorOptions>(
    admin,
    {
      line: "mirror <address|folder>",
      asks: ([source = ""]) => `Take the skills of ${source} into the registry: their names stay taken.`,
      description: "take the skills of another registry, or of a folder, into this registry",
      example: "admin mirror https://hub.example.org --only 'web-*' --min-age 7 --approve publisher",
    },
    async (session, options, [source]) => (await import("./mirror.ts")).mirror(session, { ...options, source }),
  )
    .option("--publisher <handle>", "who has the skills here; your own handle without it")
    .option("--prefix <prefix>", "publish a name that is taken here as PREFIX-NAME; without it, it is left out")
    .option("--only <glob>", "only names like this; more than once for more", eachOf)
    .option("--min-age <days>", "leave younger versions until they are so old", Number)
    .addOption(new Option("--approve <what>", "what an admin has to approve first").choices(MIRROR_APPROVALS))
    .option("--follow", "list it again each six hours")
    .option("--name <text>", "of a folder: what it is called, where its own name says too little");
  const mirrors = addGroup(admin, { line: "mirrors", description: "how mirrors stand", example: "admin mirrors" });
  verb<{ limit?: number; cursor?: string }>(
    mirrors,
    { line: "list", description: "all of them, newest first", example: "admin mirrors list" },
    async (session, { limit: count, cursor: from }) =>
      (await import("./mirrors.ts")).listMirrors(session, { limit: count, cursor: from }),
  )
    .option(...limit)
    .option(...cursor);
  verb<{ outcome?: MirrorOutcome; limit?: number; cursor?: string }>(
    mirrors,
    {
      line: "show <id>",
      description: "one with the versions that its upstream listed, and what came of each",
      example: "admin mirrors show MIRROR-ID --outcome refused",
    },
    async (session, { outcome, limit: count, cursor: from }, [id]) =>
      (await import("./mirrors.ts")).showMirror(session, { id, outcome, limit: count, cursor: from }),
  )
    .addOption(new Option("--outcome <outcome>", "only these").choices(MIRROR_OUTCOMES))
    .option(...limit)
    .option(...cursor);
  for (const step of ["run", "stop"] as const)
    verb(
      mirrors,
      {
        line: `${step} <id>`,
        asks: ([id = ""]) => (step === "run" ? `Run mirror ${id}: what is new is taken.` : `Stop mirror ${id}.`),
        description: step === "run" ? "list its upstream again, and take what is new" : "stop one; what it took stays",
        example: `admin mirrors ${step} MIRROR-ID`,
      },
      async (session, _options, [id]) => (await import("./mirrors.ts")).steerMirror(session, { id, step }),
    );
}
