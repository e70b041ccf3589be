import { readFileSync } from "node:fs";
import { PERMISSION_LEVELS } from "@gaia/manifest";
import { expect, test } from "vitest";
import { RUN_LIMITS } from "../running/run-tool.ts";
import { answerTo, PERMISSION_TABLE } from "./permission-table.ts";

const PAGE = new URL("../../../../docs/running.md", import.meta.url);

test("every domain and level of the specification has its row, with and without a scope", () => {
  const wanted = Object.entries(PERMISSION_LEVELS).flatMap(([domain, levels]) =>
    levels.flatMap((level) =>
      level === "none" ? [`${domain}:none false`] : [`${domain}:${level} false`, `${domain}:${level} true`],
    ),
  );
  expect(PERMISSION_TABLE.map(({ permission, isScoped }) => `${permission} ${isScoped}`).toSorted()).toEqual(
    wanted.toSorted(),
  );
});

test("docs/running.md shows the table and the limits", () => {
  const page = readFileSync(PAGE, "utf8");
  const rows = PERMISSION_TABLE.map(
    ({ permission, isScoped, enforced }) => `| \`${permission}${isScoped ? ":…" : ""}\` | ${enforced} |`,
  );
  expect(page).toContain(["| permission | what is enforced |", "|---|---|", ...rows].join("\n"));
  const mib = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
  const { cpuMs, timeoutMs, memoryBytes, processes, diskBytes, outputBytes, networkBytes } = RUN_LIMITS;
  const limits = [
    `| CPU time of a process | ${cpuMs / 1000} s |`,
    `| time on the clock | ${timeoutMs / 1000} s |`,
    `| memory of all its processes | ${mib(memoryBytes)} |`,
    `| processes and threads | ${processes} |`,
    `| written to each place | ${mib(diskBytes)} |`,
    `| printed | ${mib(outputBytes)} |`,
    `| sent and received | ${mib(networkBytes)} |`,
  ];
  expect(page).toContain(["| what | at most |", "|---|--:|", ...limits].join("\n"));
});

const answer = (text: string) => {
  const [, domain = "", level = "", scope] = /^(\w+):(\w+)(?::(.*))?$/.exec(text) ?? [];
  const permission = { domain, level, scope: scope ?? null } as Parameters<typeof answerTo>[0]; // names from below
  return answerTo(permission);
};

test("`none` opens nothing, and what cannot be held is refused with its reason", () => {
  for (const { permission, isScoped } of PERMISSION_TABLE) {
    if (permission.endsWith(":none")) expect(answer(permission)).toEqual({});
    if (permission === "desktop:control")
      expect(answer(isScoped ? `${permission}:x` : permission)).toHaveProperty("refused");
  }
  for (const text of [
    "mcp:connect",
    "mcp:connect:npx server",
    "shell:execute:git;rm",
    "shell:execute:/bin/sh",
    "network:read:a b",
  ])
    expect(answer(text), text).toHaveProperty("refused");
});

test("a scope opens what it names", () => {
  expect(answer("network:read:*.brave.com")).toEqual({
    hosts: [
      { pattern: "*.brave.com", methods: "read" },
      { pattern: "brave.com", methods: "read" },
    ],
  });
  expect(answer("network:write:https://api.x.com:8443/v1, y.org")).toEqual({
    hosts: [
      { pattern: "api.x.com:8443", methods: "all" },
      { pattern: "y.org", methods: "all" },
    ],
  });
  expect(answer("shell:execute:git,npm")).toEqual({ programs: ["git", "npm"] });
  expect(answer("env:read:API_*")).toEqual({ env: ["API_*"] });
  expect(answer("database:write:./data/a.db")).toEqual({ hosts: [], paths: [{ scope: "./data/*", access: "write" }] });
  expect(answer("database:read:postgres://me:pw@db.example.com:5432/x")).toEqual({
    hosts: [{ pattern: "db.example.com:5432", methods: "read" }],
    paths: [],
  });
  expect(answer("mcp:connect:https://mcp.example.com/sse")).toEqual({
    hosts: [{ pattern: "mcp.example.com", methods: "all" }],
  });
});
