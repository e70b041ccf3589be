import { APPEAL_STATUSES, REPORT_EFFECTS, REPORT_STATUSES } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;
const reason = [
  "--reason <text>",
  "the reason; reporter and publisher are notified, and the audit log keeps it",
] as const;

/** What upholding a report does, as the person who decides is asked. */
const EFFECT_MEANS = {
  quarantine: (version?: string) => `${versionMeant(version)} is quarantined, and its installs are refused.`,
  demotion: (version?: string) => `${versionMeant(version)} loses its tier, and stays served.`,
};
const versionMeant = (version?: string) =>
  version === undefined ? "the version that it is about" : `version ${version}`;
const APPEAL_MEANS = {
  grant: (id: string) => `Grant the appeal of case ${id}: what upholding its report did is undone.`,
  reject: (id: string) => `Reject the appeal of case ${id}: the decision stands, and there is no second appeal.`,
};

/** `admin reports list|show|uphold|dismiss`, `admin appeals list|grant|reject`. */
export function addCaseVerbs(admin: Command, verb: AddVerb): void {
  const reports = addGroup(admin, {
    line: "reports",
    description: "what people report of skills",
    example: "admin reports",
  });
  verb<{ status?: (typeof REPORT_STATUSES)[number]; skill?: string; limit?: number; cursor?: string }>(
    reports,
    {
      line: "list",
      description: "cases, oldest first; the open ones unless another status is named",
      example: "admin reports list --status upheld",
    },
    async (session, { status, skill, limit: count, cursor: from }) => {
      const page = { skill, limit: count, cursor: from, ...(status !== undefined && { status }) };
      return (await import("./admin-reports.ts")).listReports(session, page);
    },
  )
    .addOption(new Option("--status <status>", "only these").choices(REPORT_STATUSES))
    .option("--skill <name>", "only of this skill")
    .option(...limit)
    .option(...cursor);
  verb(
    reports,
    { line: "show <case-id>", description: "all that is known of a case", example: "admin reports show CASE-ID" },
    async (session, _options, [id]) => (await import("./admin-reports.ts")).showReport(session, { id }),
  );
  verb<{ reason: string; effect: (typeof REPORT_EFFECTS)[number]; affected?: string }>(
    reports,
    {
      line: "uphold <case-id>",
      asks: ([id], { effect, affected }) =>
        `Uphold report ${id}: ${EFFECT_MEANS[effect](affected)} Reporter and publisher are notified.`,
      description: "decide that it is right",
      example: 'admin reports uphold CASE-ID --effect quarantine --reason "it does"',
    },
    async (session, options, [id]) => (await import("./admin-reports.ts")).upholdReport(session, { id, ...options }),
  )
    .requiredOption(...reason)
    .addOption(
      new Option("--effect <effect>", "what becomes of the version").choices(REPORT_EFFECTS).makeOptionMandatory(),
    )
    .option("--affected <version>", "the version; the reported one, or the newest, unless given");
  verb<{ reason: string }>(
    reports,
    {
      line: "dismiss <case-id>",
      asks: ([id]) => `Dismiss report ${id}: nothing follows from it. Reporter and publisher are notified.`,
      description: "decide that nothing follows",
      example: 'admin reports dismiss CASE-ID --reason "that host is declared"',
    },
    async (session, options, [id]) => (await import("./admin-reports.ts")).dismissReport(session, { id, ...options }),
  ).requiredOption(...reason);
  addAppealVerbs(admin, verb);
}

function addAppealVerbs(admin: Command, verb: AddVerb): void {
  const appeals = addGroup(admin, {
    line: "appeals",
    description: "publishers' words against upheld reports",
    example: "admin appeals",
  });
  verb<{ status?: (typeof APPEAL_STATUSES)[number]; limit?: number; cursor?: string }>(
    appeals,
    {
      line: "list",
      description: "cases with an appeal; the pending ones unless another status is named",
      example: "admin appeals list",
    },
    async (session, { status, limit: count, cursor: from }) => {
      const page = { limit: count, cursor: from, ...(status !== undefined && { status }) };
      return (await import("./admin-reports.ts")).listAppeals(session, page);
    },
  )
    .addOption(new Option("--status <status>", "only these").choices(APPEAL_STATUSES))
    .option(...limit)
    .option(...cursor);
  for (const decision of ["grant", "reject"] as const)
    verb<{ reason: string }>(
      appeals,
      {
        line: `${decision} <case-id>`,
        asks: ([id]) => APPEAL_MEANS[decision](id),
        description: decision === "grant" ? "undo what upholding the report did" : "let the decision stand",
        example: {
          grant: 'admin appeals grant CASE-ID --reason "looked at again"',
          reject: 'admin appeals reject CASE-ID --reason "it still does"',
        }[decision],
      },
      async (session, options, [id]) =>
        (await import("./admin-reports.ts")).decideAppeal(session, { id, decision, ...options }),
    ).requiredOption(...reason);
}
