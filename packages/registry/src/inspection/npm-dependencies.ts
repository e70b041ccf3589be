import type { Dependency } from "@gaia/db";
import { type Finding, reportOf, rulesDigest, sourceDigest, sourceDigestOf } from "@gaia/findings";
import { installsIn, type NamedInstall } from "@gaia/scan/scanners";
import semver from "semver";
import { askVulnerabilities, type KnownVulnerability } from "../advisories/ask-vulnerabilities.ts";
import type { Inspector, InspectorInput } from "./inspector.ts";
import { barePin, distinctPins, NPM_SCANNER, type NpmPin, type NpmRequirement } from "./npm/npm-requirement.ts";
import { readNpmRequirements } from "./npm/read-npm-requirements.ts";
import { exactPins, type NpmProgram, type NpmResolved, resolveNpm } from "./npm/resolve-npm.ts";

/** Of the report; what this is made of is in its digest. */
const VERSION = "1";
/** This module and what it leads to, and how it finds what documents and scripts say to install. */
let ownDigest: string | null = null;
const madeOf = (): string =>
  (ownDigest ??= rulesDigest(NPM_SCANNER, sourceDigestOf(import.meta.url), sourceDigest("named-installs")));
/** No release has this number: what concerns it concerns every version there is. */
const EVERY_VERSION = "999999999.0.0";
const MAX_PINS = 3_000;
const NAMED_MS = 3_000;

/**
 * What npm would install for the skill, and what its documents and scripts say to install, against the known advisories. Without
 * either it is complete at once and asks nobody.
 */
export const npmDependencies: Inspector = async (input) => {
  const dependencies: Dependency[] = [];
  const { report, findings } = await reportOf(NPM_SCANNER, async () => inspect(input, dependencies));
  const whole = report.status === "completed" ? [NPM_SCANNER] : [];
  return { scanners: [report], findings, facts: [], resolved: { dependencies, whole } };
};

async function inspect(input: InspectorInput, dependencies: Dependency[]) {
  const { subject, scanning, abort } = input;
  const { files, manifest } = subject;
  const npm = await findNpm(input);
  const read = readNpmRequirements({
    files,
    declared: manifest.requires.packages
      // What a MiaOS package declares stands in its package.json, which is read in any case.
      .filter(
        ({ manager, spec, origin }) => manager === "npm" && spec !== "" && !/(?:^|\/)package\.json$/.test(origin.file),
      )
      .map(({ spec, origin }) => ({ spec, file: origin.file, line: origin.line })),
    knownHosts: new Set(npm?.hosts ?? []),
  });
  const { named, isWhole } = await findNamed(files);
  const result = {
    findings: read.findings,
    problems: read.problems.map((reason) => ({ reason, retryable: false })),
    // Not npm's, which decides nothing of what is found and is not asked where there is nothing to resolve.
    version: VERSION,
    rulesDigest: madeOf(),
  };
  const resolved = await resolve(read.requirements, { scanning, abort, npm });
  result.problems.push(...resolved.problems);
  if (!isWhole)
    result.problems.push({ reason: "it names more packages to install than are looked up", retryable: false });
  result.findings.push(...resolved.unknown.map(unknownPackage));
  const pins = distinctPins([...read.pins, ...resolved.pins]);
  if (pins.length > MAX_PINS) result.problems.push({ reason: `more than ${MAX_PINS} packages`, retryable: false });
  pins.length = Math.min(pins.length, MAX_PINS);
  const queries = [
    ...pins.map(({ name, version }) => ({ ecosystem: "npm" as const, name, version })),
    ...named.map(({ ecosystem, name }) => ({ ecosystem, name, version: EVERY_VERSION })),
  ];
  const asked = await askVulnerabilities(input.ctx, {
    queries,
    askOsv: scanning.askOsv,
    advisories: scanning.advisories,
    // A skill that brings no package waits for nobody: what its documents name is looked up in passing.
    abort: pins.length > 0 ? abort : AbortSignal.any([abort, AbortSignal.timeout(NAMED_MS)]),
  });
  // A name in a document may be of an index whose advisories nobody imported; that leaves no dependency unscanned.
  if (asked.problem !== null && pins.length > 0) result.problems.push(asked.problem);
  for (const [index, pin] of pins.entries()) {
    result.findings.push(...(asked.found[index] ?? []).map((each) => vulnerability(pin, each)));
  }
  for (const [index, install] of named.entries()) {
    const known = asked.found[pins.length + index] ?? [];
    result.findings.push(...known.filter(isMalware).map((each) => namedMalware(install, each)));
  }
  dependencies.push(
    ...pins.map(toDependency),
    ...named.map(({ ecosystem, name }) => ({ ecosystem, name, version: "", source: NPM_SCANNER })),
  );
  return result;
}

