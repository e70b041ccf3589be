import { Argument, type Command, Option } from "commander";
import { addAdminAuditVerb } from "../account/audit-rows.ts";
import { type AddVerb, eachOf } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;
const reason = ["--reason <text>", "why; it is kept in the audit log"] as const;
const RESCAN_STATUSES = ["running", "paused", "completed", "cancelled"] as const;

/** What an admin does to the registry itself: `admin accounts|quota|advisories|audit-log|rescans`, and `clear`. */
export function addRegistryVerbs(admin: Command, verb: AddVerb): void {
  const accounts = admin.command("accounts").description("who may publish");
  verb<{ email?: string }>(
    accounts,
    "create <handle>",
    "make an account and its token",
    async (session, options, [handle]) =>
      (await import("./accounts.ts")).createAccount(session, { handle, ...options }),
  ).option("--email <address>", "where its owner is reached");
  addStandingVerbs(accounts, verb);
  verb(
    admin,
    "quota <publisher> [MiB]",
    "what a publisher takes in storage; or let it take so many MiB, none (no limit) or default",
    async (session, _options, [handle, wanted]) => (await import("./quota.ts")).quota(session, { handle, wanted }),
  );
  const advisories = admin.command("advisories").description("known vulnerabilities");
  verb(advisories, "import <file...>", "import OSV records", async (session, _options, files) =>
    (await import("./advisories.ts")).importAdvisories(session, { files }),
  );
  addAdminAuditVerb(admin, verb);
  verb<{ reason: string; yes?: boolean }>(
    admin,
    "clear <name@version>",
    "judge a version's findings harmless",
    async (session, options, [release]) => (await import("./clear.ts")).clear(session, { ...options, release }),
  )
    .requiredOption(...reason)
    .option("-y, --yes", "do not ask");
  addRescanVerbs(admin, verb);
}

/** `admin accounts list|role|suspend|reinstate`. */
function addStandingVerbs(accounts: Command, verb: AddVerb): void {
  verb<{
    handle?: string;
    role?: "user" | "admin";
    status?: "active" | "suspended" | "deleted";
    limit?: number;
    cursor?: string;
  }>(
    accounts,
    "list",
    "accounts, the oldest first",
    async (session, { handle, role, status, limit: count, cursor: from }) =>
      (await import("./accounts.ts")).listAccounts(session, { handle, role, status, limit: count, cursor: from }),
  )
    .option("--handle <handle>", "only this one")
    .addOption(new Option("--role <role>", "only these").choices(["user", "admin"]))
    .addOption(new Option("--status <status>", "only these").choices(["active", "suspended", "deleted"]))
    .option(...limit)
    .option(...cursor);
  verb(accounts, "role <handle>", "make it an admin's, or a user's again", async (session, _options, [handle, role]) =>
    (await import("./accounts.ts")).changeAccountRole(session, {
      handle,
      role: role === "admin" ? "admin" : "user",
    }),
  ).addArgument(new Argument("<role>", "what it will be").choices(["admin", "user"]));
  for (const decision of ["suspend", "reinstate"] as const)
    verb<{ reason: string }>(
      accounts,
      `${decision} <handle>`,
      decision === "suspend" ? "take its rights away; its skills stay" : "give them back",
      async (session, options, [handle]) =>
        (await import("./accounts.ts")).decideAccount(session, { ...options, handle, decision }),
    ).requiredOption(...reason);
}

function addRescanVerbs(admin: Command, verb: AddVerb): void {
  const rescans = admin.command("rescans").description("look at published versions again");
  verb<{ status?: (typeof RESCAN_STATUSES)[number]; limit?: number; cursor?: string }>(
    rescans,
    "list",
    "how they stand, newest first",
    async (session, { status, limit: count, cursor: from }) =>
      (await import("./rescans.ts")).listRescans(session, { status, limit: count, cursor: from }),
  )
    .addOption(new Option("--status <status>", "only these").choices(RESCAN_STATUSES))
    .option(...limit)
    .option(...cursor);
  verb<{ reason: string; skill?: string; scanner?: string[] }>(
    rescans,
    "start",
    "begin one",
    async (session, options) => (await import("./rescans.ts")).startRescan(session, options),
  )
    .requiredOption(...reason)
    .option("--skill <name>", "only the versions of this skill")
    .option("--scanner <name>", "only this scanner looks again", eachOf);
  for (const decision of ["resume", "cancel"] as const)
    verb<{ reason: string }>(
      rescans,
      `${decision} <id>`,
      decision === "resume" ? "apply what a paused one found" : "end one, and apply no more of it",
      async (session, options, [id]) =>
        (await import("./rescans.ts")).decideRescan(session, { ...options, id, decision }),
    ).requiredOption(...reason);
}
