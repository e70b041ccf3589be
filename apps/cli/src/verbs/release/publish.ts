import { join, resolve, sep } from "node:path";
import { writeZip } from "@gaia/archive";
import { type AuthorPackage, inArchiveWords, readAuthorPackage } from "../../authoring/author-package.ts";
import { ignoredFilesDiagnostics } from "@gaia/manifest";
import { CliError, EXIT, type ExitCode, misused, refused } from "../../failures/failures.ts";
import type { Version } from "@gaia/install";
import { ensureHandle, isVersion, kindOf, sumsOfFiles } from "@gaia/install/installed";
import { calledAs } from "../../failures/invocation.ts";
import { signatureDiagnostics } from "../../authoring/judged-skill.ts";
import { ensureAnswered, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { sayWhoSees } from "./who-sees.ts";
import { signRelease } from "../../signing/sign-release.ts";
import { signingMethod, type SigningOptions } from "../../signing/signing-method.ts";
import { showRemediation } from "../../inspection/show-remediation.ts";
import type { Visibility } from "@gaia/policy";
import { showOutcome } from "../../terminal/version-outcome.ts";
import { waitForInspection } from "../../inspection/wait-for-inspection.ts";

export interface PublishInput extends Omit<SigningOptions, "bundle"> {
  path: string;
  version?: string | undefined;
  /** For many at once: what a manifest says itself stands. */
  defaultVersion?: string | undefined;
  publisher?: string | undefined;
  /** Of a new skill; absent: as the registry says. */
  visibility?: Visibility | undefined;
  sign?: boolean | undefined;
  /** Runs its tests first; their report goes along. */
  testReport?: boolean | undefined;
  wait?: boolean | undefined;
  /** Nothing is stored, signed or waited for. */
  dryRun?: boolean | undefined;
  /** It goes live once somebody approves it. */
  isStaged?: boolean | undefined;
  /** False: a CI job's identity is not asked for. */
  trustedPublishing?: boolean | undefined;
  timeoutSeconds: number;
}

/**
 * `publish <dir|archive>`, `stage <dir|archive>`: uploads, signs when asked, waits for the inspection when asked, and says where the
 * version stands. Exit 4 when the inspection ended in quarantine.
 */
export async function publish(own: Session, input: PublishInput): Promise<ExitCode> {
  const { terminal } = own;
  for (const given of [input.version, input.defaultVersion])
    if (given !== undefined && !isVersion(given)) throw misused(`"${given}" is not a SemVer version`);
  const signSums = signingMethod(own.config, input);
  if (input.sign && signSums === null) throw misused("--sign needs --gpg [KEYID] or --sigstore");
  const read = await readAuthorPackage(input.path);
  own.author.files = read.files;
  const { files, upload } = input.testReport === true ? await tested(own, input.path, read) : read;
  await ensureSignedFiles(files);
  if (input.dryRun === true)
    return (await import("./publish-dry-run.ts")).publishDryRun(own, input, { ...read, upload });
  sayLeftOut(terminal, read);
  const session = await actingSession(own, input, read);
  terminal.progress(t`uploading ${files.length} files, ${upload.bytes.byteLength} bytes`);
  const { version: received, isNew } = await send(session, input, upload);
  terminal.progress(null);
  ensureAsAsked(input, received);
  const said = isNew ? (input.isStaged === true ? "Staged" : "Published") : alreadyText(input, received);
  terminal.line(t`${said} ${bold(received.name)} ${received.version} as ${received.publisher}`);
  if (isNew) await sayWhoSees(session, received);
  let current = received;
  if (signSums !== null) {
    const { name, version, publisher } = received;
    const sums = await inArchiveWords(async () => sumsOfFiles({ publisher, name, version }, files));
    const signed = await signRelease(session, { name, version, sums, signSums });
    current = signed.version;
    if (signed.attested === null) terminal.line(t`Signed ${bold(name)} ${version}`);
  }
  if (input.wait) current = await waitForInspection(session, current, input.timeoutSeconds * 1_000);
  ensureAsAsked(input, current);
  terminal.result(current);
  showOutcome(terminal, current);
  await showRemediation(session, current);
  return current.status === "quarantined" ? EXIT.refused : EXIT.ok;
}

/** A registry would refuse it, or take it and nobody could install it. Throws exit 4. */
async function ensureSignedFiles(files: AuthorPackage["files"]): Promise<void> {
  const errors = await signatureDiagnostics(files);
  if (errors.length === 0) return;
  throw new CliError(
    EXIT.refused,
    "directory_signature",
    "Nothing was sent: the package brings a signature over its own directory that does not hold for the files that would be sent",
    { errors },
  );
}

/** In one line each; a dry run has all names. */
function sayLeftOut(terminal: Session["terminal"], { leftOut, ignored }: AuthorPackage): void {
  for (const { message } of ignoredFilesDiagnostics(ignored)) terminal.note(message);
  if (leftOut === null) return;
  const { length } = leftOut.paths;
  const counted = length === 1 ? "1 file or folder is" : `${length} files and folders are`;
  terminal.note(t`${counted} left out by ${leftOut.rulesFrom}; ${`\`${calledAs("publish --dry-run")}\``} lists them`);
}

/** A registry answers `publish` with the same content that waits to be approved: that is live for nobody. Throws exit 4. */
function ensureAsAsked({ isStaged }: PublishInput, { name, version, status }: Version): void {
  if (isStaged === true || status !== "staged") return;
  throw refused(
    "staged",
    `Not published: ${name} ${version} is staged with this content and awaits approval`,
    `another member of its publisher makes it live with \`${calledAs(`approve ${name} ${version}`)}\``,
  );
}

