import { Argument, type Command, Option } from "commander";
import { addAdminAuditVerb } from "../account/audit-rows.ts";
import { addGroup, type AddVerb, eachOf } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;
const reason = ["--reason <text>", "why; it is kept in the audit log"] as const;
const ROLE_MEANS = {
  admin: "an admin: it may then decide about every skill and account",
  user: "a user's: it loses every right of an admin at once",
};
const STANDING_MEANS = {
  suspend: (handle = "") => `Suspend ${handle}: its tokens and sessions are refused at once, and its skills stay.`,
  reinstate: (handle = "") => `Reinstate ${handle}: it may again do all that it could.`,
};
const RESCAN_MEANS = {
  resume: (id = "") =>
    `Resume re-scan ${id}: what it found is applied, which can hold or quarantine published versions.`,
  cancel: (id = "") => `Cancel re-scan ${id}: nothing more of it is applied.`,
};
const RESCAN_STATUSES = ["running", "paused", "completed", "cancelled"] as const;

/** What an admin does to the registry itself: `admin accounts|quota|advisories|audit-log|rescans`, and `clear`. */
export function addRegistryVerbs(admin: Command, verb: AddVerb): void {
  const accounts = addGroup(admin, { line: "accounts", description: "who may publish", example: "admin accounts" });
  verb<{ email?: string }>(
    accounts,
    { line: "create <handle>", description: "make an account and its token", example: "admin accounts create ada" },
    async (session, options, [handle]) =>
      (await import("./accounts.ts")).createAccount(session, { handle, ...options }),
  ).option("--email <address>", "where its owner is reached");
  addStandingVerbs(accounts, verb);
  addInvitationVerbs(admin, verb);
  verb<{ clear?: boolean }>(
    admin,
    {
      line: "announce [text]",
      asks: ([text], { clear }) =>
        clear === true
          ? "Take the announcement away from every page."
          : text === undefined
            ? null
            : `Show this on top of every page, to everybody who reads here: ${text}`,
      description: "one line of text on top of every page; without a text, what stands there",
      example: 'admin announce "Maintenance on Sunday from 08:00 to 09:00 UTC"',
    },
    async (session, { clear }, [text]) =>
      (await import("./announce.ts")).announce(session, { text, clear: clear === true }),
  ).option("--clear", "take it away");
  verb(
    admin,
    {
      line: "quota <publisher> [MiB]",
      asks: ([handle, wanted]) => (wanted === undefined ? null : `Change the quota of ${handle} to ${wanted}.`),
      description: "what a publisher takes in storage; or let it take so many MiB, none (no limit) or default",
      example: "admin quota ada 4096",
    },
    async (session, _options, [handle, wanted]) => (await import("./quota.ts")).quota(session, { handle, wanted }),
  );
  const advisories = addGroup(admin, {
    line: "advisories",
    description: "known vulnerabilities",
    example: "admin advisories",
  });
  verb(
    advisories,
    { line: "import <file...>", description: "import OSV records", example: "admin advisories import osv.json" },
    async (session, _options, files) => (await import("./advisories.ts")).importAdvisories(session, { files }),
  );
  addAdminAuditVerb(admin, verb);
  verb<{ reason: string; yes?: boolean }>(
    admin,
    {
      line: "clear <name@version>",
      description: "judge a version's findings harmless",
      example: `admin clear web-search@1.0.0 --reason "the finding is a test's"`,
    },
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
    { line: "list", description: "accounts, the oldest first", example: "admin accounts list --status suspended" },
    async (session, { handle, role, status, limit: count, cursor: from }) =>
      (await import("./accounts.ts")).listAccounts(session, { handle, role, status, limit: count, cursor: from }),
  )
    .option("--handle <handle>", "only this one")
    .addOption(new Option("--role <role>", "only these").choices(["user", "admin"]))
    .addOption(new Option("--status <status>", "only these").choices(["active", "suspended", "deleted"]))
    .option(...limit)
    .option(...cursor);
  verb(
    accounts,
    {
      line: "role <handle>",
      asks: ([handle, role]) => `Make the account ${handle} ${ROLE_MEANS[role === "admin" ? "admin" : "user"]}.`,
      description: "make it an admin's, or a user's again",
      example: "admin accounts role ada admin",
    },
    async (session, _options, [handle, role]) =>
      (await import("./accounts.ts")).changeAccountRole(session, {
        handle,
        role: role === "admin" ? "admin" : "user",
      }),
  ).addArgument(new Argument("<role>", "what it will be").choices(["admin", "user"]));
  for (const decision of ["suspend", "reinstate"] as const)
    verb<{ reason: string }>(
      accounts,
      {
        line: `${decision} <handle>`,
        asks: ([handle]) => STANDING_MEANS[decision](handle),
        description: decision === "suspend" ? "take its rights away; its skills stay" : "give them back",
        example: {
          suspend: 'admin accounts suspend eve --reason "publishes malware"',
          reinstate: 'admin accounts reinstate eve --reason "the account was stolen"',
        }[decision],
      },
      async (session, options, [handle]) =>
        (await import("./accounts.ts")).decideAccount(session, { ...options, handle, decision }),
    ).requiredOption(...reason);
}

