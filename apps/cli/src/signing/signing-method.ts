import { readFile } from "node:fs/promises";
import type { Config } from "../session/config.ts";
import { misused, refused } from "../failures/failures.ts";
import { signDetached } from "./gpg.ts";
import { signBundle } from "./sign-bundle.ts";

/** What people say about how to sign: with one of these. */
export interface SigningOptions {
  gpg?: string | true | undefined;
  sigstore?: boolean | undefined;
  /** A bundle that was made elsewhere. */
  bundle?: string | undefined;
  fulcioUrl?: string | undefined;
  rekorUrl?: string | undefined;
  tsaUrl?: string | undefined;
}

/** A signature as it is sent: its text, and the media type that says its kind. */
interface MadeSignature {
  text: string;
  mediaType: string;
}

/** Signs the bytes of `SHA256SUMS`. */
export type SignSums = (sums: Uint8Array) => Promise<MadeSignature>;

/** As much as the registry takes. */
const MOST_BYTES = 64 * 1024;
const BUNDLE = /^application\/vnd\.dev\.sigstore\.bundle(\+json;version=0\.[1-3]|\.v0\.3\+json)$/;

/** How a verb signs by its options; null when none of them is there. Exit 2 when several are. */
export function signingMethod(config: Config, options: SigningOptions): SignSums | null {
  const { gpg, sigstore, bundle } = options;
  const given = [gpg !== undefined, sigstore === true, bundle !== undefined].filter(Boolean).length;
  if (given > 1) throw misused("--gpg, --sigstore and --bundle are three ways to sign: choose one");
  const urls = [options.fulcioUrl, options.rekorUrl, options.tsaUrl];
  if (sigstore !== true && urls.some((url) => url !== undefined))
    throw misused("--fulcio-url, --rekor-url and --tsa-url are for --sigstore");
  if (gpg !== undefined) return withGpg(config, gpg === true ? null : gpg);
  if (bundle !== undefined) return async () => readBundle(bundle);
  if (sigstore !== true) return null;
  const { fulcioUrl, rekorUrl, tsaUrl } = config.sigstore;
  const services = {
    ...config.sigstore,
    fulcioUrl: address(options.fulcioUrl ?? fulcioUrl),
    rekorUrl: address(options.rekorUrl ?? rekorUrl),
    tsaUrl: address(options.tsaUrl ?? tsaUrl),
  };
  return async (sums) => toBundle(await signBundle(services, sums));
}

function withGpg(config: Config, keyId: string | null): SignSums {
  return async (sums) => ({
    text: await signDetached(config, sums, keyId),
    mediaType: "application/pgp-signature",
  });
}

async function readBundle(file: string): Promise<MadeSignature> {
  const text = await readFile(file, "utf8");
  const made = toBundle(text);
  if (made.mediaType === "") throw refused("invalid_bundle", `${file} is no Sigstore bundle`, BUNDLE_HINT);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw refused("invalid_bundle", `${file} has more than ${MOST_BYTES / 1024} KiB`);
  return made;
}

const BUNDLE_HINT =
  "make one with `cosign sign-blob --bundle FILE SHA256SUMS`; older releases need --new-bundle-format";

/** `mediaType` is empty for what is no bundle. */
function toBundle(text: string): MadeSignature {
  try {
    const { mediaType } = JSON.parse(text) as { mediaType?: unknown };
    return { text, mediaType: typeof mediaType === "string" && BUNDLE.test(mediaType) ? mediaType : "" };
  } catch {
    return { text, mediaType: "" };
  }
}

function address(url: string | null): string | null {
  if (url === null) return null;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, "");
  throw misused(`"${url}" is not an http or https address`);
}
