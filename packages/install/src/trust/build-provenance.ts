import { contentDigest, type PackageFile, releaseDigest, sha256Hex, writeTarGz, writeZip } from "@gaia/archive";
import { type ProvenanceVerdict, verifyProvenance } from "@gaia/trust";
import { isRecord } from "../home/json-file.ts";

/** What a build says of a release, as the registry sent it. */
export interface SentProvenance {
  level: number;
  /** What of the release it names: `content_digest`, `release_digest`, `zip`, `tgz` or `upload`. */
  subject: string;
  bundle: string;
  /** The publisher's identity or key that it counts for; empty: none. */
  public_key: string;
  verified_at: string;
}

/** How one stands here: verified with a level and its reason, or what is wrong, or why it could not be looked at. */
export type JudgedBuild =
  | { state: "verified"; level: number; words: string; sourceCommit: string | null }
  | { state: "unchecked"; words: string }
  | { state: "invalid"; words: string };

const MOST = 4;
const TEXTS = ["subject", "bundle", "public_key", "verified_at"] as const;

/** What `signature.json` or a registry has of them; what is not of its form is none. */
export function readProvenance(value: unknown): SentProvenance[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((one): one is SentProvenance => isRecord(one) && TEXTS.every((field) => typeof one[field] === "string"))
    .filter(({ level }) => typeof level === "number")
    .slice(0, MOST)
    .map(({ level, subject, bundle, public_key, verified_at }) => ({
      level,
      subject,
      bundle,
      public_key,
      verified_at,
    }));
}

/** Judges what builds say of these files, offline, as of the time that the registry names for each (never later than `now`). */
export async function judgeBuilds(
  { sums, files }: { sums: string; files: readonly PackageFile[] },
  sent: readonly SentProvenance[],
  { now, trustedRoots }: { now: Date; trustedRoots: readonly string[] | undefined },
): Promise<JudgedBuild[]> {
  const judged: JudgedBuild[] = [];
  for (const one of sent.slice(0, MOST)) {
    const sha256 = digestOf(one.subject, sums, files);
    if (sha256 === null) {
      judged.push({ state: "unchecked", words: "a build's provenance names the upload, which the registry alone has" });
      continue;
    }
    const told = new Date(one.verified_at);
    const verdict = await verifyProvenance({
      artifacts: [{ what: one.subject, sha256 }],
      signature: one.bundle,
      signers: one.public_key === "" ? [] : [{ id: "sent", registered: one.public_key, revokedAt: null }],
      at: told < now ? told : now,
      isNew: false,
      trustedRoots,
    });
    judged.push(toJudged(verdict));
  }
  return judged;
}

function digestOf(subject: string, sums: string, files: readonly PackageFile[]): string | null {
  switch (subject) {
    case "content_digest":
      return contentDigest(sums).slice("sha256:".length);
    case "release_digest":
      return releaseDigest(sums).slice("sha256:".length);
    case "zip":
      return sha256Hex(writeZip([...files]));
    case "tgz":
      return sha256Hex(writeTarGz([...files]));
    default:
      return null;
  }
}

function toJudged(verdict: ProvenanceVerdict): JudgedBuild {
  if (!verdict.ok) return { state: "invalid", words: `a build's provenance does not hold: ${verdict.reason}` };
  const { level, reason, sourceRepository, sourceCommit } = verdict;
  const source = level < 2 ? "" : ` from ${sourceRepository} at ${sourceCommit}`;
  const words = `SLSA build level ${level}${source}: ${reason}`;
  return { state: "verified", level, words, sourceCommit: level < 2 ? null : sourceCommit };
}
