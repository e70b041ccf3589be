import { isAbsolute, join } from "node:path";
import { type ConfinedResult, type Denial, type Mount, WORK } from "@gaia/sandbox";
import type { RunContext } from "../context.ts";
import { type Allowances, isProgram } from "../permissions/allowances.ts";
import { isHandedOut } from "../permissions/granted-environment.ts";
import { isClosedEntry } from "../permissions/closed-entries.ts";
import { guardedPart } from "../permissions/guarded-names.ts";
import { type Homes, whyNever } from "../permissions/secret-places.ts";
import { isWithin } from "../permissions/within.ts";
import type { Cause, Reply } from "../reply.ts";

/** What a call was kept from: the permission that would have let it, where there is one. */
export interface DeniedAct {
  code: "permission_denied" | "limit_exceeded";
  permission: string | null;
  sentence: string;
}

type Failure = Extract<Reply, { ok: false }>;
type Context = Pick<RunContext, "userHome" | "gaiaHome" | "directory" | "environment">;

const LIMIT_WORDS: Record<Extract<Denial, { kind: "limit" }>["what"], string> = {
  cpu: "its CPU time was over",
  time: "its time was over",
  memory: "it needed more memory than it has",
  processes: "it started more processes than it may",
  disk: "it wrote more than it may",
  output: "it printed more than it may",
  network: "it sent and received more than it may",
};

/** For whoever calls, too: what it leaves nobody has looked at. */
export const UNENDED_WORDS = "a process that it started does not end, so what it writes is not checked yet";

/** What was refused to a call that failed; null when it failed of itself. `failure` is null where it said nothing. Pure. */
export function deniedAct(
  ctx: Context,
  { denials }: Pick<ConfinedResult, "denials">,
  failure: Failure | null,
  allowed: Allowances,
): DeniedAct | null {
  const made = denials.find((one) => one.kind === "guarded");
  if (made !== undefined) return denied(made.rule === "made" ? scopeOf(ctx, made.path) : null, madeWords(made));
  if (denials.some(({ kind }) => kind === "unended"))
    return { code: "limit_exceeded", permission: null, sentence: UNENDED_WORDS };
  const limit = denials.find((one) => one.kind === "limit");
  if (limit !== undefined) return { code: "limit_exceeded", permission: null, sentence: LIMIT_WORDS[limit.what] };
  const net = denials.find((one) => one.kind === "network");
  if (net !== undefined) return networkAct(net, allowed);
  for (const cause of failure?.causes ?? []) {
    const act = actOf(ctx, cause, allowed);
    if (act !== null) return act;
  }
  const text = [failure?.message ?? "", ...(failure?.causes ?? []).map(({ message }) => message)].join("\n");
  const variable = failure?.missedVariables.findLast((name) => isHandedOut(name) && text.includes(name));
  return variable === undefined ? null : denied(`env:read:${variable}`, `it may not read the variable ${variable}`);
}

const denied = (permission: string | null, sentence: string): DeniedAct => ({
  code: "permission_denied",
  permission,
  sentence,
});

const RUNS = "runs outside the sandbox when a person works there";
const OBEYED = "tools and agents on the outside may obey, and no scope names it";

/** For whoever calls, too, where a directory of theirs was written to. */
export const madeWords = ({ path, aside, rule }: Made): string =>
  `it made ${path}, ${MADE_WORDS[rule]}${aside === null ? "" : `; it lies as ${aside} now`}`;

type Made = Extract<Denial, { kind: "guarded" }>;

const MADE_WORDS: Record<Made["rule"], string> = {
  names: `which ${RUNS}`,
  made: `which ${OBEYED}`,
};

/** The permission that would name a path. */
const scopeOf = ({ directory, userHome }: Context, path: string): string =>
  `filesystem:write:${isWithin(path, directory) ? `.${path.slice(directory.length)}` : path.replace(userHome, "~")}`;

function networkAct({ host, port, method, isNear }: NetworkDenial, { network }: Allowances): DeniedAct {
  if (isNear === true) return denied(null, nearWords(host));
  const isRead = method === null || ["GET", "HEAD", "OPTIONS"].includes(method);
  const place = port === 80 || port === 443 ? host : `${host}:${port}`;
  // What only writes are refused of is reached already.
  const level = isRead || (network === null && method === null) ? "read" : "write";
  // A tunnel that was open: of reading only TLS to that host goes through one.
  const what = method === "CONNECT" ? "anything but TLS to that host" : method;
  return denied(
    `network:${level}:${place}`,
    isRead ? `it may not reach ${place}` : `it may not send ${what} to ${place}`,
  );
}

