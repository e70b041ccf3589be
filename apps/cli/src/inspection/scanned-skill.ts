import { DEFAULT_LIMITS, openNested, type PackageFile } from "@gaia/archive";
import { type CanonicalSkill, type Diagnostic, permissionFindings, readSkill, usesOf } from "@gaia/manifest";
import { type Verdict, judge, MANDATORY_SCANNERS, type Remediation } from "@gaia/policy";
import type { Analysis } from "@gaia/scan";
import { type Analysing, analyseSkill } from "@gaia/scan/analysis";
import { type Finding, withSnippets } from "@gaia/findings";
import { type Grammars, openGrammars } from "@gaia/syntax";
import type { AuthorSkill } from "../authoring/author-skill.ts";
import { CliError, EXIT, type ProblemError } from "../failures/failures.ts";
import { signatureDiagnostics } from "../authoring/judged-skill.ts";
import { scanWithout } from "./scan-without.ts";

/** What the registry's own analysers say about a skill on this disk. */
export interface ScannedSkill {
  verdict: Verdict;
  reason: string;
  /** What would have to go so that the verdict is ALLOW; null where it is, or where nothing would help. */
  remediation: Remediation<Finding> | null;
  analysis: Analysis;
  diagnostics: ProblemError[];
}

const PARSER_PAGES = 1_536;
/** On the author's own machine, which may be slow. */
const ANALYSER_CPU_MS = 20_000;

let grammars: Promise<Grammars> | null = null;

/**
 * Looks at a skill with the analysers that the registry will use, without a network, and holds what its code does against what it
 * declares. Bandit, detect-secrets and pip-audit, and what only the registry knows (permissions against the last version), are left to
 * it: their part of the verdict is taken as clean.
 * Throws exit 4 for what is no skill: nothing was found in it, and that must not look like ALLOW. `tell` hears what is at work.
 */
export async function scanAuthorSkill(
  { files, path, errors }: AuthorSkill,
  tell: (what: string) => void = () => undefined,
): Promise<ScannedSkill> {
  // What was not read was not scanned, and the registry takes none of it.
  if (errors.length > 0)
    throw new CliError(EXIT.refused, "not_scanned", `${path} holds what no package may: it was not scanned`, {
      errors,
    });
  const { skill, diagnostics } = readSkill(files, { mode: "import" });
  if (skill === null) throw noSkill(path, diagnostics);
  tell("its parsers are loaded");
  const signed = (await signatureDiagnostics(files)).map(toFinding);
  let looks = 0;
  const look = async (looked: PackageFile[]): Promise<Analysis> => {
    const again = looks++ === 0 ? "" : "; again, without what was found";
    const analysed = await analyseAs(looked, { skill, publisher: "" }, ({ name, nth, count }) =>
      tell(`${name} at work, ${nth} of ${count}${again}`),
    );
    const compared = withSnippets(permissionFindings(skill, usesOf(analysed.facts)), looked);
    return { ...analysed, findings: [...analysed.findings, ...compared, ...signed] };
  };
  const analysis = await look(files);
  const left = MANDATORY_SCANNERS.filter((name) => !analysis.scanners.some((scanner) => scanner.name === name));
  const scanners = [...analysis.scanners, ...left.map((name) => ({ name, status: "completed" as const }))];
  const { verdict, reason } = judge({ scanners, findings: analysis.findings });
  const judged = { scanners, findings: analysis.findings };
  const remediation = await scanWithout(files, judged, async (looked) => (await look(looked)).findings);
  return { verdict, reason, remediation, analysis, diagnostics: analysis.findings.map(toDiagnostic) };
}

/** What the registry's own analysers find in these files when this publisher sends them. */
export async function analyseAs(
  files: PackageFile[],
  { skill, publisher }: { skill: CanonicalSkill; publisher: string },
  onBegin?: Analysing["onBegin"],
): Promise<Analysis> {
  grammars ??= openGrammars(PARSER_PAGES);
  const links = [skill.links.homepage?.value, skill.links.repository?.value];
  return analyseSkill(
    {
      files,
      nested: openNested(files, DEFAULT_LIMITS),
      about: {
        name: skill.name.value,
        description: skill.description.value,
        publisher,
        links: links.filter((link) => link !== undefined),
        requirements: skill.requires.packages.map(({ manager, spec, origin }) => ({
          manager,
          spec,
          file: origin.file,
          line: origin.line,
        })),
      },
    },
    { grammars: await grammars, cpuMs: ANALYSER_CPU_MS, onBegin },
  );
}

const noSkill = (path: string, errors: readonly ProblemError[]): CliError =>
  new CliError(EXIT.refused, "invalid_manifest", `${path} holds no skill that can be read, so nothing was scanned`, {
    errors: [...errors],
    hint: "`validate` says what is wrong with it",
  });

/** The registry refuses the package for it at publish; whoever only scans is told by the rule that holds such a version. */
const toFinding = ({ file, message, hint }: Diagnostic): Finding => ({
  rule: "signatures/directory-invalid",
  scanner: "gaia-signatures",
  severity: "high",
  confidence: "high",
  category: "content",
  file,
  line: null,
  message,
  hint,
  snippet: null,
});

const SEVERITIES = { critical: "error", high: "error", medium: "warning", low: "info" } as const;

function toDiagnostic({ rule, severity, file, line, message, hint }: Finding): ProblemError {
  return { code: rule, severity: SEVERITIES[severity], file, line, column: null, message, hint };
}
