import { join, relative, resolve, sep } from "node:path";
import { writeZip } from "@gaia/archive";
import { signsRelease } from "@gaia/client";
import type { Version } from "@gaia/install";
import { ensureHandle, kindOf, sumsOfFiles } from "@gaia/install/installed";
import type { Visibility } from "@gaia/policy";
import { type AuthorPackage, inArchiveWords, readAuthorPackage } from "../../authoring/author-package.ts";
import { signatureDiagnostics } from "../../authoring/judged-skill.ts";
import { CliError, EXIT, misused, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswered, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { type SignedRelease, signRelease } from "../../signing/sign-release.ts";
import type { SigningOptions, SignSums } from "../../signing/signing-method.ts";
import { t } from "../../terminal/shown-text.ts";

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
  /** Of a folder of several skills: does not ask. */
  yes?: boolean | undefined;
  /** Nothing is stored, signed or waited for. */
  dryRun?: boolean | undefined;
  /** How it is read, where it is no folder or archive of its own: a skill of a plugin. */
  read?: (() => Promise<AuthorPackage>) | undefined;
  /** Of a plugin; false: its skills are put into none. */
  collection?: boolean | undefined;
  /** Of skills that are not its publisher's own: what the folder that they were taken from is called, and where it is here. */
  mirroredFrom?: { name: string; folder: string } | undefined;
  /** It goes live once somebody approves it. */
  isStaged?: boolean | undefined;
  /** False: a CI job's identity is not asked for. */
  trustedPublishing?: boolean | undefined;
  timeoutSeconds: number;
}

/** A package as it will be sent, with the report of its tests where that is asked for. Throws exit 4 for what no package may be. */
export async function readPackage(
  session: Session,
  {
    path,
    testReport,
    read: readIt = () => readAuthorPackage(path),
  }: Pick<PublishInput, "path" | "testReport" | "read">,
): Promise<AuthorPackage> {
  const read = await readIt();
  session.author.files = read.files;
  const ready = testReport === true ? await tested(session, path, read) : read;
  await ensureSignedFiles(ready.files);
  return ready;
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

/** A registry answers `publish` with the same content that waits to be approved: that is live for nobody. Throws exit 4. */
export function ensureAsAsked({ isStaged }: PublishInput, { name, version, status }: Version): void {
  if (isStaged === true || status !== "staged") return;
  throw refused(
    "staged",
    `Not published: ${name} ${version} is staged with this content and awaits approval`,
    `another member of its publisher makes it live with \`${calledAs(`approve ${name} ${version}`)}\``,
  );
}

/** As whom it is published: in a CI job that has no token, as the workflow, where the registry trusts it. */
export async function actingSession(session: Session, input: PublishInput, { files }: AuthorPackage): Promise<Session> {
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

/** Sends it; `isNew`: the registry had it not. */
export async function sendPackage(
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
    ...(input.mirroredFrom !== undefined && {
      mirrored_from: input.mirroredFrom.name,
      mirrored_path: relative(input.mirroredFrom.folder, input.path) || ".",
    }),
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

/** Whether a version has a signature of its content. */
export const isSigned = ({ signatures }: Version): boolean => signatures.some(signsRelease);

/** Signs what was sent, over the files that were read here. */
export async function signPackage(
  session: Session,
  { name, version, publisher }: Pick<Version, "name" | "version" | "publisher">,
  { files, signSums }: { files: AuthorPackage["files"]; signSums: SignSums },
): Promise<SignedRelease> {
  const sums = await inArchiveWords(async () => sumsOfFiles({ publisher, name, version }, files));
  return signRelease(session, { name, version, sums, signSums });
}
