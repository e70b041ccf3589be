import { notABundle, BundleError } from "./bundle-error.ts";
import { BUNDLE_LIMITS, type BundleLimits } from "./limits.ts";

export const BUNDLE_FORMAT = "gaia-bundle/1";
export const INDEX_PATH = "index.json";
export const SIGNATURE_PATH = "index.dsse.json";

/** A file of a bundle. */
export interface BundleFile {
  path: string;
  media_type: string;
  size_bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** A release in a bundle, as its registry has it; digests are `sha256:…`. */
export interface BundledRelease {
  name: string;
  version: string;
  publisher: string;
  security_tier: string;
  verdict: string | null;
  content_digest: string;
  release_digest: string;
}

/** What was asked for and is not in it; `version` null: no version of it. */
export interface LeftOut {
  name: string;
  version: string | null;
  reason: string;
}

/** `index.json`: everything that is inside. Times are RFC 3339, UTC. */
export interface BundleIndex {
  format: typeof BUNDLE_FORMAT;
  /** The registry's address, as it calls itself. */
  registry: string;
  created_at: string;
  /** The log's newest tree that the proofs inside belong to; `root` in base64. Null: the log has no checkpoint yet. */
  log: { origin: string; size: number; root: string } | null;
  /** Of the list of revocations inside. */
  revocations: { sequence: number; issued_at: string };
  releases: BundledRelease[];
  left_out: LeftOut[];
  /** By path, in the order in which they follow. */
  files: BundleFile[];
}

/** The text of an index; its SHA-256 is what the registry signs. */
export const indexText = (index: BundleIndex): string => `${JSON.stringify(index, null, 1)}\n`;

/**
 * Reads an index. What it says is nobody's word before its signature was verified.
 * @throws BundleError `not_a_bundle`, `too_large`
 */
export function readIndex(text: string, limits: BundleLimits = BUNDLE_LIMITS): BundleIndex {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notABundle("its index is not JSON");
  }
  if (!isRecord(value) || value["format"] !== BUNDLE_FORMAT)
    throw notABundle(`its index is not of the form ${BUNDLE_FORMAT}`);
  if (!isIndex(value)) throw notABundle("its index is not of its form");
  const { files, releases } = value;
  if (files.length > limits.files)
    throw new BundleError("too_large", `The bundle names ${files.length} files; the limit is ${limits.files}`);
  if (releases.length > limits.releases)
    throw new BundleError("too_large", `The bundle names ${releases.length} releases; the limit is ${limits.releases}`);
  const large = files.find(({ size_bytes: size }) => size > limits.fileBytes);
  if (large !== undefined)
    throw new BundleError("too_large", `${large.path} has ${large.size_bytes} bytes; the limit is ${limits.fileBytes}`);
  // In order, so each path stands once.
  const unsorted = files.find(({ path }, at) => at > 0 && !((files[at - 1]?.path ?? "") < path));
  if (unsorted !== undefined) throw notABundle(`its index names ${unsorted.path} twice, or not in its place`);
  const named = new Set(releases.map(({ name, version }) => `${name}@${version}`));
  if (named.size !== releases.length) throw notABundle("its index names a release twice");
  return value;
}

/** Segments of letters, digits, `.`, `_`, `+` and `-`, none of them dots alone: no name that leads out of a directory. */
const PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._+-]{1,128}(?:\/[A-Za-z0-9._+-]{1,128}){0,8}$/;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const VERSION = /^\d{1,16}\.\d{1,16}\.\d{1,16}(?:[-+][0-9A-Za-z.+-]{1,128})?$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

function isIndex(value: Record<string, unknown>): value is Record<string, unknown> & BundleIndex {
  const { registry, created_at: created, log, revocations, releases, left_out: leftOut, files } = value;
  return (
    isText(registry) &&
    isTime(created) &&
    (log === null || (isRecord(log) && isText(log["origin"]) && isWhole(log["size"]) && isText(log["root"]))) &&
    isRecord(revocations) &&
    isWhole(revocations["sequence"]) &&
    isTime(revocations["issued_at"]) &&
    Array.isArray(releases) &&
    releases.every(isRelease) &&
    Array.isArray(leftOut) &&
    leftOut.every(isLeftOut) &&
    Array.isArray(files) &&
    files.every(isFile)
  );
}

const isRelease = (value: unknown): boolean =>
  isRecord(value) &&
  matches(NAME, value["name"]) &&
  matches(VERSION, value["version"]) &&
  isText(value["publisher"]) &&
  isText(value["security_tier"]) &&
  (value["verdict"] === null || isText(value["verdict"])) &&
  matches(DIGEST, value["content_digest"]) &&
  matches(DIGEST, value["release_digest"]);

const isLeftOut = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value["name"]) &&
  (value["version"] === null || isText(value["version"])) &&
  isText(value["reason"]);

const isFile = (value: unknown): boolean =>
  isRecord(value) &&
  matches(PATH, value["path"]) &&
  value["path"] !== INDEX_PATH &&
  value["path"] !== SIGNATURE_PATH &&
  isText(value["media_type"]) &&
  isWhole(value["size_bytes"]) &&
  matches(/^[0-9a-f]{64}$/, value["sha256"]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const matches = (pattern: RegExp, value: unknown): boolean => typeof value === "string" && pattern.test(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 2_048;
const isWhole = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTime = (value: unknown): boolean =>
  matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, value) && !Number.isNaN(Date.parse(String(value)));
