import { z } from "zod";
import { by, count, listOf, maybeText, text, time, yes } from "./shapes.ts";
import { NEWLY_TOLD } from "./told-shape.ts";

const form = z.enum(["portable", "published"]);

/** An entry of `skill-lock.json` (docs/specification.md §7.3), with what this program adds to it. */
export const lockEntry = {
  version: text,
  integrity: text.describe("SRI of the canonical zip"),
  security_tier: text,
  held: maybeText.describe("why it was held for review when it was taken; null: it was not"),
  installed_at: time,
  dependencies_hash: text,
  npm_pins: maybeText.describe("SRI of what its npm packages are pinned to; null: nothing"),
  content_digest: text,
  release_digest: text,
  publisher: text,
  registry: text,
  signer: maybeText.describe("fingerprint or identity; null: not signed"),
  log_proof: maybeText.describe("digest of `.tlog-proof`"),
  checkpoint: z.object({ origin: text, size: count, root: text }).nullable(),
  bill: maybeText.describe("digest of `bom.cdx.json`; null: none came, or it is a project's"),
  requested: maybeText.describe("the range that was asked for; null: another skill needs it"),
  least_tier: maybeText.describe("the lowest tier that was asked for with it; null: none"),
  requires: by(text).describe("the skills that it needs, with their ranges"),
  granted: listOf(text).describe("the permissions that a person agreed to"),
  agents: listOf(text).describe("for which it is copied"),
  enabled: yes,
  copies: by(z.object({ form, digest: text }))
    .nullable()
    .describe("the copies that lie there, by the agent whose directory it is; null: an earlier release made them"),
  as_published: yes.describe("whether its copies keep the published bytes"),
  context_tokens: count
    .nullable()
    .describe("tokens of the line by which agents list it; null: its registry did not count them"),
};

export const COPIED: z.ZodType = listOf(
  z.object({
    name: text,
    agents: listOf(text),
    directory: text,
    form: form.nullable().describe("null: none can be made, and `reason` says why"),
    left_out: listOf(text).describe("what the portable copy has not, or has otherwise"),
    reason: maybeText,
  }),
).describe("the copies for agents");

const requiredBy = listOf(z.object({ name: maybeText.describe("null: you"), range: text }));
const leftOut = listOf(z.object({ name: text, range: text, required_by: maybeText, reason: text })).describe(
  "optional skills that are not installed, and why",
);

const planned = z.object({
  name: text,
  version: text,
  action: z.enum(["install", "update", "downgrade", "reinstall"]),
  installed: maybeText.describe("the version that is installed now"),
  requested: maybeText,
  required_by: requiredBy,
  registry: text,
  publisher: text,
  security_tier: text,
  held: maybeText.describe("why it is held for review; null: it is not"),
  signer: maybeText,
  signer_news: listOf(text).describe("who signed it beside those known, or other than what is installed"),
  attested: yes.describe("whether a pinned key signed what the registry says of it"),
  size_bytes: count,
  file_count: count,
  context_tokens: count
    .nullable()
    .describe("tokens of the line by which agents list it; null: its registry did not count them"),
  permissions: listOf(z.object({ permission: text, treatment: z.enum(["auto", "prompt", "sandboxed"]), why: text })),
  unmet: listOf(
    z.object({ kind: text, state: z.enum(["missing", "unchecked"]), needed: text, found: maybeText }),
  ).describe("what it needs that this machine lacks, or that is not checked"),
});

const installed = listOf(z.object({ name: text, ...lockEntry }));
const held = listOf(z.object({ name: text, version: text, code: text, reason: text }));

const underReview = listOf(z.object({ name: text, version: text, reason: text }));

const drift = listOf(
  z.object({
    name: text,
    kind: z.enum(["missing", "edited", "other_release", "unlocked", "copy", "revoked"]),
    detail: text,
  }),
);

export const INSTALL: z.ZodType = z.object({ plan: listOf(planned), left_out: leftOut, installed, copied: COPIED });

export const UPDATE: z.ZodType = z.object({
  plan: listOf(planned),
  installed,
  copied: COPIED,
  passed_over: listOf(z.object({ name: text, version: text, reason: text })).describe("newer, and not taken"),
  held: held.describe("stays as it is: no allowed version, not agreed to, edited, or its registry failed"),
  signer_news: listOf(z.object({ name: text, version: text, news: text })).describe(
    "of versions that stay: who signs them now, where that is not as installed",
  ),
  under_review: underReview.describe("of versions that stay: held for review by now"),
  tier_fell: listOf(
    z.object({
      name: text,
      version: text,
      from: text,
      to: text,
      reason: maybeText.describe("null: the registry does not say"),
      signed: yes.describe("whether a pinned key signed that"),
    }),
  ).describe("installed at a higher tier than the registry gives it now"),
  newly_told: NEWLY_TOLD,
});

