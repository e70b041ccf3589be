import { type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";
import type { AuditLogFilters, OwnAuditFilters } from "./audit-log.ts";

/** `audit-log`: of a skill, or of one's own account. */
export function addAuditVerb(skill: Command, verb: AddVerb): void {
  narrowed(
    verb<OwnAuditFilters>(
      skill,
      {
        line: "audit-log",
        description: "who did what to my account or to a skill of mine",
        example: "audit-log --skill web-search",
      },
      async (session, options) => (await import("./audit-log.ts")).ownAuditLog(session, options),
    ),
  )
    .option("--skill <name>", "what was done to this skill, for its publisher's owners and admins")
    .option("--mine", "what my account did and what was done to it; with --skill, what it did to that one")
    .option("--actor <handle>", "only what this one did to the skill");
}

/** `admin audit-log`: of everything. */
export function addAdminAuditVerb(admin: Command, verb: AddVerb): void {
  narrowed(
    verb<AuditLogFilters>(
      admin,
      {
        line: "audit-log",
        description: "who did what, newest first",
        example: "admin audit-log --target web-search@1.0.0",
      },
      async (session, options) => (await import("./audit-log.ts")).auditLog(session, options),
    ),
  )
    .option("--target <target>", "only what was done to this, as name@version or account:ada")
    .option("--actor <handle>", "only what this one did")
    .option("--skill <name>", "only what was done to this skill and its versions")
    .option("--account <handle>", "only what this account did, and what was done to it")
    .option("--publisher <handle>", "only what was done to this publisher and its skills")
    .option("--request <id>", "only what one request did");
}

const narrowed = (command: Command): Command =>
  command
    .option("--action <action>", "only this, as version.quarantine, or a family: version.*")
    .option("--since <time>", "from then on: 2026-03-15, 2026-03-15T10:30:00Z, or 7d")
    .option("--until <time>", "before then")
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended")
    .addOption(new Option("--export <format>", "all of it, into a file").choices(["csv", "ndjson"]))
    .option("-o, --output <file>", "that file");
