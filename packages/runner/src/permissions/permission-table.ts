import type { Permission } from "@gaia/policy";

/** What a permission asks to have opened. Nothing of it is resolved against a machine yet. */
export interface Wish {
  paths?: readonly { scope: string; access: "read" | "write" }[];
  hosts?: readonly { pattern: string; methods: "read" | "all" }[];
  programs?: readonly string[] | "all";
  /** Names of variables, with wildcards; `*` is all. */
  env?: readonly string[];
}

export type Answer = Wish | { refused: string };

/** One row for each domain and level of docs/specification.md §3.1, with and without a scope (§3.2). */
export interface PermissionRow {
  permission: `${Permission["domain"]}:${Permission["level"]}`;
  isScoped: boolean;
  /** What is enforced, in words: docs/running.md shows this table. */
  enforced: string;
  /** `scopes` has what stands between the commas; it is empty where the permission has no scope. */
  answer(scopes: readonly string[]): Answer;
}

const NOTHING = "nothing is opened";
const nothing = (): Wish => ({});

const readable = (scopes: readonly string[]): Answer => ({
  paths: scopes.map((scope) => ({ scope, access: "read" })),
});
const writable = (scopes: readonly string[]): Answer => ({
  paths: scopes.map((scope) => ({ scope, access: "write" })),
});

export const PERMISSION_TABLE: readonly PermissionRow[] = [
  {
    permission: "filesystem:read",
    isScoped: false,
    enforced: "the home without what programs keep in it, and the directory of the call, are there, read-only",
    answer: () => readable(["~", "."]),
  },
  {
    permission: "filesystem:read",
    isScoped: true,
    enforced: "the directories that hold what the scope names are there, read-only",
    answer: readable,
  },
  {
    permission: "filesystem:write",
    isScoped: false,
    enforced: "the directory of the call is there, writable; the home without what programs keep in it, read-only",
    answer: () => ({
      paths: [
        { scope: "~", access: "read" },
        { scope: ".", access: "write" },
      ],
    }),
  },
  {
    permission: "filesystem:write",
    isScoped: true,
    enforced: "the directories that hold what the scope names are there, writable",
    answer: writable,
  },
  { permission: "filesystem:none", isScoped: false, enforced: NOTHING, answer: nothing },
  {
    permission: "network:read",
    isScoped: false,
    enforced: "every public host through the proxy; of plain HTTP only GET, HEAD and OPTIONS without a body",
    answer: () => hosts(["*"], "read"),
  },
  {
    permission: "network:read",
    isScoped: true,
    enforced: "the hosts of the scope through the proxy; of plain HTTP only GET, HEAD and OPTIONS without a body",
    answer: (scopes) => hosts(scopes, "read"),
  },
  {
    permission: "network:write",
    isScoped: false,
    enforced: "every public host through the proxy, every method",
    answer: () => hosts(["*"], "all"),
  },
  {
    permission: "network:write",
    isScoped: true,
    enforced: "the hosts of the scope through the proxy, every method",
    answer: (scopes) => hosts(scopes, "all"),
  },
  { permission: "network:none", isScoped: false, enforced: NOTHING, answer: nothing },
  {
    permission: "shell:execute",
    isScoped: false,
    enforced: "every program of the system is there",
    answer: () => ({ programs: "all" }),
  },
  {
    permission: "shell:execute",
    isScoped: true,
    enforced: "the programs of the scope are there, and no others; `sh` is one like any other",
    answer: programs,
  },
  { permission: "shell:none", isScoped: false, enforced: NOTHING, answer: nothing },
  {
    permission: "desktop:control",
    isScoped: false,
    enforced: "refused: a program that moves mouse and keyboard is outside every sandbox",
    answer: refuseDesktop,
  },
  {
    permission: "desktop:control",
    isScoped: true,
    enforced: "refused, as without a scope",
    answer: refuseDesktop,
  },
  { permission: "desktop:none", isScoped: false, enforced: NOTHING, answer: nothing },
  {
    permission: "mcp:connect",
    isScoped: false,
    enforced: "refused: it names no server whose host could be let through",
    answer: () => ({
      refused: "it names no server, so nothing could be let through; scope it to the host of a server that speaks HTTP",
    }),
  },
  {
    permission: "mcp:connect",
    isScoped: true,
    enforced: "the hosts of the scope through the proxy, every method; refused where the scope is no host",
    answer: (scopes) => hosts(scopes, "all"),
  },
  { permission: "mcp:none", isScoped: false, enforced: NOTHING, answer: nothing },
  {
    permission: "env:read",
    isScoped: false,
    enforced: "the caller's environment, but for what steers programs and `GAIA_…`",
    answer: () => ({ env: ["*"] }),
  },
  {
    permission: "env:read",
    isScoped: true,
    enforced: "the variables that the scope names",
    answer: (scopes) => ({ env: scopes }),
  },
  { permission: "env:none", isScoped: false, enforced: "only the variables in `env_vars`", answer: nothing },
  {
    permission: "database:read",
    isScoped: false,
    enforced: "SQLite files within what filesystem permissions open; no database behind a network",
    answer: nothing,
  },
  {
    permission: "database:read",
    isScoped: true,
    enforced: "the directory of the SQLite file, read-only; or the host and port, for clients that use the HTTP proxy",
    answer: (scopes) => database(scopes, "read"),
  },
  {
    permission: "database:write",
    isScoped: false,
    enforced: "SQLite files within what filesystem permissions open; no database behind a network",
    answer: nothing,
  },
  {
    permission: "database:write",
    isScoped: true,
    enforced: "the directory of the SQLite file, writable; or the host and port, for clients that use the HTTP proxy",
    answer: (scopes) => database(scopes, "write"),
  },
  { permission: "database:none", isScoped: false, enforced: NOTHING, answer: nothing },
];

