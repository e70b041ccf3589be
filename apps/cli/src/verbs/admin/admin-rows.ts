import { LOWER_TIERS } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import { addBundleVerbs } from "./bundle-rows.ts";
import { addMirrorVerbs } from "./mirror-rows.ts";
import { addCaseVerbs } from "./case-rows.ts";
import { addHoldVerbs } from "./hold-rows.ts";
import { addRegistryVerbs } from "./registry-rows.ts";

const reason = ["--reason <text>", "why; it is kept in the audit log"] as const;

/** `admin …`: the registry itself, cases, audit requests (`queue|approve|reject`) and versions. */
export function addAdminVerbs(skill: Command, verb: AddVerb): void {
  const admin = addGroup(skill, {
    line: "admin",
    description: "decide as an admin of the registry",
    example: "admin queue",
  });
  addRegistryVerbs(admin, verb);
  addBundleVerbs(admin, verb);
  addMirrorVerbs(admin, verb);
  addCaseVerbs(admin, verb);
  addHoldVerbs(admin, verb);
  verb<{ status?: string }>(
    admin,
    { line: "queue", description: "audit requests, oldest first", example: "admin queue" },
    async (session, options) => (await import("./admin.ts")).queue(session, options),
  ).option("--status <status>", "pending, approved, rejected or withdrawn");
  for (const decision of ["approve", "reject"] as const) {
    const command = verb<{ reason: string; npmPackage?: string; yes?: boolean }>(
      admin,
      {
        line: `${decision} <promotion-id>`,
        description: `${decision} an audit request`,
        example: {
          approve: 'admin approve PROMOTION-ID --reason "read every file"',
          reject: 'admin reject PROMOTION-ID --reason "the shell is not needed"',
        }[decision],
      },
      async (session, options, [id]) => (await import("./admin.ts")).decide(session, { decision, id, ...options }),
    )
      .requiredOption(...reason)
      .option("-y, --yes", "do not ask");
    if (decision === "approve")
      command.option("--npm-package <name>", "the npm package you found to be this MiaOS skill's");
  }
  addVersionVerbs(admin, verb);
}

/** `admin quarantine|demote|undo-demotion|purge|unyank|release`. */
function addVersionVerbs(admin: Command, verb: AddVerb): void {
  verb<{ reason: string }>(
    admin,
    {
      line: "quarantine <name@version>",
      asks: ([name]) => `Quarantine ${name}: its downloads and installs are refused until an admin releases it.`,
      description: "withhold a version from everybody",
      example: 'admin quarantine web-search@1.0.0 --reason "reported"',
    },
    async (session, options, [name]) => (await import("./admin.ts")).quarantine(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; to?: string }>(
    admin,
    {
      line: "demote <name@version>",
      asks: ([name], { to }) => `Demote ${name} to ${to}: installs that ask for a higher tier refuse it.`,
      description: "take a version's tier away; it stays served",
      example: 'admin demote web-search@1.0.0 --reason "the audit missed it" --to community',
    },
    async (session, options, [name]) => (await import("./demote.ts")).demote(session, { ...options, release: name }),
  )
    .requiredOption(...reason)
    .addOption(new Option("--to <tier>", "down to this tier").choices(LOWER_TIERS).default("experimental"));
  verb<{ reason: string }>(
    admin,
    {
      line: "undo-demotion <name@version>",
      asks: ([name]) => `Give ${name} the tier back that an admin's demotion took.`,
      description: "give a version the tier back that an admin's demotion took",
      example: 'admin undo-demotion web-search@1.0.0 --reason "read again"',
    },
    async (session, options, [name]) =>
      (await import("./demote.ts")).undoDemotion(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; yes?: boolean }>(
    admin,
    {
      line: "purge <name@version>",
      description: "take any version away for good",
      example: 'admin purge web-search@1.0.0 --reason "ordered by a court"',
    },
    async (session, options, [name]) =>
      (await import("../release/purge.ts")).purge(session, { ...options, release: name, asAdmin: true }),
  )
    .requiredOption(...reason)
    .option("-y, --yes", "do not ask");
  verb<{ reason: string }>(
    admin,
    {
      line: "unyank <name@version>",
      asks: ([name]) => `Bring the yanked ${name} back: plain installs take it again.`,
      description: "bring anybody's yanked version back",
      example: 'admin unyank web-search@1.0.0 --reason "yanked by mistake"',
    },
    async (session, options, [name]) =>
      (await import("../release/unyank.ts")).unyankAny(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string }>(
    admin,
    {
      line: "release <name@version>",
      asks: ([name]) => `End the quarantine of ${name}: everybody who could can read and install it again.`,
      description: "end a quarantine",
      example: 'admin release web-search@1.0.0 --reason "nothing found"',
    },
    async (session, options, [name]) => (await import("./admin.ts")).release(session, { ...options, release: name }),
  ).requiredOption(...reason);
}
