import { REPORT_KINDS } from "@gaia/policy";
import { type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { pageSize, ratingValue } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;

/** `review`, `report`, `appeal`, `contest`, `rescan`. */
export function addCommunityVerbs(skill: Command, verb: AddVerb): void {
  verb<{ rating?: number; text?: string; delete?: boolean; limit?: number; cursor?: string }>(
    skill,
    {
      line: "review <name[@version]>",
      description: "rate a skill, or show what others say of it",
      example: 'review web-search --rating 4 --text "finds what I look for"',
    },
    async (session, options, [spec]) => (await import("./review.ts")).review(session, { spec, ...options }),
  )
    .option("--rating <n>", "from 1 to 5", ratingValue)
    .option("--text <text>", "in words")
    .option("--delete", "take my review back")
    .option(...limit)
    .option(...cursor);
  verb<{ kind?: (typeof REPORT_KINDS)[number]; text?: string }>(
    skill,
    {
      line: "report [name[@version]]",
      description: "report a skill to the registry's admins, or list what I reported",
      example: 'report web-search@1.0.0 --kind malware --text "line 12 of tools.py sends ~/.ssh away"',
    },
    async (session, options, words: string[]) =>
      (await import("./report.ts")).report(session, { spec: words[0], ...options }),
  )
    .addOption(new Option("--kind <kind>", "what is wrong with it").choices(REPORT_KINDS))
    .option("--text <text>", "how that can be seen");
  verb<{ text: string }>(
    skill,
    {
      line: "appeal <case-id>",
      description: "appeal against an upheld report of my skill, once",
      example: 'appeal CASE-ID --text "the host is our own"',
    },
    async (session, options, [id]) => (await import("./report.ts")).appeal(session, { id, ...options }),
  ).requiredOption("--text <text>", "why it is wrong");
  verb<{ reason?: string }>(
    skill,
    {
      line: "contest <name@version>",
      description: "contest that my version is held, once; without --reason, what was answered",
      example: 'contest my-skill@1.0.0 --reason "line 3 is a comment"',
    },
    async (session, { reason }, [release]) => (await import("./contest.ts")).contest(session, { release, reason }),
  ).option("--reason <text>", "why it should not be held");
  verb(
    skill,
    {
      line: "rescan <name@version>",
      description: "have my version scanned again, once a day",
      example: "rescan my-skill@1.0.0",
    },
    async (session, _options, [release]) => (await import("./contest.ts")).rescan(session, { release }),
  );
}
