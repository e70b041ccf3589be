import type { Command } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

/** `admin held|uphold-hold`: what waits for an admin because of a verdict. */
export function addHoldVerbs(admin: Command, verb: AddVerb): void {
  verb<{ publisher?: string; contested?: boolean; limit?: number; cursor?: string }>(
    admin,
    {
      line: "held",
      description: "versions that wait for an admin: held for review, or withheld by a scan",
      example: "admin held",
    },
    async (session, { publisher, contested, limit, cursor }) =>
      (await import("./held.ts")).listHeld(session, { publisher, contested, limit, cursor }),
  )
    .option("--publisher <handle>", "only this publisher's")
    .option("--contested", "only those whose contest waits for an answer")
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended");
  verb<{ reason: string }>(
    admin,
    {
      line: "uphold-hold <name@version>",
      asks: ([name]) =>
        `Answer the contest of ${name}: it stays held, and its publisher is notified. A contest is answered once.`,
      description: "answer its publisher's contest: the version stays held",
      example: 'admin uphold-hold web-search@1.0.0 --reason "line 3 does send it"',
    },
    async (session, { reason }, [release]) => (await import("./held.ts")).upholdHold(session, { release, reason }),
  ).requiredOption("--reason <text>", "the answer; its publisher sees it, and the audit log keeps it");
}
