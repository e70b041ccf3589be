import { type Group, whole } from "./doc-page.ts";

/** For who installs skills, by whichever client. */
export const FOR_USERS: readonly Group[] = [
  {
    title: "Install and run",
    pages: [
      {
        slug: "install",
        title: "Find and install",
        summary: "Search, the plan that is asked about, pins, projects, agents and teams.",
        parts: [{ file: "cli.md", sections: ["find", "install"] }],
      },
      {
        slug: "versions",
        title: "Versions and ranges",
        summary: "How a range is written, and how skills that need skills are resolved.",
        parts: whole("versions.md"),
      },
      {
        slug: "run",
        title: "Run a skill’s tools",
        summary: "The sandbox, and what each permission opens.",
        parts: [{ file: "running.md" }, { file: "cli.md", sections: ["run"] }],
      },
      {
        slug: "bundles",
        title: "Without a network",
        summary: "Skills in one signed file, for machines that reach no registry.",
        parts: whole("bundles.md"),
      },
    ],
  },
  {
    title: "Clients",
    pages: [
      {
        slug: "cli",
        title: "The command line",
        summary: "What holds for every verb of gaia-skill: which registry is asked, exit codes, variables.",
        parts: [{ file: "cli.md", sections: ["", "which-registry-is-asked", "what-every-verb-has"] }],
      },
      {
        slug: "mcp",
        title: "MCP clients",
        summary: "Installed skills for any client of the Model Context Protocol.",
        parts: whole("mcp.md"),
      },
      {
        slug: "skills",
        title: "npx skills",
        summary: "What to set, what it tells others, what differs.",
        parts: whole("clients/skills.md"),
      },
      {
        slug: "clawhub",
        title: "clawhub",
        summary: "What to set, how it signs in, what differs.",
        parts: whole("clients/clawhub.md"),
      },
      {
        slug: "apm",
        title: "apm",
        summary: "What to set, how it publishes, what differs.",
        parts: whole("clients/apm.md"),
      },
      {
        slug: "gaia",
        title: "GAIA’s own client",
        summary: "Its hub at this address: what to set, and what it believes.",
        parts: whole("clients/gaia.md"),
      },
      {
        slug: "cli-json",
        title: "JSON of the command line",
        summary: "What each verb prints under --json.",
        parts: whole("cli-json.md"),
      },
    ],
  },
];
