import { TOLD_KINDS } from "@gaia/policy";
import { z } from "zod";
import { count, listOf, text } from "./shapes.ts";

/** What newer versions tell beyond the installed ones. */
export const NEWLY_TOLD = listOf(
  z.object({
    name: text,
    from: text,
    to: text,
    told: listOf(z.object({ kind: z.enum(TOLD_KINDS), text, file: text, line: count }))
      .nullable()
      .describe("null: the installed files are not those of the lock; empty: no new instruction"),
    more_told: count,
    unread: listOf(text).describe("files of the new version that were not read to their end"),
  }),
).describe("what each newer version tells an agent to do that the installed one does not");
