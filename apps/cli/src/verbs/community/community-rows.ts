import { REPORT_KINDS } from "@gaia/policy";
import { type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { pageSize, ratingValue } from "../option-values.ts";

const limit = ["--limit <n>", "how many, at most 100", pageSize] as const;
const cursor = ["--cursor <cursor>", "where the page before ended"] as const;

/** `review`, `report`, `appeal`, `deprecate`. */
export function addCommunityVerbs(skill: Command, verb: AddVerb): void {
  verb<{ rating?: number; text?: string; delete?: boolean; limit?: number; cursor?: string }>(
    skill,
    "review <name[@version]>",
    "rate a skill, or show what others say of it",
    async (session, options, [spec]) => (await import("./review.ts")).review(session, { spec, ...options }),
  )
    .option("--rating <n>", "from 1 to 5", ratingValue)
    .option("--text <text>", "in words")
    .option("--delete", "take my review back")
    .option(...limit)
    .option(...cursor);
  verb<{ kind?: (typeof REPORT_KINDS)[number]; text?: string }>(
    skill,
    "report [name[@version]]",
    "report a skill to the registry's admins, or list what I reported",
    async (session, options, words: string[]) =>
      (await import("./report.ts")).report(session, { spec: words[0], ...options }),
  )
    .addOption(new Option("--kind <kind>", "what is wrong with it").choices(REPORT_KINDS))
    .option("--text <text>", "how that can be seen");
  verb<{ text: string }>(
    skill,
    "appeal <case-id>",
    "appeal against an upheld report of my skill, once",
    async (session, options, [id]) => (await import("./report.ts")).appeal(session, { id, ...options }),
  ).requiredOption("--text <text>", "why it is wrong");
  verb<{ message?: string; replacement?: string; undo?: boolean }>(
    skill,
    "deprecate <name@version>",
    "say that a version should be used no more",
    async (session, options, [release]) =>
      (await import("../release/deprecate.ts")).deprecate(session, { release, ...options }),
  )
    .option("--message <text>", "why; whoever reads or installs it is told")
    .option("--replacement <name>", "the skill to use instead")
    .option("--undo", "take that back");
}
