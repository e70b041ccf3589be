import { type Group, whole } from "./doc-page.ts";

/** For who runs a registry, and who writes programs that ask one. */
export const FOR_OPERATORS: readonly Group[] = [
  {
    title: "A private registry",
    pages: [
      {
        slug: "operations",
        title: "Run the registry",
        summary: "Roles, health, logs, limits, a proxy in front, upgrades, and what happens while a service is away.",
        parts: [
          {
            file: "operations.md",
            sections: [
              "",
              "roles",
              "is-it-well",
              "logs",
              "stopping",
              "migrations-and-upgrades",
              "limits",
              "a-proxy-in-front",
              "when-a-door-is-shut",
            ],
          },
        ],
      },
      {
        slug: "closing",
        title: "Close it, and private skills",
        summary: "A registry for members alone, and skills that only some may see.",
        parts: [
          { file: "operations.md", sections: ["closing-a-registry", "skills-that-only-some-may-see"] },
          { file: "cli.md", sections: ["skills-that-only-some-may-see"] },
        ],
      },
      {
        slug: "people",
        title: "People and sign-in",
        summary: "The first account, invitations, a company’s own sign-in, second factors, recovery.",
        parts: [
          { file: "accounts.md" },
          {
            file: "operations.md",
            sections: [
              "people",
              "publishers-and-their-members",
              "signing-in-by-a-companys-provider",
              "trusted-publishing",
            ],
          },
        ],
      },
      {
        slug: "deciding",
        title: "What waits for an admin",
        summary: "Audits, held versions, reports, re-scans: the commands of an admin.",
        parts: [
          { file: "cli.md", sections: ["administer"] },
          { file: "operations.md", sections: ["what-waits-for-an-admin", "scanning-again"] },
        ],
      },
      {
        slug: "mirrors",
        title: "Mirror other registries",
        summary: "Which skills of others a company lets in, and how it vets them.",
        parts: whole("mirrors.md"),
      },
      {
        slug: "backup",
        title: "Backup and restore",
        summary: "Back up, restore, move to PostgreSQL and S3, and other commands of the server.",
        parts: [{ file: "operations.md", sections: ["commands"] }],
      },
      {
        slug: "safety",
        title: "Keys, witnesses, other machines",
        summary: "Secrets, the signing key, who checks the log, scanners without the internet.",
        parts: [
          {
            file: "operations.md",
            sections: [
              "scanners-without-the-internet",
              "other-scanners-on-installed-skills",
              "machines-that-cannot-reach-the-registry",
              "witnesses",
              "checking-the-log-with-another-program",
              "secrets",
              "what-is-kept-of-who-downloads",
              "skills-out-of-git",
            ],
          },
        ],
      },
      {
        slug: "configuration",
        title: "Configuration",
        summary: "Every variable of the server.",
        parts: whole("configuration.md"),
      },
    ],
  },
  {
    title: "Programs",
    pages: [
      {
        slug: "protocol",
        title: "The protocol",
        summary: "What a client checks and a server answers, with worked examples.",
        parts: whole("protocol.md"),
      },
      {
        slug: "permissions",
        title: "Who may do what",
        summary: "Roles, scopes and second factors, operation by operation.",
        parts: whole("permissions.md"),
      },
      {
        slug: "sharing",
        title: "Feeds, badges, crawlers",
        summary: "What other programs and sites read of this registry, beside its API.",
        parts: whole("sharing.md"),
      },
    ],
  },
];
