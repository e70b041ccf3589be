import { DEFAULT_LIMITS } from "@gaia/archive";
import { readSkill } from "@gaia/manifest";
import { judge, MANDATORY_SCANNERS } from "@gaia/policy";
import { type AnalyseInput, analysePackage } from "@gaia/registry/analysing";
import { type Grammars, openGrammars } from "@gaia/syntax";
import type { Sample } from "./sample.ts";

/** What a detector says of one sample. */
export interface Outcome {
  /** A finding holds or blocks it. What was not looked at is no finding: see `error`. */
  flagged: boolean;
  /** Why a part of the package was not looked at; null: all of it was. */
  error: string | null;
  /** For the list of misses and false alarms: the rules that decided, or those that only recorded something. */
  rules: string[];
  verdict: string;
  /** How the verdict came about. */
  reason: string;
  /** Of the analysis; null for detectors that run over all samples at once. */
  spent: { cpuMs: number; wallMs: number } | null;
}

/** The answers of one detector, in the order of the samples, and what it was made of. */
export interface Judged {
  name: string;
  outcomes: Outcome[];
  /** Analysers or scanners by name, with their version or the digest of their rules. */
  made: { name: string; of: string }[];
}

/** 128 MiB, of pages of 64 KiB, as the server gives them. */
const MEMORY_PAGES = 2_048;

/** The registry's own analysers alone: as in an inspection, but every outside scanner has completed and found nothing. */
export async function judgeWithOwnAnalysers(samples: readonly Sample[]): Promise<Judged> {
  let grammars = await openGrammars(MEMORY_PAGES);
  const made = new Map<string, string>();
  const outcomes: Outcome[] = [];
  for (const sample of samples) {
    const before = process.threadCpuUsage();
    const started = performance.now();
    try {
      outcomes.push(await judgeOne(sample, grammars, made));
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      outcomes.push({ flagged: false, error: reason, rules: [], verdict: "none", reason, spent: null });
      grammars = await openGrammars(MEMORY_PAGES);
    }
    const { user, system } = process.threadCpuUsage(before);
    const last = outcomes.at(-1);
    if (last !== undefined) last.spent = { cpuMs: (user + system) / 1_000, wallMs: performance.now() - started };
  }
  return {
    name: "own analysers",
    outcomes,
    made: [...made].map(([name, of]) => ({ name, of })),
  };
}

async function judgeOne(sample: Sample, grammars: Grammars, made: Map<string, string>): Promise<Outcome> {
  const input = { files: sample.files, limits: DEFAULT_LIMITS, about: aboutOf(sample) };
  const { scanners, findings } = await analysePackage(input, grammars);
  for (const { name, rules_digest: digest } of scanners) made.set(name, digest ?? "no digest");
  const unscanned = scanners.filter(({ status }) => status === "unscanned");
  // Errors are a column of their own, so they must not count as findings here.
  const completed = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));
  const { verdict, reason: why } = judge({ scanners: completed, findings });
  const deciding = findings.filter(
    (finding) => judge({ scanners: completed, findings: [finding] }).verdict !== "ALLOW",
  );
  const told = verdict === "ALLOW" ? findings : deciding;
  return {
    flagged: verdict !== "ALLOW",
    verdict,
    reason: why,
    error: unscanned.length === 0 ? null : unscanned.map(({ name, reason }) => `${name}: ${reason ?? ""}`).join("; "),
    rules: [...new Set(told.map(({ rule, severity }) => `${rule} (${severity})`))].sort(),
    spent: null,
  };
}

/** What the registry knows of a package beside its files; where the manifest is refused, only what it was published as. */
export function aboutOf(sample: Sample): AnalyseInput["about"] {
  const manifest = Buffer.from(sample.files[0]?.bytes ?? []).toString();
  const { skill } = readSkill(sample.files, { version: /^version: (.*)$/m.exec(manifest)?.[1] ?? "1.0.0" });
  const { publisher } = sample;
  if (skill === null) return { name: "unreadable", description: "", publisher, links: [], requirements: [] };
  return {
    name: skill.name.value,
    description: skill.description.value,
    publisher,
    links: [skill.links.homepage, skill.links.repository].flatMap((link) => (link ? [link.value] : [])),
    requirements: skill.requires.packages.map(({ manager, spec, origin }) => ({
      manager,
      spec,
      file: origin.file,
      line: origin.line,
    })),
  };
}
