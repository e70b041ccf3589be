import { isPackageName } from "@gaia/catalog";
import type { Run } from "@gaia/findings";
import semver from "semver";
import { barePin, type NpmPin, type NpmRequirement } from "./npm-requirement.ts";
import { pinOf, readLockFile } from "./read-lock-file.ts";

/** The npm of this machine, for a closed environment. */
export interface NpmProgram {
  /** Node and npm's own script. */
  argv: string[];
  /** Absolute paths that a sandbox has to let in. */
  readable: string[];
  /** Where packages come from, and the way there. */
  env: Record<string, string>;
  /** Hosts that a lock file may name. */
  hosts: string[];
}

export interface NpmResolved {
  pins: NpmPin[];
  problems: { reason: string; retryable: boolean }[];
  /** Requirements whose name the registry does not have. */
  unknown: NpmRequirement[];
}

const MAX_ROUNDS = 3;
const MAX_DROPPED = 5;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/**
 * Resolves without running code of a package: npm writes a lock file only and runs no scripts. Nothing that comes from git,
 * a path or an address is followed, whoever asks for it.
 */
const OPTIONS = [
  "install",
  "--package-lock-only",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  // Two packages that disagree about a third are installed all the same.
  "--force",
  "--loglevel=error",
];
const SETTINGS: Record<string, string> = {
  npm_config_userconfig: "/dev/null",
  npm_config_globalconfig: "/dev/null/none",
  npm_config_update_notifier: "false",
  npm_config_fetch_retries: "1",
  // By default it waits ten seconds for each package before it asks again: minutes for a skill of many, where no registry is reached.
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "2000",
  npm_config_fetch_timeout: "15000",
  npm_config_allow_git: "none",
  npm_config_allow_remote: "none",
  npm_config_allow_file: "none",
  npm_config_allow_directory: "none",
  // For an npm that does not know the four above.
  npm_config_git: "/bin/false",
  // The machine's own certificates, as pip honours them.
  NODE_OPTIONS: "--max-old-space-size=512 --use-system-ca",
};

interface Resolving {
  run: Run;
  npm: NpmProgram;
  /** CPU time of one run of npm. */
  cpuMs: number;
  deadline: number;
  abort: AbortSignal | undefined;
}

/** The versions that an installation today would bring. What cannot be resolved is a problem in words; the rest is resolved without it. */
export async function resolveNpm(input: Resolving & { requirements: NpmRequirement[] }): Promise<NpmResolved> {
  const result: NpmResolved = { pins: [], problems: [], unknown: [] };
  for (const [index, round] of roundsOf(input.requirements).entries()) {
    if (index >= MAX_ROUNDS) {
      result.problems.push(lasting("packages are asked for in too many versions at once"));
      break;
    }
    await resolveRound(input, round, result);
  }
  return result;
}

/** A package.json has each name once: what asks for one twice is resolved apart. */
function roundsOf(requirements: NpmRequirement[]): NpmRequirement[][] {
  const rounds: Map<string, NpmRequirement>[] = [];
  for (const each of requirements) {
    const free = rounds.find((round) => !round.has(each.name));
    if (free === undefined) rounds.push(new Map([[each.name, each]]));
    else free.set(each.name, each);
  }
  return rounds.map((round) => [...round.values()]);
}

async function resolveRound(input: Resolving, round: NpmRequirement[], result: NpmResolved): Promise<void> {
  let remaining = round;
  for (let dropped = 0; remaining.length > 0 && dropped <= MAX_DROPPED; dropped += 1) {
    const { stdout, stderr } = await runNpm(input, remaining);
    const pins = toPins(stdout, remaining);
    if (pins !== null) {
      result.pins.push(...pins);
      return;
    }
    const failure = toFailure(stderr);
    const culprit = remaining.find(({ name }) => name === failure.name);
    result.problems.push(describe(failure, culprit));
    if (failure.kind === "unknown" && culprit !== undefined) result.unknown.push(culprit);
    result.pins.push(...exactPins(culprit === undefined ? remaining : [culprit]));
    if (culprit === undefined) return;
    remaining = remaining.filter((each) => each !== culprit);
  }
}

/** What names one exact version is audited even where nothing can be resolved. */
export function exactPins(requirements: NpmRequirement[]): NpmPin[] {
  return requirements.flatMap((each) => (each.exactVersion === null ? [] : [barePin(each, each.exactVersion)]));
}

