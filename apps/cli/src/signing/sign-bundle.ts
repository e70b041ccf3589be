import type { SigstoreConfig } from "../session/config.ts";
import { CliError, misused, refused } from "../failures/failures.ts";
import { askGithub } from "../trusted-publishing/job-identity.ts";

/** Who has to be asked for a signature, and what it means that they refused; the library's own codes. */
const REFUSALS: Readonly<Record<string, [code: string, message: string, hint?: string]>> = {
  IDENTITY_TOKEN_READ_ERROR: [
    "no_identity",
    "This machine has no identity to sign with",
    "in GitHub Actions give the job `permissions: id-token: write`; elsewhere put an OIDC token for the audience sigstore into " +
      "SIGSTORE_ID_TOKEN, or sign with cosign and send it with --bundle",
  ],
  // Its message has the token.
  IDENTITY_TOKEN_PARSE_ERROR: ["no_identity", "The identity token cannot be read: it is no OIDC token"],
  CA_CREATE_SIGNING_CERTIFICATE_ERROR: ["sigstore_failed", "The certificate authority (Fulcio) gave no certificate"],
  TLOG_CREATE_ENTRY_ERROR: ["sigstore_failed", "The transparency log (Rekor) did not take the signature"],
  TLOG_FETCH_ENTRY_ERROR: ["sigstore_failed", "The transparency log (Rekor) does not show the signature"],
  TSA_CREATE_TIMESTAMP_ERROR: ["sigstore_failed", "The timestamp authority gave no timestamp"],
};

/**
 * A Sigstore bundle over these bytes, signed as whom the machine's OIDC token names: a fresh key, a certificate for it, an entry in the
 * log, and a timestamp where an authority is named. An instance of one's own is asked alone: nothing of it reaches the public log.
 * @returns the bundle's JSON
 */
export async function signBundle(config: SigstoreConfig, message: Uint8Array): Promise<string> {
  const { fulcioUrl, rekorUrl, tsaUrl } = config;
  if ((fulcioUrl === null) !== (rekorUrl === null))
    throw misused("--fulcio-url and --rekor-url belong together: an own instance has both");
  const { CIContextProvider, DEFAULT_FULCIO_URL, DEFAULT_REKOR_URL, FulcioSigner } = await import("@sigstore/sign");
  const { MessageSignatureBundleBuilder, RekorWitness, TSAWitness } = await import("@sigstore/sign");
  const { bundleToJSON } = await import("@sigstore/bundle");
  (await import("./ask-sigstore.ts")).askByOurTransport();
  const signer = new FulcioSigner({
    fulcioBaseURL: fulcioUrl ?? DEFAULT_FULCIO_URL,
    identityProvider: { getToken: () => ambientToken(config, () => new CIContextProvider().getToken()) },
  });
  const witnesses = [
    new RekorWitness({ rekorBaseURL: rekorUrl ?? DEFAULT_REKOR_URL }),
    ...(tsaUrl === null ? [] : [new TSAWitness({ tsaBaseURL: tsaUrl })]),
  ];
  try {
    const bundle = await new MessageSignatureBundleBuilder({ signer, witnesses }).create({
      data: Buffer.from(message),
    });
    return JSON.stringify(bundleToJSON(bundle));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The one that is given, or GitHub's, asked as everything else is; the library knows where others have theirs. */
async function ambientToken({ idToken, github }: SigstoreConfig, others: () => Promise<string>): Promise<string> {
  if (idToken !== null) return idToken;
  return github === null ? others() : askGithub(github, "sigstore");
}

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [name, message, hint] = REFUSALS[code] ?? [];
  if (name === undefined || message === undefined) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null;
  if (cause instanceof CliError)
    return refused(name, `${message}: ${cause.message}`, (hint ?? cause.hint) || undefined);
  return refused(name, `${message}${cause === null || name === "no_identity" ? "" : `: ${cause.message}`}`, hint);
}
