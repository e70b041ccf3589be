import { TrustedRoot } from "@sigstore/protobuf-specs";
import seeds from "@sigstore/tuf/seeds.json" with { type: "json" };
import { toTrustMaterial, type TrustMaterial } from "@sigstore/verify";
import { TrustError } from "../trust-error.ts";

const MOST_BYTES = 262_144;
const MOST_AUTHORITIES = 64;
/** Of the public instance; its TUF repository names the root that `@sigstore/tuf` ships. */
const PUBLIC = "https://tuf-repo-cdn.sigstore.dev";

/** Reading a root costs more than a verification, and there are one or two of them. */
const read = new Map<string, TrustMaterial>();
const MOST_READ = 8;

/** The text of the public instance's `trusted_root.json` as of the release of `@sigstore/tuf` that is installed: for use offline. */
export function shippedTrustedRoot(): string {
  return Buffer.from(seeds[PUBLIC].targets["trusted_root.json"], "base64").toString("utf8");
}

/**
 * Reads a `trusted_root.json` (Sigstore's trustroot.proto). What is valid from no time on is refused: it would have been trusted always.
 * @throws TrustError `invalid_root`
 */
export function readTrustedRoot(text: string): TrustMaterial {
  const known = read.get(text);
  if (known) return known;
  if (Buffer.byteLength(text) > MOST_BYTES) throw invalid(`it has more than ${MOST_BYTES} bytes`);
  const root = parseRoot(text);
  ensureIntervals(root);
  let material: TrustMaterial;
  try {
    material = toTrustMaterial(root);
  } catch {
    throw invalid("a key or certificate in it cannot be read");
  }
  const [oldest] = read.keys();
  if (read.size >= MOST_READ && oldest !== undefined) read.delete(oldest);
  read.set(text, material);
  return material;
}

function parseRoot(text: string): TrustedRoot {
  let root: TrustedRoot;
  try {
    root = TrustedRoot.fromJSON(JSON.parse(text));
  } catch {
    throw invalid("it is not JSON of that form");
  }
  if (!/^application\/vnd\.dev\.sigstore\.trustedroot(\+json;version=0\.1|\.v0\.[12]\+json)$/.test(root.mediaType))
    throw invalid("its media type is of no version that is known (0.1, 0.2)");
  return root;
}

function ensureIntervals(root: TrustedRoot): void {
  const { tlogs, ctlogs, certificateAuthorities, timestampAuthorities } = root;
  const authorities = [
    ...tlogs.map(({ baseUrl, publicKey }) => ({ what: `the log ${baseUrl}`, validFor: publicKey?.validFor })),
    ...ctlogs.map(({ baseUrl, publicKey }) => ({
      what: `the certificate log ${baseUrl}`,
      validFor: publicKey?.validFor,
    })),
    ...certificateAuthorities.map(({ uri, validFor }) => ({ what: `the certificate authority ${uri}`, validFor })),
    ...timestampAuthorities.map(({ uri, validFor }) => ({ what: `the timestamp authority ${uri}`, validFor })),
  ];
  if (authorities.length > MOST_AUTHORITIES) throw invalid(`it has more than ${MOST_AUTHORITIES} logs and authorities`);
  for (const { what, validFor } of authorities) {
    if (!isTime(validFor?.start)) throw invalid(`the time from which ${what} is valid is missing`);
    if (validFor?.end !== undefined && !isTime(validFor.end))
      throw invalid(`the time until which ${what} is valid cannot be read`);
  }
}

const isTime = (time: Date | undefined): boolean => time !== undefined && !Number.isNaN(time.getTime());

const invalid = (message: string) => new TrustError("invalid_root", `The trusted root cannot be used: ${message}.`);
