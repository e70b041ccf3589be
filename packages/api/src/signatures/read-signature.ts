import { RegistryError } from "@gaia/catalog";
import type { VerifiableKind } from "@gaia/trust";
import { readBounded } from "@gaia/edge";

/** Media types without their parameters: the version of a bundle stands in the bundle. JSON is what a bundle is to plain tools. */
const KINDS: Readonly<Record<string, VerifiableKind>> = {
  "application/pgp-signature": "openpgp",
  "application/vnd.dev.sigstore.bundle+json": "sigstore",
  "application/vnd.dev.sigstore.bundle.v0.3+json": "sigstore",
  "application/json": "sigstore",
};

/**
 * The signature in the body of a request, and the kind that its media type says it is.
 * @throws RegistryError `unsupported_media_type`, `package_too_large`, `signature_invalid` when it is not text
 */
export async function readSignature(
  request: Request,
  limitBytes: number,
): Promise<{ kind: VerifiableKind; signature: string }> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) {
    throw new RegistryError(
      "unsupported_media_type",
      "Send an armored OpenPGP signature as application/pgp-signature, or a Sigstore bundle as " +
        "application/vnd.dev.sigstore.bundle.v0.3+json.",
    );
  }
  const tooLarge = () => new RegistryError("package_too_large", `A signature has at most ${limitBytes / 1024} KiB.`);
  const bytes = request.body ? await readBounded(request.body, limitBytes, tooLarge) : new Uint8Array();
  try {
    return { kind, signature: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    throw new RegistryError("signature_invalid", "The signature is not text in UTF-8; send one of OpenPGP armored.", {
      cause: error,
    });
  }
}
