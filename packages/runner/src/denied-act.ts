import { isAbsolute, join } from "node:path";
import { type ConfinedResult, type Denial, WORK } from "@gaia/sandbox";
import type { RunContext } from "./context.ts";
import { type Allowances, isProgram } from "./permissions/allowances.ts";
import { isHandedOut } from "./permissions/granted-environment.ts";
import { isWithin, whyNever } from "./permissions/secret-places.ts";
import type { Cause, Reply } from "./reply.ts";

/** What a call was kept from: the permission that would have let it, where there is one. */
export interface DeniedAct {
  code: "permission_denied" | "limit_exceeded";
  permission: string | null;
  sentence: string;
}

type Failure = Extract<Reply, { ok: false }>;
type Context = Pick<RunContext, "userHome" | "gaiaHome" | "directory">;

const LIMIT_WORDS: Record<Extract<Denial, { kind: "limit" }>["what"], string> = {
  cpu: "its CPU time was over",
  time: "its time was over",
  memory: "it needed more memory than it has",
  processes: "it started more processes than it may",
  disk: "it wrote more than it may",
  output: "it printed more than it may",
  network: "it sent and received more than it may",
};

/** What was refused to a call that failed; null when it failed of itself. `failure` is null where it said nothing. Pure. */
export function deniedAct(
  ctx: Context,
  { denials }: Pick<ConfinedResult, "denials">,
  failure: Failure | null,
  allowed: Allowances,
): DeniedAct | null {
  const made = denials.find((one) => one.kind === "guarded");
  if (made !== undefined) return denied(null, madeWords(made));
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

/** For whoever calls, too, where a directory of theirs was written to. */
export const madeWords = ({ path, aside }: Extract<Denial, { kind: "guarded" }>): string =>
  `it made ${path}, which runs on the outside when somebody works there` +
  (aside === null ? "" : `; it lies as ${aside} now`);

function networkAct({ host, port, method }: Extract<Denial, { kind: "network" }>, { network }: Allowances): DeniedAct {
  const isRead = method === null || ["GET", "HEAD", "OPTIONS", "CONNECT"].includes(method);
  const place = port === 80 || port === 443 ? host : `${host}:${port}`;
  // What only writes are refused of is reached already.
  const level = isRead || (network === null && method === null) ? "read" : "write";
  return denied(
    `network:${level}:${place}`,
    isRead ? `it may not reach ${place}` : `it may not send ${method} to ${place}`,
  );
}

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
  const isHidden = allowed.hidden.some((place) => isWithin(inside, place)) || mount?.source === "/dev/null";
  // It is there, and what failed is its own matter: no such file, or not this user's.
  if (mount !== undefined && !isHidden && (mount.writable || !isWrite)) return null;
  // Its own, where it is not a place of this machine's that lies there.
  const isOwnTemporary =
    isWithin(inside, "/tmp") && ![ctx.userHome, ctx.directory].some((one) => isWithin(inside, one));
  if (isOwnTemporary && !isHidden && mount === undefined) return null;
  const homes = { userHome: ctx.userHome, gaiaHome: ctx.gaiaHome };
  const level = isWrite ? "write" : "read";
  const never = outside === null ? null : whyNever(outside, level, homes);
  const permission = `filesystem:${level}:${shown}`;
  const act = `it may not ${level} ${shown}`;
  return denied(permission, never === null ? act : `${act}, which nobody is given: ${never}`);
}

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
