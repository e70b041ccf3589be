import type { PackageFile } from "@gaia/archive";
import type { Finding } from "@gaia/findings";
import { type JudgedScanner, type Remediation, remediationOf, remediationText } from "@gaia/policy";

/** What one look at the files came to. */
interface Looked {
  scanners: readonly JudgedScanner[];
  findings: readonly Finding[];
}

const MOST_LOOKS = 3;

/**
 * What would have to go so that a skill's scan says ALLOW. The model weighs the wording of passages, so where a text is to be changed the
 * files are looked at again without what is told, and what is still too much is added, three times at most. Null where nothing has to go.
 */
export async function scanWithout(
  files: readonly PackageFile[],
  first: Looked,
  look: (files: PackageFile[]) => Promise<readonly Finding[]>,
): Promise<Remediation<Finding> | null> {
  const { scanners } = first;
  const found = remediationOf({ scanners, findings: first.findings });
  if (found === null || !found.findings.some(isOfText)) return found;
  let { findings } = found;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const told = new Set(findings.map(keyOf));
    const again = (await look(withoutTexts(files, findings))).filter((each) => !told.has(keyOf(each)));
    const more = remediationOf({ scanners, findings: again })?.findings ?? [];
    if (more.length === 0) return { findings, text: remediationText({ scanners, findings, again: "passes" }) };
    findings = [...findings, ...more];
  }
  return { findings, text: remediationText({ scanners, findings, again: "still held" }) };
}

const keyOf = ({ rule, file, line, message }: Finding): string => JSON.stringify([rule, file, line, message]);

/** Lines of programs stay: without them a program may not parse. */
const isOfText = ({ rule }: Finding): boolean => rule.startsWith("instructions/");

/** The files without the sentences and lines of these findings; every other line keeps its number. */
function withoutTexts(files: readonly PackageFile[], findings: readonly Finding[]): PackageFile[] {
  return files.map((file) => {
    const gone = findings.filter((each) => isOfText(each) && each.file === file.path && each.line !== null);
    if (gone.length === 0) return file;
    const lines = linesOf(new TextDecoder().decode(file.bytes));
    for (const each of gone) takeOut(lines, each);
    return { ...file, bytes: new TextEncoder().encode(lines.join("")) };
  });
}

/** A sentence may go on over several lines. */
const MOST_LINES = 8;

/** The sentence that a finding quotes, or its whole line where that does not stand there as it is quoted. */
function takeOut(lines: string[], { line, message }: Finding): void {
  // A finding whose line is null was left out before.
  const at = (line as number) - 1;
  const quoted = /: “(.+?)…?”$/u.exec(message)?.[1];
  const there = lines.slice(at, at + MOST_LINES).join("");
  const without = quoted === undefined ? there : there.replace(asItStands(quoted), breaksOf);
  if (without === there) lines[at] = breaksOf(lines[at] ?? "");
  else lines.splice(at, MOST_LINES, ...linesOf(without));
}

/** Between its words a line may end, also within a quotation of Markdown. */
const asItStands = (sentence: string): RegExp =>
  new RegExp(
    sentence
      .split(/[\s>]+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
      .join("[\\s>]+"),
    "u",
  );

const linesOf = (text: string): string[] => text.split(/(?<=\r\n|\n|\r(?!\n))/);

const breaksOf = (text: string): string => text.replace(/[^\r\n]+/g, "");
