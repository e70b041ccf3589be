import { VERSION } from "../failures/invocation.ts";
import { linesOfFiles, showDiagnostic } from "../terminal/diagnostics.ts";
import type { AuthorSkill } from "../authoring/author-skill.ts";
import type { ProblemError } from "../failures/failures.ts";
import { bold, plainJson, type Shown } from "../terminal/shown-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { placed } from "./diagnosed-file.ts";
import { githubAnnotation } from "./github.ts";
import type { OutputForm } from "./output-form.ts";
import { sarifFixes } from "./sarif-fix.ts";
import { diagnosticsAsSarif } from "./sarif.ts";

/** What a verb found out about one skill. */
export interface DiagnosedSkill {
  skill: Pick<AuthorSkill, "path" | "root" | "files">;
  diagnostics: readonly ProblemError[];
  /** How others read it, for programs: in text `advice` says it. */
  elsewhere?: readonly ProblemError[] | undefined;
  /** The last line of text output. */
  verdict: Shown;
  /** Lines below it: what to do about it. */
  advice?: readonly Shown[] | undefined;
  /** The JSON document, or this skill's part of it. */
  result: unknown;
}

/** Writes what was found in the form that was asked for. JSON of one skill is its result, of several `{"skills": […]}`. */
export function showDiagnostics(terminal: Terminal, form: OutputForm, found: readonly DiagnosedSkill[]): void {
  const [only] = found;
  if (terminal.json) terminal.result(found.length === 1 ? only?.result : { skills: found.map(({ result }) => result) });
  else if (form === "sarif") {
    const all = found.flatMap((one) =>
      placedAll(one).map((each) => ({ ...each, fixes: sarifFixes(each, one.skill.files) })),
    );
    process.stdout.write(`${plainJson(diagnosticsAsSarif({ name: "gaia-skill", version: VERSION }, all))}\n`);
  } else if (form === "github") {
    for (const one of found) for (const each of placedAll(one)) terminal.line(githubAnnotation(each));
  } else {
    for (const { skill, diagnostics, verdict, advice = [] } of found) {
      if (found.length > 1) terminal.line(bold(skill.path));
      const source = linesOfFiles(skill.files);
      for (const diagnostic of diagnostics) for (const line of showDiagnostic(diagnostic, source)) terminal.line(line);
      terminal.line(verdict);
      for (const line of advice) terminal.line(line);
    }
  }
}

const placedAll = ({ skill, diagnostics, elsewhere = [] }: DiagnosedSkill) =>
  placed([...diagnostics, ...elsewhere], skill.root, process.cwd());

/** `2 errors, 1 warning`; "" for neither. */
export function countsText(diagnostics: readonly ProblemError[]): string {
  const { errors, warnings } = countsOf(diagnostics);
  const parts = [
    ...(errors > 0 ? [errors === 1 ? "1 error" : `${errors} errors`] : []),
    ...(warnings > 0 ? [warnings === 1 ? "1 warning" : `${warnings} warnings`] : []),
  ];
  return parts.join(", ");
}

export function countsOf(diagnostics: readonly ProblemError[]): { errors: number; warnings: number; infos: number } {
  const count = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}