async function runNpm(input: Resolving, requirements: NpmRequirement[]): Promise<{ stdout: string; stderr: string }> {
  const timeoutMs = Math.floor(input.deadline - performance.now());
  if (timeoutMs <= 0) return { stdout: "", stderr: "ETIMEDOUT" };
  const group = (isDev: boolean) =>
    Object.fromEntries(requirements.filter((each) => each.isDev === isDev).map(({ name, range }) => [name, range]));
  const manifest = {
    name: "audited-skill",
    version: "0.0.0",
    private: true,
    dependencies: group(false),
    devDependencies: group(true),
  };
  const result = await input.run(
    {
      // The sandbox gives back what is printed, so the lock file is printed.
      argv: ["/bin/sh", "-c", '"$@" >&2 </dev/null && cat package-lock.json', "sh", ...input.npm.argv, ...OPTIONS],
      files: [{ path: "package.json", bytes: new TextEncoder().encode(JSON.stringify(manifest)) }],
      env: { ...input.npm.env, ...SETTINGS },
      network: true,
      readable: input.npm.readable,
      cpuMs: input.cpuMs,
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    },
    input.abort,
  );
  return { stdout: result.stdout, stderr: result.timedOut || result.outOfCpu ? "ETIMEDOUT" : result.stderr };
}

function toPins(stdout: string, requirements: NpmRequirement[]): NpmPin[] | null {
  let lock: unknown;
  try {
    lock = JSON.parse(stdout);
  } catch {
    return null;
  }
  const entries = readLockFile(lock);
  if (entries === null) return null;
  return entries
    .filter(({ name, version }) => isPackageName("npm", name) && semver.valid(version) !== null)
    .map((entry) => {
      const direct = entry.isTop ? requirements.find((each) => each.name === entry.name) : undefined;
      const pin = pinOf(entry, { file: direct?.file ?? null, line: direct?.line ?? null });
      return { ...pin, isAsked: pin.isAsked || direct !== undefined };
    });
}

const UNREACHABLE =
  /^(?:E(?:CONN|TIMEDOUT|AI_|NOTFOUND|NETUNREACH|HOSTUNREACH|SOCKET|PROTO)|ERR_SOCKET|ERR_SSL|ERR_TLS|E5\d\d|ENETWORK)/;

interface Failure {
  kind: "unreachable" | "unknown" | "no-match" | "elsewhere" | "other";
  name: string | null;
}

/** What went wrong, from npm's own words; codes are stable, the lines around them name the package. */
function toFailure(stderr: string): Failure {
  const text = stderr.slice(0, 100_000);
  const code = /\bcode (E[A-Z0-9_]{2,40})/.exec(text)?.[1] ?? (text.includes("ETIMEDOUT") ? "ETIMEDOUT" : "");
  if (code === "E404") {
    const name = /'((?:@[^@/'\s]{1,100}\/)?[^@'\s]{1,214})@[^'\n]{0,300}'/.exec(text)?.[1];
    return { kind: "unknown", name: name ?? null };
  }
  if (code === "ETARGET" || code === "ENOVERSIONS") {
    const name = /(?:version found for|No versions available for) ((?:@[^@/\s]{1,100}\/)?[^@\s]{1,214})/.exec(
      text,
    )?.[1];
    return { kind: "no-match", name: name?.replace(/\.$/, "") ?? null };
  }
  if (code.startsWith("EALLOW") || /git dep|\/bin\/false|allow-(?:git|remote|file|directory)/.test(text)) {
    return { kind: "elsewhere", name: null };
  }
  if (UNREACHABLE.test(code) || (code === "" && /certificate/i.test(text))) {
    return { kind: "unreachable", name: null };
  }
  return { kind: "other", name: null };
}

function describe(
  { kind, name }: Failure,
  culprit: NpmRequirement | undefined,
): { reason: string; retryable: boolean } {
  const shown = culprit === undefined ? (name ?? "a package") : `${culprit.name}@${culprit.range}`;
  switch (kind) {
    case "unreachable":
      return { reason: "the registry of npm did not answer", retryable: true };
    case "unknown":
      return lasting(`the registry of npm has no ${culprit?.name ?? name ?? "such package"}`);
    case "no-match":
      return lasting(`no version of ${shown} is there`);
    case "elsewhere":
      return lasting("a requirement needs a package from outside the registry of npm");
    case "other":
      return lasting("the npm requirements could not be resolved");
  }
}

const lasting = (reason: string) => ({ reason, retryable: false });