function toDependency(pin: NpmPin): Dependency {
  const { name, version, isAsked, needs, needsMore, license, hashes } = pin;
  return { ecosystem: "npm", name, version, source: NPM_SCANNER, isAsked, needs, needsMore, license, hashes };
}

const MAX_NAMED = 500;

/** File by file: other work comes in between. */
async function findNamed(
  files: InspectorInput["subject"]["files"],
): Promise<{ named: NamedInstall[]; isWhole: boolean }> {
  const found: NamedInstall[] = [];
  let isWhole = true;
  for (const file of files) {
    const read = installsIn([file]);
    found.push(...read.installs);
    isWhole &&= read.isWhole;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { named: found.slice(0, MAX_NAMED), isWhole: isWhole && found.length <= MAX_NAMED };
}

/** npm is looked for only where there may be something for it to do. */
async function findNpm({ subject, scanning }: InspectorInput): Promise<NpmProgram | null> {
  const asks =
    subject.manifest.requires.packages.some(({ manager }) => manager === "npm") ||
    subject.files.some(({ path }) => /(?:^|\/)(?:package(?:-lock)?|npm-shrinkwrap)\.json$/.test(path));
  return asks ? scanning.npm() : null;
}

async function resolve(
  requirements: NpmRequirement[],
  { scanning, abort, npm }: Pick<InspectorInput, "scanning" | "abort"> & { npm: NpmProgram | null },
): Promise<NpmResolved> {
  if (requirements.length === 0) return { pins: [], problems: [], unknown: [] };
  const deadline = performance.now() + scanning.timeoutMs;
  const { run, cpuMs } = scanning;
  if (npm !== null) return resolveNpm({ run, npm, cpuMs, deadline, abort, requirements });
  const open = requirements.filter(({ exactVersion }) => exactVersion === null);
  // Even of what is pinned, nobody knows what it needs in turn.
  const problems = requirements.slice(0, 5).map(({ name, range }) => ({
    reason: `${name}@${range} could not be resolved: there is no npm on this machine`,
    retryable: false,
  }));
  return { pins: [...exactPins(requirements), ...lowestPins(open)], problems, unknown: [] };
}

/** Better than nothing: the lowest version that a range allows is audited. */
function lowestPins(requirements: NpmRequirement[]): NpmPin[] {
  return requirements.flatMap((requirement) => {
    const range = semver.validRange(requirement.range, { loose: true });
    const lowest = range === null || range === "*" ? null : semver.minVersion(range, { loose: true });
    return lowest === null ? [] : [barePin(requirement, lowest.version)];
  });
}

const isMalware = ({ id, aliases }: KnownVulnerability): boolean =>
  [id, ...aliases].some((each) => /^MAL-/i.test(each));

function vulnerability(pin: NpmPin, known: KnownVulnerability): Finding {
  const isBad = isMalware(known);
  const other = known.aliases.length === 0 ? "" : ` (${known.aliases.slice(0, 4).join(", ")})`;
  const package_ = `${pin.name} ${pin.version}${pin.file === null ? " (needed by a requirement)" : ""}`;
  return {
    ...finding(pin, `${NPM_SCANNER}/${known.id}`),
    severity: isBad ? "critical" : pin.isDev ? "low" : "high",
    message: isBad
      ? `${package_} is known malware: ${known.id}${other}.`
      : `${package_}${pin.isDev ? ", for development only" : ""}: ${known.id}${other}.`,
    hint: isBad ? "Do without this package." : "Require a version in which it is fixed.",
  };
}

/** A document may name malware to warn of it, so this asks for a look; a script that installs it does not. */
function namedMalware(install: NamedInstall, known: KnownVulnerability): Finding {
  return {
    ...finding(install, install.isScript ? `${NPM_SCANNER}/${known.id}` : `${NPM_SCANNER}/named-malware`),
    severity: install.isScript ? "critical" : "high",
    message: `${install.command} would install ${install.name}, which is known malware on ${install.ecosystem}: ${known.id}.`,
    hint: "Do without this package.",
  };
}

function unknownPackage(requirement: NpmRequirement): Finding {
  return {
    ...finding(requirement, "requirements/unknown-package"),
    confidence: "medium",
    message: `The registry of npm has no ${requirement.name}: the first to register the name decides what is installed.`,
    hint: "Check the name's spelling, or leave the requirement out.",
  };
}

function finding(place: { file: string | null; line: number | null }, rule: string): Finding {
  return {
    rule,
    scanner: NPM_SCANNER,
    severity: "high",
    confidence: "high",
    category: "dependency",
    file: place.file,
    line: place.line,
    message: "",
    hint: null,
    snippet: null,
  };
}