type NetworkDenial = Extract<Denial, { kind: "network" }>;

const nearWords = (host: string): string =>
  `it may not reach ${host}, which leads into a private network or to this machine: a manifest alone opens neither; ` +
  `\`--allow-private ${host}\` of \`run\` does for one call, and an install asks where that is so`;

const NOT_THERE = new Set(["ENOENT", "EACCES", "EPERM", "EROFS", "ENOTDIR"]);
const ERRNO: Readonly<Record<number, string>> = { 1: "EPERM", 2: "ENOENT", 13: "EACCES", 20: "ENOTDIR", 30: "EROFS" };

function actOf(ctx: Context, cause: Cause, allowed: Allowances): DeniedAct | null {
  const code = cause.code ?? ERRNO[cause.errno ?? 0] ?? "";
  if (cause.path === null || !NOT_THERE.has(code)) return null;
  return cause.isProgram
    ? programAct(cause.path, allowed)
    : pathAct(ctx, { ...cause, path: cause.path, code }, allowed);
}

function programAct(path: string, { programs }: Allowances): DeniedAct | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (programs === "all" || programs.includes(name) || !isProgram(name)) return null;
  return denied(`shell:execute:${name}`, `it may not start ${name}`);
}

function pathAct(ctx: Context, cause: Cause & { path: string; code: string }, allowed: Allowances): DeniedAct | null {
  const isWrite = cause.isWritten || cause.code === "EROFS";
  const { inside, outside, shown } = placesOf(ctx, cause.path, allowed);
  if (["/skill", "/skills", "/opt"].some((own) => isWithin(inside, own)))
    return isWrite ? denied(null, "a skill's own files are not written") : null;
  const mount = allowed.mounts.findLast(({ target }) => isWithin(inside, target));
  const isHidden =
    isClosedIn(mount, inside) ||
    allowed.hidden.some((place) => isWithin(inside, place) && isWithin(place, mount?.target ?? "/")) ||
    mount?.source === "/dev/null";
  if (mount?.writable === true && !isHidden && cause.code === "EROFS") return keptAct(inside, shown, ctx);
  // It is there, and what failed is its own matter: no such file, or not this user's.
  if (mount !== undefined && !isHidden && (mount.writable || !isWrite)) return null;
  // Its own, where it is not a place of this machine's that lies there.
  const isOwnTemporary =
    isWithin(inside, "/tmp") && ![ctx.userHome, ctx.directory].some((one) => isWithin(inside, one));
  if (isOwnTemporary && !isHidden && mount === undefined) return null;
  const level = isWrite ? "write" : "read";
  const never = outside === null ? null : whyNever(outside, level, ctx);
  const permission = `filesystem:${level}:${shown}`;
  const act = `it may not ${level} ${shown}`;
  return denied(permission, never === null ? act : `${act}, which is never granted: ${never}`);
}

/** What is read-only in a directory that is written. */
function keptAct(path: string, shown: string, homes: Homes): DeniedAct {
  if (guardedPart(path, homes) !== null)
    return denied(null, `it may not write ${shown}, which ${RUNS}: no skill is given that`);
  return denied(`filesystem:write:${shown}`, `it may not write ${shown}, which ${OBEYED}`);
}

/** Of a home that is shown by its entries, one that is not. */
const isClosedIn = (mount: Mount | undefined, path: string): boolean =>
  mount?.entries !== undefined && isClosedEntry(path.slice(mount.target.length + 1).split("/")[0] ?? "");

/** A path as the tool asked for it: inside, on this machine, and as a scope names it. */
function placesOf(
  { userHome, directory }: Context,
  path: string,
  allowed: Allowances,
): { inside: string; outside: string | null; shown: string } {
  const clean = path.replace(/^(?:\.\/)+/, "");
  if (!isAbsolute(clean)) {
    const inside = join(allowed.directory ?? WORK, clean);
    return { inside, outside: join(directory, clean), shown: `./${clean}` };
  }
  // `~` of a tool that was given none of the home is its private directory.
  if (allowed.env["HOME"] === undefined && isWithin(clean, WORK) && clean !== WORK) {
    const below = clean.slice(WORK.length + 1);
    return { inside: clean, outside: join(userHome, below), shown: `~/${below}` };
  }
  const shown = isWithin(clean, userHome) && clean !== userHome ? `~${clean.slice(userHome.length)}` : clean;
  return { inside: clean, outside: clean, shown };
}
