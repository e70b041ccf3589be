import type { Command } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";

/** `admin held`: what waits for an admin because of a verdict. */
export function addHoldVerbs(admin: Command, verb: AddVerb): void {
  verb<{ publisher?: string; limit?: number; cursor?: string }>(
    admin,
    {
      line: "held",
      description: "versions that wait for an admin: held for review, or withheld by a scan",
      example: "admin held",
    },
    async (session, { publisher, limit, cursor }) =>
      (await import("./held.ts")).listHeld(session, { publisher, limit, cursor }),
  )
    .option("--publisher <handle>", "only this publisher's")
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended");
}
