import { type Group, whole } from "./doc-page.ts";

/** For who writes skills, and who decides about them. */
export const FOR_PUBLISHERS: readonly Group[] = [
  {
    title: "Publish",
    pages: [
      {
        slug: "first-skill",
        title: "Your first skill",
        summary: "From an empty folder to a version that is published, signed and audited.",
        parts: whole("first-skill.md"),
      },
      {
        slug: "publish",
        title: "Publish and check",
        summary: "Every way to publish: a folder, an archive, many skills, a plugin; and what checks them before.",
        parts: [{ file: "cli.md", sections: ["publish", "check-and-format"] }],
      },
      {
        slug: "manifest",
        title: "The manifest",
        summary: "Each field that a skill’s manifest may have, by format.",
        parts: whole("manifest.md"),
      },
      {
        slug: "trusted-publishing",
        title: "Publish from a workflow",
        summary: "GitHub Actions and GitLab CI without a token; versions that a second person approves.",
        parts: whole("trusted-publishing.md"),
      },
      {
        slug: "account",
        title: "Account, keys, organisations",
        summary: "Signing in, what a token may do, signing keys, members, transfers and collections.",
        parts: [{ file: "cli.md", sections: ["account"] }],
      },
      {
        slug: "webhooks",
        title: "Webhooks",
        summary: "Messages to a program of yours about what happens to skills: events, signatures, retries.",
        parts: whole("webhooks.md"),
      },
      {
        slug: "convert",
        title: "Migrate and convert",
        summary: "From one format of skills to another.",
        parts: [{ file: "cli.md", sections: ["migrate-and-convert", "skill-markdown-skill-dev"] }],
      },
      {
        slug: "frameworks",
        title: "Agents and frameworks",
        summary: "What each agent or framework refuses or changes in a skill, and what loads everywhere.",
        parts: whole("frameworks.md"),
      },
      {
        slug: "diagnostics",
        title: "Diagnostics",
        summary: "What validation says, code by code.",
        parts: whole("diagnostics.md"),
      },
    ],
  },
  {
    title: "Sign and verify",
    pages: [
      {
        slug: "signing",
        title: "Sign a version",
        summary: "With GnuPG, with Sigstore or from a workflow, by the command line or by a form.",
        parts: whole("signing.md"),
      },
      {
        slug: "trust",
        title: "Who vouches for what",
        summary: "What the publisher signs, what the registry signs, and how to check both with other programs.",
        parts: whole("TRUST.md"),
      },
      {
        slug: "verify",
        title: "Verify and audit",
        summary: "Check what is installed, pin a registry’s keys, and watch its log.",
        parts: [{ file: "cli.md", sections: ["verify", "audit", "trust-a-registry", "watch-a-registrys-log"] }],
      },
    ],
  },
  {
    title: "Tiers and scan",
    pages: [
      {
        slug: "tiers",
        title: "Tiers, verdicts and states",
        summary: "What a version goes through, what decides each step, and who is shown what.",
        parts: whole("lifecycle.md"),
      },
      {
        slug: "scanning",
        title: "What the scan does",
        summary: "What is looked at, what a verdict promises, and what it cannot promise.",
        parts: whole("scanning.md"),
      },
      {
        slug: "detection",
        title: "Measured detection",
        summary: "How much was found when it was measured.",
        parts: whole("detection.md"),
      },
      {
        slug: "reviews",
        title: "Reviews and reports",
        summary: "Rate a skill, report it, appeal; what follows, within which bounds.",
        parts: [{ file: "policies.md" }, { file: "cli.md", sections: ["say-what-you-think-of-it"] }],
      },
      {
        slug: "reputation",
        title: "Reputation",
        summary: "What counts for a publisher, and how far it moves a skill in search.",
        parts: whole("reputation.md"),
      },
    ],
  },
];
