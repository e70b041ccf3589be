import { z } from "@hono/zod-openapi";
import { BACKERS, DECIDERS, INSTALL_OPTIONS, STANDING_STATES } from "@gaia/catalog";
import { PROTOCOLS } from "@gaia/policy";
import { orNull, SemVer, Tier, Timestamp } from "../defining/values.ts";

const Options = z
  .array(z.enum(INSTALL_OPTIONS))
  .openapi({ description: "of `gaia-skill install`; empty: it needs none" });

const Fall = z
  .object({
    from: Tier,
    to: Tier,
    at: Timestamp.nullable(),
    by: z.enum(DECIDERS),
    reason: z.string().nullable(),
  })
  .openapi("TierFall", { description: "the last fall of its tier that nothing has undone" });

export const StandingState = z.enum(STANDING_STATES).openapi({
  description: "`inspecting` is `received` or `inspecting`; `held` is published, with REVIEW that no admin cleared",
});

export const Clients = z
  .array(z.enum(PROTOCOLS))
  .openapi({ description: "protocols of other clients that give this version out" });

/** What state a version is in and why, and who stands behind it. */
export const Standing = z
  .object({
    state: StandingState,
    since: Timestamp.nullable(),
    by: z
      .enum(DECIDERS)
      .nullable()
      .openapi({ description: "the role of who decided it; null: it came about by itself" }),
    reason: z.string().nullable(),
    tier: z
      .object({
        security_tier: Tier,
        since: Timestamp.nullable(),
        behind: z.enum(BACKERS).openapi({ description: "who stands behind the tier" }),
        name: z.string().nullable().openapi({ description: "the handle; null: that account is gone" }),
      })
      .openapi("StandingTier"),
    fell: orNull(Fall),
    install_options: Options,
  })
  .openapi("Standing", { description: "what state the version is in, since when, by whom and why" });

/** A version that an install takes only when it is asked to. */
export const NeedingOption = z
  .object({
    version: SemVer,
    security_tier: Tier,
    options: Options,
    exact: z.boolean().openapi({ description: "it has to be named exactly, as NAME@VERSION" }),
    reason: z.string(),
  })
  .openapi("NeedingOption");

export const PlainInstall = z.object({ version: SemVer, security_tier: Tier }).nullable().openapi({
  description: "what an install without options takes, which may be older than the latest version; null: nothing",
});

export const Deprecation = z
  .object({
    message: z.string(),
    replacement: z
      .string()
      .nullable()
      .openapi({ description: "the skill to use instead; null: none, or none that you may see" }),
    since: Timestamp,
  })
  .openapi("Deprecation", { description: "its publisher says that it should be used no more" });
