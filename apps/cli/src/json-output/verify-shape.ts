import { DIFFERENCE_KINDS } from "@gaia/git-source";
import { z } from "zod";
import { lockEntry } from "./installed-shapes.ts";
import { count, listOf, maybeText, text, yes } from "./shapes.ts";

/** What `verify --source` says of a folder of a commit. */
const SOURCE = z.object({
  directory: text,
  commit: text.describe("its whole id"),
  folder: text.describe('"" is the root'),
  named_by: z
    .enum(["option", "build", "mirror", "head"])
    .describe("`build`: a verified build's provenance names it; `mirror`: it was mirrored from it"),
  same: count,
  differences: listOf(
    z.object({
      path: text,
      how: z.enum(DIFFERENCE_KINDS),
      detail: text,
    }),
  ),
  notes: listOf(text).describe("executable bits, and what was compared by its id alone"),
  left_out: listOf(text).describe("kept out of the package by the commit's `.skillignore`"),
});

const checks = listOf(
  z.object({
    check: text,
    state: z.enum(["passed", "failed", "unchecked"]),
    detail: text,
    warns: yes.optional().describe("of one that passed: it was yanked"),
  }),
);

const installedCopy = z.object({
  name: maybeText,
  directory: text,
  ok: yes,
  checks,
  source: SOURCE.optional().describe("with `--source`"),
  skill: z.unknown().describe("what its manifest declares, in the fields of the API's `Version`; null: unreadable"),
  installed: z
    .object({
      ...lockEntry,
      effective_tier: text,
      ungranted: listOf(text).describe("declared, asked for by its tier, and not agreed to"),
      python_pins: maybeText.describe("a requirements.txt with digests; null: nothing is pinned"),
    })
    .nullable(),
});

export const VERIFY: z.ZodType = z.union([
  installedCopy,
  z
    .object({ name: text, version: text, ok: yes, checks, source: SOURCE })
    .describe("with `--source`, of what is not installed"),
]);
