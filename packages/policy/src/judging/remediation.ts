import { kindsOfWitness } from "./agreement.ts";
import { judge, type JudgedFinding, type JudgedScanner, MANDATORY_SCANNERS, verdictOn } from "./judge.ts";
import { isWording, matterOf } from "./judgement.ts";

/** The heaviest kinds of evidence that are tried one by one: what is lighter decides little. */
const TRIED_ALONE = 6;

const COMPLETED: readonly JudgedScanner[] = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" }));

/**
 * The findings without which the same function says ALLOW, none of which could stay: the facts that hold by themselves, and of the evidence
 * the least to change that was found in some forty tries. What is unscanned is set aside. In the order in which they were given; none where
 * nothing but the unscanned holds it. Null where no finding's absence helps.
 */
export function findRemediation<Found extends JudgedFinding>(input: {
  findings: readonly Found[];
  holdFrom?: number | undefined;
  blockFrom?: number | undefined;
}): Found[] | null {
  const { holdFrom, blockFrom } = input;
  const passes = (findings: readonly Found[]): boolean =>
    judge({
      scanners: COMPLETED,
      findings,
      ...(holdFrom !== undefined && { holdFrom }),
      ...(blockFrom !== undefined && { blockFrom }),
    }).verdict === "ALLOW";
  const facts = input.findings.filter(decidesAlone);
  const others = input.findings.filter((each) => !decidesAlone(each) && countsBesideOthers(each));
  const evidence = passes(others) ? [] : fewestEvidence(others, passes);
  if (evidence === null) return null;
  const gone = new Set([...facts, ...evidence]);
  return input.findings.filter((each) => gone.has(each));
}

/** Its row decides, whatever else is found. */
function decidesAlone(finding: JudgedFinding): boolean {
  const verdict = verdictOn(finding);
  return verdict === "BLOCK" || (verdict !== "ALLOW" && finding.weight == null);
}

const countsBesideOthers = (finding: JudgedFinding): boolean =>
  (finding.weight ?? 0) > 0 || kindsOfWitness([finding]).size > 0;

type Passes<Found> = (findings: readonly Found[]) => boolean;

function fewestEvidence<Found extends JudgedFinding>(all: readonly Found[], passes: Passes<Found>): Found[] | null {
  const matters = mattersOf(all);
  if (!passes(without(all, matters.flat()))) return null;
  const together = fewestFirst(matters.length, (count) => passes(without(all, matters.slice(0, count).flat())));
  const alone = matters.slice(0, TRIED_ALONE).filter((matter) => passes(without(all, matter)));
  const sets = [...alone.map((matter) => [matter]), matters.slice(0, together)];
  return sets
    .map((set) => putBack(all, set, passes))
    .reduce((best, set) => (effortOf(set) < effortOf(best) ? set : best));
}

/** A rule says what to do instead of its line; where the model speaks a passage has to be written anew, and perhaps others then. */
const LINES_OF_A_PASSAGE = 4;

/** How much there is to change, in lines. */
const effortOf = (findings: readonly JudgedFinding[]): number =>
  placesOf(findings).size + (LINES_OF_A_PASSAGE - 1) * placesOf(findings.filter(({ rule }) => isWording(rule))).size;

/** Evidence by what it is about, the heaviest first, in each and of all. */
function mattersOf<Found extends JudgedFinding>(all: readonly Found[]): Found[][] {
  const heaviestFirst = all.filter(({ weight }) => (weight ?? 0) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  // `Map.groupBy` is not in Node 20, on which the command line runs.
  const matters = new Map<string, Found[]>();
  for (const each of heaviestFirst) {
    const matter = matterOf(each.rule);
    matters.set(matter, [...(matters.get(matter) ?? []), each]);
  }
  return [...matters.values()];
}

const weightOf = ({ weight }: JudgedFinding): number => weight ?? 0;

/** Of what is taken out, without what may stay: the light ones of each matter, the lightest matter first. */
function putBack<Found extends JudgedFinding>(
  all: readonly Found[],
  matters: readonly Found[][],
  passes: Passes<Found>,
): Found[] {
  const taken = [...matters];
  for (let index = taken.length - 1; index >= 0; index -= 1) {
    // In range: both are of one length.
    const matter = taken[index] as Found[];
    const others = taken.toSpliced(index, 1).flat();
    const count = fewestFirst(matter.length, (some) => passes(without(all, [...others, ...matter.slice(0, some)])));
    taken[index] = matter.slice(0, count);
  }
  return taken.flat();
}

/** The smallest number up to `most` that is enough, where more than enough is enough and `most` is. */
function fewestFirst(most: number, isEnough: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

function without<Found>(all: readonly Found[], gone: readonly Found[]): Found[] {
  const left = new Set(gone);
  return all.filter((each) => !left.has(each));
}

/** Where findings stand: several on one line are one thing to change. */
export const placesOf = (findings: readonly JudgedFinding[]): Set<string> =>
  new Set(
    findings.map(({ rule, file, line }) => (file == null || line == null ? `${rule} ${file}` : `${line} ${file}`)),
  );
