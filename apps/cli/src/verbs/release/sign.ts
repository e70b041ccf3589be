import { signsRelease } from "@gaia/client";
import { sumsOfFiles } from "@gaia/install/installed";
import { ensureIdentity, inArchiveWords, readAuthorPackage } from "../../authoring/author-package.ts";
import { misused } from "../../failures/failures.ts";
import { publisherOf } from "../../session/publisher-of.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { signRelease } from "../../signing/sign-release.ts";
import { signingMethod, type SigningOptions } from "../../signing/signing-method.ts";
import { showOutcome } from "../../terminal/version-outcome.ts";

/**
 * `sign <dir> (--gpg [KEYID] | --sigstore | --bundle FILE)`: signs what was computed from the author's own files,
 * never sums that a server sent.
 */
export async function sign(
  session: Session,
  input: SigningOptions & {
    path: string;
    publisher?: string | undefined;
    version?: string | undefined;
  },
): Promise<void> {
  const { terminal } = session;
  const signSums = signingMethod(session.config, input);
  if (signSums === null) throw misused("sign needs --gpg [KEYID], --sigstore or --bundle FILE");
  const { files } = await readAuthorPackage(input.path);
  session.author.files = files;
  const identity = ensureIdentity(files, input.version);
  const publisher = await publisherOf(session, input.publisher);
  const sums = await inArchiveWords(async () => sumsOfFiles({ publisher, ...identity }, files));
  const { version, attested } = await signRelease(session, { ...identity, sums, signSums });
  terminal.result(version);
  const signer = version.signatures.findLast(signsRelease)?.signer;
  if (attested === null)
    terminal.line(t`Signed ${bold(version.name)} ${version.version}${signer === undefined ? "" : ` with ${signer}`}`);
  showOutcome(terminal, version);
}
