import { RegistryError } from "@gaia/registry";
import { readBounded } from "./upload.ts";

/**
 * The armored signature in the body of a request.
 * @throws RegistryError `unsupported_media_type`, `package_too_large`, `signature_invalid` when it is not text
 */
export async function readSignature(request: Request, limitBytes: number): Promise<string> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/pgp-signature") {
    throw new RegistryError(
      "unsupported_media_type",
      "Send an armored OpenPGP signature as application/pgp-signature.",
    );
  }
  const tooLarge = () => new RegistryError("package_too_large", `A signature has at most ${limitBytes / 1024} KiB.`);
  const bytes = request.body ? await readBounded(request.body, limitBytes, tooLarge) : new Uint8Array();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new RegistryError("signature_invalid", "The signature is not text: send it armored.", { cause: error });
  }
}