/** What is inspected still may be staged as well: that shows when it ends. */
function alreadyText({ isStaged }: PublishInput, { status }: Version): string {
  return isStaged === true || status === "received" || status === "inspecting"
    ? "There already:"
    : "Already published:";
}

/** As whom it is published: in a CI job that has no token, as the workflow, where the registry trusts it. */
async function actingSession(session: Session, input: PublishInput, { files }: AuthorPackage): Promise<Session> {
  const { job } = session.config;
  if (job === null || input.trustedPublishing === false) return session;
  const { asTrustedJob } = await import("../../trusted-publishing/as-trusted-job.ts");
  const { version = input.defaultVersion, publisher, isStaged = false } = input;
  return asTrustedJob(session, job, { files, version, publisher, isStaged });
}

/** The package with the report of its tests in it. Runs nothing for an archive: what would be tested is not what lies on the disk. */
async function tested(session: Session, path: string, read: AuthorPackage): Promise<AuthorPackage> {
  if ((await kindOf(join(resolve(path), sep))) !== "directory")
    throw misused("--test-report needs the skill's directory, not an archive of it");
  const { withTestReport } = await import("../../running/test-report.ts");
  session.terminal.progress("running its tests");
  const { files, report } = await withTestReport(session, resolve(path), read.files).finally(() =>
    session.terminal.progress(null),
  );
  session.terminal.note(t`${report.cases.length} tests hold; their report goes along`);
  return inArchiveWords(async () => ({
    ...read,
    files,
    upload: { bytes: writeZip(files), mediaType: "application/zip" },
  }));
}

async function send(
  session: Session,
  input: PublishInput,
  upload: { bytes: Uint8Array; mediaType: string },
): Promise<{ version: Version; isNew: boolean }> {
  const api = await openRegistry(session);
  const query = {
    ...(input.version !== undefined && { version: input.version }),
    ...(input.defaultVersion !== undefined && { default_version: input.defaultVersion }),
    ...(input.visibility !== undefined && { visibility: input.visibility }),
    ...(input.publisher !== undefined && { publisher: ensureHandle(input.publisher) }),
  };
  const request = {
    params: { query },
    // The generated type has strings for binary bodies; the serializer hands the bytes on as they are.
    body: upload.bytes as unknown as string,
    bodySerializer: (body: unknown) => body,
    headers: { "content-type": upload.mediaType },
  };
  const call = input.isStaged === true ? api.POST("/staged-versions", request) : api.POST("/skills", request);
  const { data: version, response } = await ensureAnswered(call);
  return { version, isNew: response.status === 201 };
}
