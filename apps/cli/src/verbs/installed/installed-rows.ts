import { AGENT_NAMES } from "@gaia/install/agents";
import { type Command, Option } from "commander";
import { portNumber, positiveNumber } from "../option-values.ts";
import { type AddVerb, eachOf, LEAST_TIER } from "../command-verb.ts";
import type { SourceOptions } from "../../installing/source-check.ts";
import { IN_PROJECT, type PlaceOption } from "../../session/place.ts";
import { type RequireOption, requiring } from "../../session/session.ts";
import type { AuditInput } from "./audit.ts";
import type { DashboardInput } from "./dashboard.ts";
import type { InstallInput } from "./install.ts";
import type { LocalOption } from "./local.ts";
import type { ResolveInput } from "./resolve.ts";
import type { SyncInput } from "./sync.ts";
import type { UpdateInput } from "./update.ts";

const LOCAL = ["--local", "the repository's own skills, in skills/ or .gaia/skills"] as const;

/** What is installed, in the home or in a project, and what becomes of it: `list` to `sync`. */
export function addPlaceVerbs(skill: Command, verb: AddVerb): void {
  verb<PlaceOption & LocalOption>(
    skill,
    { line: "list", description: "show what is installed", example: "list" },
    async (session, options) =>
      options.local === true
        ? (await import("./local.ts")).listLocal(session, options)
        : (await import("./list.ts")).list(session, options),
  )
    .option(...IN_PROJECT)
    .option(...LOCAL);
  verb<Omit<UpdateInput, "names"> & RequireOption>(
    skill,
    { line: "update [name...]", description: "take newer versions of what is installed", example: "update --all" },
    async (session, options, names: string[]) =>
      (await import("./update.ts")).update(requiring(session, options), { names, ...options }),
  )
    .option("--all", "everything that is installed")
    .option("--allow-experimental", "also experimental versions")
    .option("--allow-held", "also versions that are held for review")
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "install a revoked version")
    .option("--require-revocations", "refuse without a current revocation list")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option("--dry-run", "show what would be done, and do none of it")
    .option("--force", "replace copies that were edited")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("-y, --yes", "agree to what it asks for; not to another signer")
    .option(...IN_PROJECT);
  verb<PlaceOption>(
    skill,
    { line: "outdated", description: "show what has newer versions, and what was yanked", example: "outdated" },
    async (session, options) => (await import("./outdated.ts")).outdated(session, options),
  ).option(...IN_PROJECT);
  verb<Omit<ResolveInput, "specs">>(
    skill,
    {
      line: "resolve <name[@range]...>",
      description: "show what an install would take",
      example: "resolve web-search",
    },
    async (session, options, specs) => (await import("./resolve.ts")).resolve(session, { specs, ...options }),
  )
    .option("--allow-experimental", "also experimental skills")
    .option("--allow-held", "also what is held for review")
    .addOption(LEAST_TIER())
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option(...IN_PROJECT);
  verb<PlaceOption>(
    skill,
    { line: "tree", description: "show what needs what", example: "tree" },
    async (session, options) => (await import("./tree.ts")).tree(session, options),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(
    skill,
    { line: "why <name>", description: "show who asked for an installed skill", example: "why log" },
    async (session, options, [name]) => (await import("./tree.ts")).why(session, { name, ...options }),
  ).option(...IN_PROJECT);
  verb<PlaceOption>(
    skill,
    { line: "remove <name>", description: "remove an installed skill", example: "remove web-search" },
    async (session, options, [name]) => (await import("./remove.ts")).remove(session, { name, ...options }),
  ).option(...IN_PROJECT);
  addOfferVerbs(skill, verb);
  addDashboardVerb(skill, verb);
}

function addDashboardVerb(skill: Command, verb: AddVerb): void {
  verb<DashboardInput>(
    skill,
    {
      line: "dashboard",
      description: "show the skills of this machine in a browser, to enable and disable",
      example: "dashboard",
    },
    async (session, options) => (await import("./dashboard.ts")).dashboard(session, options),
  )
    .option("--port <port>", "the port of loopback; a free one unless given", portNumber, 0)
    .option("--no-open", "open no browser, and print the address alone")
    .option("--idle <minutes>", "end after so many minutes without use", positiveNumber, 30);
}

