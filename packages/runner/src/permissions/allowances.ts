import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { permissionText } from "@gaia/manifest";
import type { Permission } from "@gaia/policy";
import { type Mount, type Network, PROGRAM_DIRECTORIES } from "@gaia/sandbox";
import { type RunContext, RunError } from "../context.ts";
import { grantedEnvironment } from "./granted-environment.ts";
import { type Bases, grantedPath, settleMounts } from "./granted-paths.ts";
import { answerTo, type Wish } from "./permission-table.ts";

/** Everything that a run opens of this machine beside the skill and what runs it. */
export interface Allowances {
  mounts: Mount[];
  hidden: string[];
  /** What scopes name of what is written: it may be made. */
  named: string[];
  network: Network | null;
  programs: string[] | "all";
  /** Programs that were granted and are not on this machine. */
  absent: string[];
  env: Record<string, string>;
  /** The working directory; null: the private one. */
  directory: string | null;
}

type Context = Pick<RunContext, "userHome" | "gaiaHome" | "directory" | "environment">;

/** @throws RunError `permission_refused` for a permission that is never given, naming it. */
export function allowancesFor(
  ctx: Context,
  permissions: readonly Permission[],
  { declaredEnv, near }: { declaredEnv: readonly string[]; near: readonly string[] },
): Allowances {
  const bases = basesOf(ctx);
  const found: Mount[] = [];
  const named: string[] = [];
  const wishes: Wish[] = [];
  let hasHome = false;
  let hasOwn = false;
  for (const permission of permissions) {
    const text = permissionText(permission);
    const answer = answerTo(permission);
    if ("refused" in answer) throw refusal(text, answer.refused);
    wishes.push(answer);
    for (const { scope, access } of answer.paths ?? []) {
      const granted = grantedPath(scope, access, bases);
      if (granted === null) continue;
      if ("refused" in granted) throw refusal(text, granted.refused);
      found.push(granted.mount);
      if (access === "write") named.push(granted.named);
      hasHome ||= granted.isHome;
      hasOwn ||= granted.isOwn;
    }
  }
  const programs = programsOf(wishes);
  const patterns = wishes.flatMap(({ env }) => env ?? []);
  return {
    ...settleMounts(found, bases),
    named,
    network: networkOf(wishes, near),
    ...programs,
    env: {
      ...grantedEnvironment(declaredEnv, patterns, ctx.environment),
      // `~` in what the tool is told means the same as in its scopes.
      ...(hasHome ? { HOME: bases.userHome, XDG_CACHE_HOME: "/tmp/.cache" } : {}),
    },
    directory: hasOwn ? bases.directory : null,
  };
}

const refusal = (permission: string, why: string): RunError =>
  new RunError("permission_refused", `${permission} is not given: ${why}.`, permission);

function basesOf({ userHome, gaiaHome, directory, environment }: Context): Bases {
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
  return { userHome: real(userHome), gaiaHome: real(gaiaHome), directory: real(directory), environment };
}

/** The door has one word on methods for all hosts: writing is let through where every host may be written to. */
function networkOf(wishes: readonly Wish[], near: readonly string[]): Network | null {
  const hosts = wishes.flatMap(({ hosts: each }) => each ?? []);
  if (hosts.length === 0) return null;
  const written = new Set(hosts.filter(({ methods }) => methods === "all").map(({ pattern }) => pattern));
  const isAll = hosts.every(({ pattern }) => written.has(pattern) || written.has("*"));
  return { hosts: [...new Set(hosts.map(({ pattern }) => pattern))], methods: isAll ? "all" : "read", near };
}

export const isProgram = (name: string): boolean => PROGRAM_DIRECTORIES.some((place) => existsSync(join(place, name)));

function programsOf(wishes: readonly Wish[]): Pick<Allowances, "programs" | "absent"> {
  if (wishes.some(({ programs }) => programs === "all")) return { programs: "all", absent: [] };
  const names = [...new Set(wishes.flatMap(({ programs }) => programs ?? []))];
  return { programs: names.filter(isProgram), absent: names.filter((name) => !isProgram(name)) };
}
