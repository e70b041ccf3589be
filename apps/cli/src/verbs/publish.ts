import { inArchiveWords, readAuthorPackage } from "../author-package.ts";
import { EXIT, type ExitCode, misused } from "../failures.ts";
import { ensureHandle, isVersion, type Version, sumsOfFiles } from "@gaia/install";
import { ensureAnswered, openRegistry } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";
import { signRelease } from "../sign-release.ts";
import { signingMethod, type SigningOptions } from "../signing-method.ts";
import { showOutcome } from "../version-outcome.ts";
import { waitForInspection } from "../wait-for-inspection.ts";

export interface PublishInput extends Omit<SigningOptions, "bundle"> {
  path: string;
  version?: string | undefined;
  /** For many at once: what a manifest says itself stands. */
  defaultVersion?: string | undefined;
  publisher?: string | undefined;
  sign?: boolean | undefined;
  wait?: boolean | undefined;
  timeoutSeconds: number;
}

/**
 * `publish <dir|archive>`: uploads, signs when asked, waits for the inspection when asked, and says where the version stands. Exit 4 when
 * the inspection ended in quarantine.
 */
export async function publish(session: Session, input: PublishInput): Promise<ExitCode> {
  const { terminal } = session;
  for (const given of [input.version, input.defaultVersion])
    if (given !== undefined && !isVersion(given)) throw misused(`"${given}" is not a SemVer version`);
  const signSums = signingMethod(session.config, input);
  if (input.sign && signSums === null) throw misused("--sign needs --gpg [KEYID] or --sigstore");
  const { files, upload } = await readAuthorPackage(input.path);
  session.author.files = files;
  terminal.progress(t`uploading ${files.length} files, ${upload.bytes.byteLength} bytes`);
  const { version: received, isNew } = await send(session, input, upload);
  terminal.progress(null);
  terminal.line(
    t`${isNew ? "Published" : "Already published:"} ${bold(received.name)} ${received.version} as ${received.publisher}`,
  );
  let current = received;
  if (signSums !== null) {
    const { name, version, publisher } = received;
    const sums = await inArchiveWords(async () => sumsOfFiles({ publisher, name, version }, files));
    current = await signRelease(session, { name, version, sums, signSums });
    terminal.line(t`Signed ${bold(name)} ${version}`);
  }
  if (input.wait) current = await waitForInspection(session, current, input.timeoutSeconds * 1_000);
  terminal.result(current);
  showOutcome(terminal, current);
  return current.status === "quarantined" ? EXIT.refused : EXIT.ok;
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
    ...(input.publisher !== undefined && { publisher: ensureHandle(input.publisher) }),
  };
  const call = api.POST("/skills", {
    params: { query },
    // The generated type has strings for binary bodies; the serializer hands the bytes on as they are.
    body: upload.bytes as unknown as string,
    bodySerializer: (body) => body,
    headers: { "content-type": upload.mediaType },
  });
  const { data: version, response } = await ensureAnswered(call);
  return { version, isNew: response.status === 201 };
}
