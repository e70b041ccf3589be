import { inPieces } from "@gaia/reading";
import { type DriverContext, lasting, parseRecord, type Problem, runPython } from "@gaia/findings";
import { readInstallationReport } from "./installation-report.ts";
import { keptResolution } from "./kept-resolutions.ts";
import { canonicalName } from "./judge-requirement.ts";
import { barePin, type Pin } from "./pin.ts";
import type { PackageRequirement } from "./requirement-lines.ts";

export interface Resolved {
  /** Sets of pins, each with one version a name; what was resolved apart is audited apart. */
  pinSets: Pin[][];
  problems: Problem[];
  /** Requirements whose name the index does not have. */
  unknown: PackageRequirement[];
}

const PIP_QUIETLY = ["--no-input", "--disable-pip-version-check", "--retries=1", "--timeout=10"];

/**
 * Resolves without ever running code of a package: `--dry-run` installs nothing, and `--only-binary=:all:` takes wheels
 * only, whose metadata is a file, where a source archive would run its build to say what it needs.
 */
const PIP_INSTALL = [
  "-m",
  "pip",
  "install",
  "--dry-run",
  "--ignore-installed",
  "--only-binary=:all:",
  // Reads the metadata out of a wheel without fetching the wheel, where the index allows it.
  "--use-feature=fast-deps",
  "--report=-",
  "--quiet",
  "--no-color",
  "--no-cache-dir",
  ...PIP_QUIETLY,
];
const MAX_DROPPED = 5;

/**
 * The versions that an installation today would bring. A requirement that cannot be resolved is a problem in words; the
 * others are resolved without it, and where it names one exact version, that one is still audited.
 */
export async function resolveRequirements(
  ctx: DriverContext,
  input: { packages: PackageRequirement[]; pipIndexUrl: string | null },
): Promise<Resolved> {
  const env: Record<string, string> = input.pipIndexUrl === null ? {} : { PIP_INDEX_URL: input.pipIndexUrl };
  const result: Resolved = { pinSets: [], problems: [], unknown: [] };
  const first = await resolveWhatCan(ctx, { env, packages: input.packages, result });
  // A marker that is false here is true on someone else's machine: what it leaves out is audited too.
  const leftOut = input.packages
    .filter(({ marker, name, exactVersion }) => {
      const pin = first.find((each) => each.name === name);
      return marker !== null && (pin === undefined || (exactVersion !== null && exactVersion !== pin.version));
    })
    .filter(({ name }) => !result.unknown.some((each) => each.name === name))
    .map((each) => ({ ...each, marker: null }));
  if (leftOut.length > 0 && result.problems.length === 0) {
    await resolveWhatCan(ctx, { env, packages: leftOut, result });
  }
  return result;
}

interface Attempt {
  env: Record<string, string>;
  packages: PackageRequirement[];
  result: Resolved;
}

async function resolveWhatCan(ctx: DriverContext, { env, packages, result }: Attempt): Promise<Pin[]> {
  let remaining = packages;
  for (let dropped = 0; remaining.length > 0 && dropped <= MAX_DROPPED; dropped += 1) {
    const { pins, stderr } = await askPip(ctx, env, remaining);
    if (pins !== null) {
      if (pins.length > 0) result.pinSets.push(pins);
      return pins;
    }
    const failure = toFailure(stderr);
    const culprits =
      failure.name === null ? [] : remaining.filter(({ name }) => name === canonicalName(failure.name ?? ""));
    result.problems.push(await describeFailure(ctx, { env, failure, isDirect: culprits.length > 0, culprits, result }));
    const exact = (culprits.length > 0 ? culprits : remaining).flatMap(({ name, exactVersion }) =>
      exactVersion === null ? [] : [barePin(name, exactVersion)],
    );
    // One set each: two requirements may pin one name to two versions.
    result.pinSets.push(...exact.map((pin) => [pin]));
    if (culprits.length === 0) return [];
    remaining = remaining.filter((each) => !culprits.includes(each));
  }
  return [];
}

/** With pins, or with what pip complained about. */
async function askPip(
  ctx: DriverContext,
  env: Record<string, string>,
  packages: PackageRequirement[],
): Promise<{ pins: Pin[] | null; stderr: string }> {
  const lines = packages.map(({ text, marker }) => (marker === null ? text : `${text} ; ${marker}`));
  const kept = keptResolution(ctx, { env, lines });
  const known = kept.pins();
  if (known !== null) return { pins: known, stderr: "" };
  const { stdout, stderr } = await runPython(ctx, {
    args: [...PIP_INSTALL, "-r", "requirements.txt"],
    files: [{ path: "requirements.txt", bytes: new TextEncoder().encode(`${lines.join("\n")}\n`) }],
    network: { env },
  });
  const pins = readInstallationReport(stdout);
  if (pins !== null) kept.keep(pins);
  return { pins, stderr };
}

const UNREACHABLE: Problem = { reason: "the package index did not answer", retryable: true };

interface Failure {
  kind: "unreachable" | "no-match" | "conflict" | "invalid" | "other";
  /** The package that pip found nothing for. */
  name: string | null;
  /** The index has no wheel of it at all. */
  isEmpty: boolean;
}

const TO_FAILURE_PATTERN = inPieces(
  "",
  String.raw`connection broken|NewConnectionError|NameResolutionError|Could not fetch URL|timed out|SSLError|`,
  String.raw`ProxyError|HTTP error 5\d\d|Max retries exceeded|ConnectionError`,
);

/** What went wrong, from pip's own words on stderr; a network that failed explains whatever else it says. */
function toFailure(stderr: string): Failure {
  const text = stderr.slice(0, 100_000);
  const match = /Could not find a version that satisfies the requirement ([A-Za-z0-9._-]+)/.exec(text);
  const found = {
    name: match?.[1] ?? null,
    isEmpty: match !== null && text.slice(match.index, match.index + 2_000).includes("(from versions: none)"),
  };
  if (TO_FAILURE_PATTERN.test(text)) {
    return { kind: "unreachable", ...found };
  }
  if (/conflicting dependencies|ResolutionImpossible/.test(text)) return { kind: "conflict", ...found };
  if (match !== null) return { kind: "no-match", ...found };
  if (text.includes("Invalid requirement")) return { kind: "invalid", ...found };
  return { kind: "other", ...found };
}

async function describeFailure(
  ctx: DriverContext,
  input: Pick<Attempt, "env" | "result"> & { failure: Failure; isDirect: boolean; culprits: PackageRequirement[] },
): Promise<Problem> {
  const { failure, culprits } = input;
  const name = failure.name ?? "a package";
  switch (failure.kind) {
    case "unreachable":
      return UNREACHABLE;
    case "conflict":
      return lasting("the requirements contradict each other, so no set of versions satisfies them all");
    case "invalid":
      return lasting("a requirement is not valid");
    case "other":
      return lasting("the requirements could not be resolved");
    case "no-match":
      break;
  }
  if (!input.isDirect) return lasting(`${name}, which a requirement needs, has no wheel that fits`);
  if (!failure.isEmpty) return lasting(`no version of ${name} satisfies ${culprits[0]?.text ?? "the requirement"}`);
  const known = await runPython(ctx, {
    args: ["-m", "pip", "index", "versions", "--json", ...PIP_QUIETLY, name],
    network: { env: input.env },
  });
  if (parseRecord(known.stdout) !== null) {
    return lasting(`${name} has no wheel, and what its source needs is not known without running it`);
  }
  if (toFailure(known.stderr).kind === "unreachable") return UNREACHABLE;
  input.result.unknown.push(...culprits);
  return lasting(`the package index has no ${name}`);
}
