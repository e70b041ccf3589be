import { showDiagnostic } from "../../terminal/diagnostics.ts";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, green, red, t, yellow } from "../../terminal/shown-text.ts";
import { noteElsewhere } from "../../authoring/read-elsewhere.ts";
import type { AuthorPackage } from "../../authoring/author-package.ts";

/** What the registry says of a package that it is shown and does not keep, and whether it has that version. */
export async function judgeUpload(
  session: Session,
  { version, defaultVersion }: { version?: string | undefined; defaultVersion?: string | undefined },
  { upload }: Pick<AuthorPackage, "upload">,
) {
  const api = await openRegistry(session);
  const judged = await ensureAnswer(
    api.POST("/validate", {
      params: { query: given({ version, default_version: defaultVersion }) },
      // The generated type has strings for binary bodies; the serializer hands the bytes on as they are.
      body: upload.bytes as unknown as string,
      bodySerializer: (body) => body,
      headers: { "content-type": upload.mediaType },
    }),
  );
  return { judged, there: await findThere(api, { name: judged.version?.name, version: judged.version?.version }) };
}

/**
 * `publish --dry-run`: the registry reads the package as a publish would, and stores nothing. Exit 4 when it would be refused for what is
 * wrong with it; a version that is there already is said.
 */
export async function publishDryRun(
  session: Session,
  input: { version?: string | undefined; defaultVersion?: string | undefined },
  { files, upload, leftOut, notes }: Pick<AuthorPackage, "files" | "upload" | "leftOut" | "notes">,
): Promise<ExitCode> {
  const { terminal, config } = session;
  const { judged, there } = await judgeUpload(session, input, { upload });
  const { valid } = judged;
  const diagnostics = [...notes, ...judged.diagnostics];
  const read = judged.version;
  const { isTaken, isStaged } = there;
  terminal.result({ ...judged, diagnostics, version_exists: isTaken, left_out: leftOut?.paths ?? [] });
  for (const path of leftOut?.paths ?? []) terminal.line(t`left out by ${leftOut?.rulesFrom}: ${path}`);
  for (const diagnostic of diagnostics) for (const line of showDiagnostic(diagnostic)) terminal.line(line);
  if (!valid || read === null) {
    terminal.line(t`${red("Would be refused")} by ${config.registry}`);
    return EXIT.refused;
  }
  const name = bold(`${read.name} ${read.version}`);
  if (isStaged) terminal.line(t`${yellow("Already there")}: ${name} is staged and awaits approval`);
  else if (isTaken)
    terminal.line(t`${yellow("Already there")}: ${name} is published; other content under it is refused`);
  else terminal.line(t`${green("Would be published")}: ${name} (${read.format}) to ${config.registry}`);
  noteElsewhere(session, files);
  terminal.note("Nothing was sent to be kept. The scan comes after a publish; `scan` says most of it before.");
  return EXIT.ok;
}

/** Whether the registry has it, also withheld or purged. */
async function findThere(
  api: Awaited<ReturnType<typeof openRegistry>>,
  { name, version }: { name: string | undefined; version: string | undefined },
): Promise<{ isTaken: boolean; isStaged: boolean }> {
  if (name === undefined || version === undefined) return { isTaken: false, isStaged: false };
  const { response, data } = await api.GET("/skills/{name}/{version}", { params: { path: { name, version } } });
  return { isTaken: response.status !== 404, isStaged: data?.status === "staged" };
}
