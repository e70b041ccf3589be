import type { CodeEvent } from "../../engine/event.ts";
import type { CodeUnderRules } from "../../engine/rule.ts";
import { HOLE } from "../../engine/value.ts";
import { lineAt } from "./matching.ts";

const SHOWS = /^(?:less|more|bat|cat|view|vim?|nano|head|diff)\s/;
const DIGEST = /^(?:sha(?:1|224|256|384|512)sum|shasum|b2sum|openssl dgst)\b/;
const SIGNATURE =
  /^(?:gpg2?\s[^\n]{0,40}--verify|gpgv|cosign verify|minisign|signify|slsa-verifier|gh attestation verify)\b/;
const COMPARED = /\[\s[^\]\n]{0,200}\s[!=]=?\s/;
const LISTED = /\s(?:-\w{0,3}c|--check)\b/;
const HEEDED = /\bif\b|&&|\|\|/;
const UNHEEDED = /\|\|\s{0,4}(?:true|:)(?:\s|$)/;
const STOPS = /^[ \t]*set\s+(?:-\w*e|-o\s+errexit)|^#!.*\s-\w*e/m;
const GOES_ON = /^[ \t]*set\s+\+\w*e/m;
const VARIABLE = /\$\{?(\w{1,60})/g;

/**
 * Whether what came is shown, or held against a digest or a signature, before it is run: by a command that names it. Nobody reads along
 * with a script: there only a check that stops it counts, against what did not come the same way.
 */
export function isLookedAt(code: CodeUnderRules, event: CodeEvent, from: number): boolean {
  const { unit, events } = code.reading;
  const path = event.options["path"]?.text ?? "";
  const isTyped = unit.from === "fence";
  return events.some((one) => {
    if (one.act !== "run" || one.line < from || one.line > event.line) return false;
    const words = one.target.text ?? "";
    const isGiven = path !== "" && !path.includes(HOLE) && one.target.items?.some(({ text }) => text === path) === true;
    if (isTyped && isGiven && (SHOWS.test(words) || DIGEST.test(words))) return true;
    const line = lineAt(code, one.line);
    if (!isGiven && !isNamed(code, event, line)) return false;
    if (
      !isTyped &&
      (UNHEEDED.test(line) || !(HEEDED.test(line) || (STOPS.test(unit.text) && !GOES_ON.test(unit.text))))
    )
      return false;
    return SIGNATURE.test(words) || (DIGEST.test(words) && isComparedWithOwn(code, one, line));
  });
}

/** Whether a line has the file's name, or the variable that the line which runs it has. */
function isNamed(code: CodeUnderRules, event: CodeEvent, line: string): boolean {
  const base = event.options["path"]?.text?.replace(/^.*\//, "") ?? HOLE;
  const held = variablesIn(lineAt(code, event.line));
  const words = base === "" || base.includes(HOLE) ? [] : line.split(/[\s"'<>();&|/]+/);
  return words.includes(base) || variablesIn(line).some((name) => held.includes(name));
}

const variablesIn = (line: string): string[] => [...line.matchAll(VARIABLE)].map(([, name = ""]) => name);

const FETCHED_HERE =
  /(?:\$\(|`)\s{0,4}(?:curl|wget)\b|\b(?:curl|wget)\b[^;&|\n]{0,400}\|\s{0,4}(?:\w{2,10}sum|openssl)\b/;

/** Against a digest that the script has, not one that was fetched with the file. */
function isComparedWithOwn({ reading }: CodeUnderRules, { target }: CodeEvent, line: string): boolean {
  const words = target.text ?? "";
  const isOfList = LISTED.test(words);
  if ((!isOfList && !COMPARED.test(line)) || FETCHED_HERE.test(line)) return false;
  const { events, unit } = reading;
  const fetching = events.filter(({ act }) => act === "fetch").map((one) => one.line);
  const lists = isOfList ? (target.items ?? []).map(({ text }) => text) : [];
  const isBroughtAlong = events.some(
    ({ act, line: written, target: { text } }) => act === "write" && fetching.includes(written) && lists.includes(text),
  );
  const lines = unit.text.split("\n");
  const set = fetching.map((one) => /(?:^|\s)(\w{1,60})=/.exec(lines[one - unit.firstLine] ?? "")?.[1]);
  return !isBroughtAlong && !variablesIn(line).some((name) => set.includes(name));
}