/** What of it agents are offered, and a place made what its lock says: `enable` to `sync`. */
function addOfferVerbs(skill: Command, verb: AddVerb): void {
  for (const word of ["enable", "disable"] as const) {
    const command = verb<PlaceOption & LocalOption & { yes?: boolean }>(
      skill,
      {
        line: `${word} <name>`,
        description:
          word === "enable"
            ? "offer an installed skill to agents again"
            : "keep a skill installed, out of agents' sight",
        example: { enable: "enable web-search", disable: "disable web-search" }[word],
      },
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
  verb<SyncInput>(
    skill,
    { line: "sync", description: "make this project's skills what its lock says", example: "sync --check" },
    async (session, options) => (await import("./sync.ts")).sync(session, options),
  )
    .option("--check", "say what differs, and change nothing")
    .option("--max-context <tokens>", "how much all skills may take of each conversation, or `none`: kept in the lock")
    .option("--offline", "use the cache alone, without asking any registry")
    .option("--home", "my home instead of this project")
    .addOption(new Option("--project", "this project, as without it").conflicts("home").hideHelp())
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("-y, --yes", "agree to what the lock does not say that a person agreed to");
}

/** `install`. */
export function addInstallVerb(skill: Command, verb: AddVerb): void {
  verb<Omit<InstallInput, "specs"> & RequireOption>(
    skill,
    { line: "install [name[@range]...]", description: "install skills", example: "install web-search@^1.2" },
    async (session, options, specs) =>
      (await import("./install.ts")).install(requiring(session, options), { specs, ...options }),
  )
    .option("--allow-experimental", "install experimental skills")
    .option("--allow-held", "take what is held for review, too")
    .addOption(LEAST_TIER())
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "install a revoked version")
    .option("--require-revocations", "refuse without a current revocation list")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option("--dry-run", "show what would be done, and do none of it")
    .option("--offline", "use the cache alone, without asking any registry")
    .option("--bundle <file>", "from this bundle of a registry whose key is pinned, without asking anybody")
    .option("--max-age <age>", "with --bundle: refuse one that is older than this, as 14d")
    .option(...IN_PROJECT)
    .option("--for <agent>", `copy it where this agent looks: ${AGENT_NAMES.join(", ")}`, eachOf)
    .option("--as-published", "copies keep the published bytes, also where agents do not read them")
    .option("--no-as-published", "copies as they are made without it, where it was given before")
    .option("--force", "replace copies that were edited, or that stand in the way")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("--collection <publisher/name>", "every skill of this collection", eachOf)
    .option("--agent <file>", "the skills of this AGENT.yaml")
    .option("-y, --yes", "agree to what it asks for; not to another signer");
}

/** `verify` and `audit`. */
export function addVerifyVerbs(skill: Command, verb: AddVerb): void {
  verb<{ offline?: boolean } & SourceOptions & PlaceOption>(
    skill,
    { line: "verify <name|dir>", description: "check an installed skill", example: "verify web-search" },
    async (session, options, [target]) => (await import("./verify.ts")).verify(session, { target, ...options }),
  )
    .option("--offline", "check no registry for revocations")
    .option(
      "--source <dir>",
      "hold its files against a folder of a commit in this git repository; also of name@version",
    )
    .option("--commit <commit>", "with --source: this commit, branch or tag")
    .option("--folder <folder>", "with --source: this folder; . is the root")
    .option(...IN_PROJECT);
  verb<AuditInput>(
    skill,
    { line: "audit", description: "check everything installed against its registries' revocations", example: "audit" },
    async (session, options) => (await import("./audit.ts")).audit(session, options),
  )
    .option("--offline", "use the lists that are stored here")
    .option(...IN_PROJECT)
    .option("--replay <name@version>", "run the registry's own analysers again, and compare what they say")
    .option(
      "--scanners <dir>",
      "with --replay: run Bandit and detect-secrets again, too, from a registry's environment",
    );
}