function addRescanVerbs(admin: Command, verb: AddVerb): void {
  const rescans = addGroup(admin, {
    line: "rescans",
    description: "look at published versions again",
    example: "admin rescans",
  });
  verb<{ status?: (typeof RESCAN_STATUSES)[number]; limit?: number; cursor?: string }>(
    rescans,
    { line: "list", description: "how they stand, newest first", example: "admin rescans list" },
    async (session, { status, limit: count, cursor: from }) =>
      (await import("./rescans.ts")).listRescans(session, { status, limit: count, cursor: from }),
  )
    .addOption(new Option("--status <status>", "only these").choices(RESCAN_STATUSES))
    .option(...limit)
    .option(...cursor);
  verb<{ reason: string; skill?: string; scanner?: string[] }>(
    rescans,
    {
      line: "start",
      asks: (_words, { skill }) =>
        `Scan every published version${skill === undefined ? "" : ` of ${skill}`} again: a verdict that changes can hold or quarantine it.`,
      description: "begin one",
      example: 'admin rescans start --reason "new rules" --skill web-search',
    },
    async (session, options) => (await import("./rescans.ts")).startRescan(session, options),
  )
    .requiredOption(...reason)
    .option("--skill <name>", "only the versions of this skill")
    .option("--scanner <name>", "only this scanner looks again", eachOf);
  for (const decision of ["resume", "cancel"] as const)
    verb<{ reason: string }>(
      rescans,
      {
        line: `${decision} <id>`,
        asks: ([id]) => RESCAN_MEANS[decision](id),
        description: decision === "resume" ? "apply what a paused one found" : "end one, and apply no more of it",
        example: {
          resume: 'admin rescans resume RESCAN-ID --reason "as expected"',
          cancel: 'admin rescans cancel RESCAN-ID --reason "too many"',
        }[decision],
      },
      async (session, options, [id]) =>
        (await import("./rescans.ts")).decideRescan(session, { ...options, id, decision }),
    ).requiredOption(...reason);
}

function addInvitationVerbs(admin: Command, verb: AddVerb): void {
  verb(
    admin,
    {
      line: "invite [address]",
      description: "invite a person to make an account, by a link that is mailed where an address is given",
      example: "admin invite ada@example.org",
    },
    async (session, _options, [email]) => (await import("./invite.ts")).invite(session, { email }),
  );
  const invitations = addGroup(admin, {
    line: "invitations",
    description: "invitations that were not used",
    example: "admin invitations list",
  });
  verb(
    invitations,
    { line: "list", description: "those that can be used still", example: "admin invitations list" },
    async (session) => (await import("./invite.ts")).listInvitations(session),
  );
  verb(
    invitations,
    { line: "revoke <id>", description: "make one worth nothing", example: "admin invitations revoke INVITATION-ID" },
    async (session, _options, [id]) => (await import("./invite.ts")).revokeInvitation(session, { id }),
  );
}
