import { type SourceLine, linesOfFiles, showDiagnostic } from "../diagnostics.ts";
import { validateFiles } from "../author-package.ts";
import { EXIT, type ExitCode, type ProblemError } from "../failures.ts";
import type { Session } from "../session.ts";
import { bold, green, red, t } from "../shown-text.ts";
import { readAuthorDirectory } from "../skill-directory.ts";

/** `validate <dir>`: reads the skill as the registry will, without a network. Exit 0 when it may be published, else 4. */
export async function validate(
  session: Session,
  input: { directory: string; version?: string | undefined },
): Promise<ExitCode> {
  const { terminal } = session;
  const { files, errors } = await readAuthorDirectory(input.directory);
  const reading = validateFiles(files, input.version);
  const diagnostics: ProblemError[] = [...errors, ...reading.errors, ...reading.diagnostics];
  const count = diagnostics.filter(({ severity }) => severity === "error").length;
  const isValid = count === 0 && reading.skill !== null;
  terminal.result({
    valid: isValid,
    format: reading.format,
    name: reading.skill?.name.value ?? null,
    version: reading.skill?.version.value ?? null,
    diagnostics,
  });
  const source: SourceLine = linesOfFiles(files);
  for (const diagnostic of diagnostics) for (const line of showDiagnostic(diagnostic, source)) terminal.line(line);
  if (isValid && reading.skill !== null)
    terminal.line(
      t`${green("valid")} ${bold(reading.skill.name.value)} ${reading.skill.version.value}, format ${reading.format}, ${files.length} files`,
    );
  else terminal.line(t`${red("invalid")} ${count === 1 ? "1 error" : `${count} errors`}`);
  return isValid ? EXIT.ok : EXIT.refused;
}
