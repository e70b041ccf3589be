import { VERDICTS } from "@gaia/policy";
import { z } from "zod";
import { api, count, listOf, maybeText, text, yes } from "./shapes.ts";

const diagnostic = api("Diagnostic");
const counts = { errors: count, warnings: count, infos: count };

/** One path gives its own document, several give `{"skills": […]}`. */
const eachPath = (one: z.ZodType): z.ZodType =>
  z.union([one, z.object({ skills: listOf(one) }).describe("for several skills")]);

export const INIT: z.ZodType = z.object({ directory: text, name: text, format: text, files: listOf(text) });

export const VALIDATE: z.ZodType = eachPath(
  z.object({
    path: text,
    valid: yes,
    format: maybeText,
    target: maybeText,
    name: maybeText,
    version: maybeText.describe("null: the manifest has none"),
    skill: z.unknown().describe("what the manifest declares, in the fields of the API's `Version`; null: unreadable"),
    ...counts,
    diagnostics: listOf(diagnostic),
    elsewhere: listOf(
      z.object({
        case: text,
        severity: z.enum(["warning", "info"]),
        file: text,
        line: z.int().nullable(),
        message: text,
        refused_by: listOf(text),
        changed_by: listOf(text),
      }),
    ).describe("what some agents and frameworks refuse or change (docs/frameworks.md); empty with `--target`"),
  }),
);

export const LINT: z.ZodType = eachPath(
  z.object({
    path: text,
    valid: yes,
    ...counts,
    fixed: listOf(
      z.object({
        code: text,
        title: text,
        file: maybeText,
        line: z.int().nullable(),
        column: z.int().nullable(),
        message: text,
      }),
    ).describe("what `--fix` repaired"),
    diagnostics: listOf(diagnostic),
  }),
);

export const SCAN: z.ZodType = eachPath(
  z.object({
    path: text,
    verdict: z.enum(VERDICTS),
    reason: text,
    remediation: z
      .object({ text, findings: z.unknown().describe("as `findings`") })
      .nullable()
      .describe("what would have to go so that the verdict is ALLOW; null where it is, or where nothing would help"),
    scanners: listOf(
      z.object({
        name: text,
        version: maybeText,
        status: z.enum(["completed", "unscanned"]),
        reason: maybeText,
        rules_digest: maybeText,
      }),
    ),
    findings: z.unknown().describe("as `findings` of the API's `ScanReport`"),
  }),
);

export const FORMAT: z.ZodType = z.object({
  check: yes,
  skills: listOf(
    z.object({ path: text, changed: listOf(text), skipped: listOf(z.object({ file: text, reason: text })) }),
  ),
});

const migration = {
  path: text,
  name: maybeText,
  version: maybeText,
  from: maybeText,
  to: text,
  migrated: yes,
  output: maybeText.describe("the folder that was written"),
  problems: listOf(diagnostic),
  review: listOf(text).describe("what a person has to look at"),
  losses: listOf(diagnostic),
};

export const MIGRATE: z.ZodType = z.union([
  z.object({ ...migration, report: text }),
  z
    .object({ skills: count, migrated: count, failed: count, report: text, results: listOf(z.object(migration)) })
    .describe("with `--batch`"),
]);

/** The API's `Validation`, and whether that version is there. */
export const DRY_RUN: z.ZodType = z.looseObject({
  valid: yes,
  format: maybeText,
  version: z.unknown().describe("its name, version and what else the manifest says; null: unreadable"),
  diagnostics: listOf(diagnostic),
  version_exists: yes,
  left_out: listOf(text).describe(
    "files and folders (with a `/` at the end) that a `.skillignore` or `.gitignore` leaves out",
  ),
});

const failure = z.object({ code: text, message: text, hint: maybeText, errors: listOf(diagnostic) });

const LEFT_OUT = z.object({
  kind: z.enum(["hook", "server", "agent", "command", "plugin", "link", "file"]),
  names: listOf(text).describe("20 at most"),
  count,
});

/** Of a folder of several skills, or of a plugin. */
export const PUBLISHED_TREE: z.ZodType = z.object({
  published: count,
  staged: count,
  would_be_published: count.describe("with `--dry-run`"),
  already_there: count.describe("with the same content"),
  refused: count.describe("with `--wait` also what the scan withholds"),
  not_tried: count.describe("because the run ended before: the same command goes on with them"),
  ended_by: failure.nullable().describe("what ended the run before its end; null where nothing did"),
  skills: listOf(
    z.object({
      path: text,
      name: maybeText,
      version: maybeText,
      outcome: z.enum(["published", "staged", "would_be_published", "already_there", "refused", "not_tried"]),
      status: maybeText.describe("where the version stands, as far as it was seen"),
      verdict: maybeText,
      held: maybeText.describe("why it is held for review, as far as it was seen"),
      error: failure.nullable().describe("why it was refused, or could not be finished"),
    }),
  ),
  plugin: z
    .object({
      name: maybeText,
      version: maybeText,
      left_out: listOf(LEFT_OUT).describe("what is in it and in none of its skills"),
      collection: api("Collection").nullable().describe("what keeps its skills together"),
      error: failure.nullable().describe("why there is no collection"),
    })
    .optional()
    .describe("of a plugin"),
});

export const PACK: z.ZodType = z.object({
  file: text,
  name: text,
  version: text,
  integrity: text,
  size_bytes: count,
  file_count: count,
});

export const DIGEST: z.ZodType = z.object({
  publisher: text,
  name: text,
  version: text,
  content_digest: text,
  release_digest: text,
  sums: text.describe("`SHA256SUMS`, byte for byte"),
});
