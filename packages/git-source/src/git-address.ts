import { GitSourceError } from "./git-source-error.ts";
import { isObjectId } from "./object-id.ts";

/** Where a repository is, and what of it is wanted. */
export interface GitAddress {
  /** `https://host/path`, without a user, a query or a fragment. */
  url: string;
  host: string;
  port: number;
  /** A whole id of a commit, a branch or a tag; null: what `HEAD` names there. */
  revision: string | null;
  /** The address as it is recorded, without the revision: `git+https://host/path`. */
  base: string;
}

const MOST_CHARACTERS = 2_048;
/** git-check-ref-format(1), and no character that needs a thought. */
const REVISION = /^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/;

const isGitAddress = (address: string): boolean => /^git\+/i.test(address);

/**
 * Reads `git+https://host[:port]/path[#commit, branch or tag]`. Pure.
 * @throws GitSourceError `bad_address`, with a sentence
 */
export function readGitAddress(address: string): GitAddress {
  const url =
    isGitAddress(address) && address.length <= MOST_CHARACTERS ? URL.parse(address.slice("git+".length)) : null;
  if (url === null || url.protocol !== "https:" || url.hostname === "")
    throw bad("a git address is written git+https://host/path#commit");
  if (url.username !== "" || url.password !== "") throw bad("a git address has no user and no password in it");
  if (url.search !== "") throw bad("a git address has no '?' in it");
  if (!/^(?:\/[A-Za-z0-9._~%@+-]+)+\/?$/.test(url.pathname) || /%(?:0|1|2e|2f|5c|7f)/i.test(url.pathname))
    throw bad("the path of a git address has letters, digits, '.', '_', '-', '~', '+' and '@' alone");
  const revision = url.hash === "" ? null : url.hash.slice(1);
  if (revision !== null && !isRevision(revision))
    throw bad("what stands behind '#' is a commit (40 or 64 hexadecimal digits), a branch or a tag");
  const base = `https://${url.host}${url.pathname.replace(/\/$/, "")}`;
  return {
    url: base,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 443),
    revision,
    base: `git+${base}`,
  };
}

const isRevision = (text: string): boolean =>
  isObjectId(text) || (REVISION.test(text) && !/\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$/.test(text));

const bad = (message: string): GitSourceError => new GitSourceError("bad_address", message);