/** What one permission asks for, or why it is never given. Pure. */
export function answerTo({ domain, level, scope }: Permission): Answer {
  const row = PERMISSION_TABLE.find(
    (one) => one.permission === `${domain}:${level}` && one.isScoped === (scope !== null),
  );
  if (row === undefined) return { refused: "this version does not know it" };
  return row.answer(scope === null ? [] : scope.split(",").map((one) => one.trim()));
}

function refuseDesktop(): Answer {
  return { refused: "a program that moves mouse and keyboard can leave every sandbox; it is not run" };
}

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** A scheme and a path say no more than their host. `*.example.com` is example.com, too, as `covers` of packages/policy has it. */
function hosts(scopes: readonly string[], methods: "read" | "all"): Answer {
  const bare = scopes.map(hostOf);
  const odd = bare.findIndex((host) => !HOST.test(host));
  if (odd >= 0)
    return { refused: `${scopes[odd] ?? ""} is no host: write example.com, *.example.com or example.com:8443` };
  const patterns = bare.flatMap((host) => (host.startsWith("*.") ? [host, host.slice(2)] : [host]));
  return { hosts: patterns.map((pattern) => ({ pattern, methods })) };
}

const hostOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^\*\*(?=$|\.|:)/, "*");

function programs(names: readonly string[]): Answer {
  const odd = names.find((name) => !/^[A-Za-z0-9_+][\w.+-]{0,63}$/.test(name));
  return odd === undefined ? { programs: names } : { refused: `${odd} is no name of a program: no path, no arguments` };
}

const isFile = (scope: string): boolean =>
  /^(?:sqlite:|[~./]|\$HOME\b)/.test(scope) ||
  (!scope.includes("://") && (/\//.test(scope) || /\.(?:db|sqlite3?)$/i.test(scope)));

/** SQLite writes beside its file, and reads what lies there: the directory is what is opened. */
function database(scopes: readonly string[], access: "read" | "write"): Answer {
  const files = scopes.filter(isFile).map((scope) => scope.replace(/^sqlite:(?:\/\/)?/, ""));
  const found = hosts(
    scopes.filter((scope) => !isFile(scope)).map((scope) => scope.replace(/^([a-z+]+:\/\/)[^/@]*@/i, "$1")),
    access === "read" ? "read" : "all",
  );
  if ("refused" in found) return found;
  const paths = files.map((file) => ({ scope: `${file.slice(0, file.lastIndexOf("/") + 1) || "./"}*`, access }));
  return { ...found, paths };
}
