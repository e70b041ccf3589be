import { DEFAULT_LIMITS } from "@gaia/archive";
import { judge, MANDATORY_SCANNERS } from "@gaia/policy";
import { analysePackage } from "@gaia/registry/analysing";
import { openGrammars } from "@gaia/syntax";
import { aboutOf } from "./detectors.ts";
import { languageNames, readLanguage } from "./exams.ts";
import type { Sample } from "./sample.ts";

/** 128 MiB, of pages of 64 KiB, as the server gives them. */
const MEMORY_PAGES = 2_048;
/** Rules whose words are of other languages: how many skills they hold together is asked too. */
const ABROAD = /^instructions\/[a-z]+-(?:abroad-[a-z-]+|languages|translated|earlier-translated)$/;

type Findings = Awaited<ReturnType<typeof analysePackage>>["findings"];
interface Analysed {
  sample: Sample;
  language: string;
  findings: Findings;
}

/** Says how many skills of each language are held, which are misjudged, and which are held no longer without each rule that found something. */
export async function tellLanguages(): Promise<void> {
  const all = await analyseAll();
  const isAbroad = (rule: string): boolean => ABROAD.test(rule);
  const isWorded = (rule: string): boolean => rule.startsWith("instructions/worded-");
  for (const language of ["", ...languageNames()]) {
    const some = all.filter((each) => language === "" || each.language === language);
    const shares = (["malicious", "benign"] as const).map((label) => {
      const these = some.filter(({ sample }) => sample.label === label);
      const held = (isLeftOut: (rule: string) => boolean): number =>
        these.filter(({ findings }) => isHeld(findings, isLeftOut)).length;
      return `${label} ${held(() => false)} of ${these.length}, without rules for languages ${held(isAbroad)}, without wording ${held(isWorded)}`;
    });
    say(`${language || "all"}: ${shares.join("; ")}`);
  }
  for (const { sample, findings } of all) {
    if (isHeld(findings, () => false) === (sample.label === "benign"))
      say(`  ${sample.label === "benign" ? "held" : "missed"}: ${sample.id} (${sample.behaviour})`);
  }
  for (const rule of [...new Set(all.flatMap(({ findings }) => findings.map((each) => each.rule)))].sort()) {
    const lost = all.filter(
      ({ findings }) => isHeld(findings, () => false) && !isHeld(findings, (each) => each === rule),
    );
    const names = lost.map(({ sample }) => `${sample.id}${sample.label === "benign" ? " (honest)" : ""}`);
    const fired = all.filter(({ findings }) => findings.some((each) => each.rule === rule));
    say(`without ${rule} (found in ${fired.length}): ${lost.length} fewer ${names.join(" ")}`);
  }
}

async function analyseAll(): Promise<Analysed[]> {
  const grammars = await openGrammars(MEMORY_PAGES);
  const all: Analysed[] = [];
  for (const language of languageNames()) {
    for (const sample of [...readLanguage(language, "malicious"), ...readLanguage(language, "benign")]) {
      const input = { files: sample.files, limits: DEFAULT_LIMITS, about: aboutOf(sample) };
      const { findings } = await analysePackage(input, grammars);
      all.push({ sample, language, findings });
    }
  }
  return all;
}

function isHeld(findings: Findings, isLeftOut: (rule: string) => boolean): boolean {
  const scanners = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));
  return judge({ scanners, findings: findings.filter(({ rule }) => !isLeftOut(rule)) }).verdict !== "ALLOW";
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