export const LIST: z.ZodType = z.union([
  z.object({
    skills: listOf(
      z.object({
        name: text,
        ...lockEntry,
        directory: text,
        missing: yes,
        copies: listOf(
          z.object({
            agent: text,
            directory: text,
            form: form.nullable().describe("null: an earlier release made it, or none can be made"),
            missing: yes,
          }),
        ),
      }),
    ),
  }),
  z
    .object({
      root: text,
      skills: listOf(z.object({ name: text, version: text, format: text, directory: text, enabled: yes, locked: yes })),
    })
    .describe("with `--local`"),
]);

export const OUTDATED: z.ZodType = z.object({
  skills: listOf(
    z.object({
      name: text,
      version: text,
      wanted: maybeText.describe("the newest in the range that was asked for"),
      latest: maybeText.describe("null: no longer offered"),
      yanked: yes.describe("of the installed version"),
    }),
  ),
});

export const RESOLVE: z.ZodType = z.object({
  install: listOf(z.object({ name: text, version: text, required_by: requiredBy, installed: maybeText })),
  left_out: leftOut,
});

export const TREE: z.ZodType = z.object({
  skills: listOf(z.object({ name: text, version: text, requested: maybeText, requires: by(text) })),
});

export const WHY: z.ZodType = z.object({ name: text, chains: listOf(z.object({ names: listOf(text), range: text })) });

export const SYNC: z.ZodType = z.object({
  drift: drift.describe("what still differs"),
  context: z
    .object({ tokens: count, uncounted: count, most: count.nullable() })
    .describe(
      "what all skills take of each conversation, how many of them were not counted, and how much the lock allows",
    ),
  restored: listOf(z.object({ name: text, version: text })),
  copied: COPIED,
  held: held.describe("could not be restored, each for its own reason"),
  under_review: underReview.describe("installed as the lock says, and held for review"),
});

export const AUDIT: z.ZodType = z.union([
  z.object({
    skills: listOf(
      z.object({
        name: text,
        version: text,
        registry: text,
        security_tier: text,
        release_digest: text,
        standing: z.enum(["good", "yanked", "demoted", "withdrawn", "unknown", "unsound"]),
        detail: text,
        newer: maybeText,
        held: maybeText.describe("why it is held for review; null: it is not"),
      }),
    ),
  }),
  z
    .object({
      name: text,
      version: text,
      verdict: maybeText,
      report_digest: text,
      replayed: listOf(
        z.object({
          scanner: text,
          outcome: z.enum(["same", "other", "other-rules", "not-replayed"]),
          detail: text,
        }),
      ),
    })
    .describe("with `--replay`"),
]);

const cached = listOf(
  z.object({
    registry: text,
    name: text,
    version: text,
    publisher: text,
    security_tier: text,
    package: text,
    metadata: text,
    size_bytes: count,
    fetched_at: time,
    used_at: time,
  }),
);

export const CACHE: Record<"list" | "verify" | "clean", z.ZodType> = {
  list: z.object({ releases: cached, size_bytes: count, most_bytes: count }),
  verify: z.object({ kept: cached, damaged: cached }),
  clean: z.object({ removed: cached }),
};

const isolation = z.enum(["bubblewrap", "unshare", "none"]);

export const RUN: z.ZodType = z.union([
  z.object({
    name: text,
    version: text,
    tool: text,
    ok: yes,
    output: z.unknown().describe("what the tool returned"),
    error: z
      .object({ code: text, message: text, permission: text.optional().describe("the one that is missing") })
      .nullable(),
    isolation,
    duration_ms: z.number(),
  }),
  z
    .object({
      name: text,
      version: text,
      tools: listOf(z.object({ name: text, description: text, input_schema: z.unknown() })),
    })
    .describe("without a tool"),
]);

export const TEST: z.ZodType = z.object({
  name: text,
  version: text,
  ok: yes,
  cases: listOf(
    z.object({
      name: text,
      kind: z.enum(["declared", "pytest"]),
      outcome: z.enum(["passed", "failed", "skipped"]),
      message: maybeText,
    }),
  ),
  isolation,
  duration_ms: z.number(),
});
