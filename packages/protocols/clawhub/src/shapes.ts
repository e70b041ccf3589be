import type { VersionFacts } from "@gaia/artefacts";
import type { getScanReport, VersionView } from "@gaia/catalog";
import type { Unserved } from "@gaia/policy";

/** Milliseconds since 1970, which is how the client has times. */
export const toEpoch = (time: Date | string | null): number => (time === null ? 0 : new Date(time).getTime());

/** Of whoever owns a skill. */
const toOwner = (handle: string) => ({ handle, displayName: null, image: null });

/** The client takes one licence or none; which one it is stands beside it, where it passes keys over. */
export const toVersion = ({ version, publishedAt }: VersionFacts) => ({
  version,
  createdAt: toEpoch(publishedAt),
  changelog: "",
  changelogSource: null,
  license: null,
});

/** What a list says of a skill. */
export interface Listed {
  name: string;
  publisher: string;
  display_name: string;
  description: string;
  latest_version: string;
  tags: string[];
  downloads: number;
  updated_at: string;
}

/** What is said of the newest version is left out where that is not the one that is served. */
function textsOf({ name, display_name, description, tags, latest_version }: Listed, latest: VersionFacts) {
  const isSame = latest_version === latest.version;
  return {
    displayName: isSame ? display_name : name,
    summary: isSame ? description : null,
    topics: isSame ? tags : [],
  };
}

export function toItem(listed: Listed, latest: VersionFacts) {
  const updatedAt = toEpoch(listed.updated_at);
  return {
    slug: listed.name,
    ...textsOf(listed, latest),
    ownerHandle: listed.publisher,
    tags: { latest: latest.version },
    stats: { downloads: listed.downloads, installs: listed.downloads },
    createdAt: toEpoch(latest.publishedAt),
    updatedAt,
    latestVersion: toVersion(latest),
    metadata: null,
  };
}

export function toHit(listed: Listed & { score: number }, latest: VersionFacts) {
  const { displayName, summary } = textsOf(listed, latest);
  return {
    score: listed.score,
    slug: listed.name,
    displayName,
    summary,
    version: latest.version,
    downloads: listed.downloads,
    updatedAt: toEpoch(listed.updated_at),
    ownerHandle: listed.publisher,
    owner: toOwner(listed.publisher),
  };
}

/** What the registry found, in the client's three words; it blocks what is malicious, and asks about what is suspicious. */
export function toModeration(why: Unserved | null, summary: string | null) {
  const isMalwareBlocked = why === "quarantined";
  const isSuspicious = why === "held" || why === "below_tier";
  const verdict = isMalwareBlocked ? "malicious" : isSuspicious ? "suspicious" : "clean";
  return {
    isSuspicious,
    isMalwareBlocked,
    verdict: verdict as "malicious" | "suspicious" | "clean",
    reasonCodes: why === null ? [] : [why],
    summary,
    engineVersion: null,
    updatedAt: null,
  };
}

/** A skill with the version that a client gets of it. */
export function toDetail(
  skill: { downloads: number; stars: number; created_at: string; updated_at: string },
  { view, latest }: { view: VersionView; latest: VersionFacts },
) {
  return {
    skill: {
      slug: view.name,
      displayName: view.display_name,
      summary: view.description,
      description: view.description,
      topics: view.tags,
      tags: { latest: latest.version },
      stats: { downloads: skill.downloads, installs: skill.downloads, stars: skill.stars },
      createdAt: toEpoch(skill.created_at),
      updatedAt: toEpoch(skill.updated_at),
    },
    latestVersion: toVersion(latest),
    metadata: null,
    owner: toOwner(latest.owner),
    moderation: toModeration(null, null),
    license: view.license,
    security_tier: view.security_tier,
  };
}

/** A skill of which nothing may be had: its name, and why. */
export const toBareDetail = (
  found: { name: string; owner: string; versions: readonly VersionFacts[] },
  { why, words }: { why: Unserved; words: string },
) => ({
  skill: {
    slug: found.name,
    displayName: found.name,
    summary: null,
    description: null,
    topics: [],
    tags: {},
    stats: {},
    createdAt: toEpoch(found.versions.at(-1)?.publishedAt ?? null),
    updatedAt: toEpoch(found.versions[0]?.publishedAt ?? null),
  },
  latestVersion: null,
  metadata: null,
  owner: toOwner(found.owner),
  moderation: toModeration(why, words),
});

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  py: "text/x-python",
  js: "text/javascript",
  ts: "text/typescript",
  sh: "application/x-sh",
};

const toFile = ({ path, sha256, size_bytes: size }: { path: string; sha256: string; size_bytes: number }) => ({
  path,
  size,
  sha256,
  contentType: MEDIA_TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream",
});

export const toVersionDetail = (
  view: VersionView,
  facts: VersionFacts,
  files: readonly { path: string; sha256: string; size_bytes: number }[],
) => ({
  skill: { slug: view.name, displayName: view.display_name },
  version: {
    ...toVersion(facts),
    files: files.map(toFile),
    security: { status: "clean", hasWarnings: false, checkedAt: toEpoch(facts.publishedAt), model: null },
  },
  license: view.license,
  security_tier: view.security_tier,
  content_digest: view.content_digest,
});

/** What is known of a version, on a page of text. Nothing of it is the package's own words, so that nothing of it steers a reader. */
export function toCard(view: VersionView, owner: string): string {
  const signed = view.signatures.filter(({ status }) => status === "valid");
  const permissions = [
    ...(view.permissions.declared ?? []),
    ...view.permissions.inferred.map((each) => each.permission),
  ];
  return [
    `# ${view.name} ${view.version}`,
    "",
    `- Publisher: ${owner}`,
    `- Tier: ${view.security_tier}`,
    `- Verdict: ${view.verdict ?? "none"}${view.cleared ? ", cleared by an admin" : ""}`,
    `- Content digest: ${view.content_digest}`,
    `- Release digest: ${view.release_digest}`,
    `- Signatures that are valid: ${signed.length}`,
    `- Permissions: ${permissions.length === 0 ? "none" : permissions.map((each) => `\`${each}\``).join(", ")}`,
    "",
  ].join("\n");
}

/** What the client is told of what it published; what is inspected first is pending. */
export function toPublished({ name, version, status }: VersionView) {
  const said = status === "published" ? "published" : "pending";
  return {
    ok: true,
    skillId: name,
    versionId: `${name}@${version}`,
    slug: name,
    version,
    status: said,
    publicationStatus: said,
  };
}

export const toTransfer = (
  offer: { id: string; name: string; from: string; to: string; created_at: string; expires_at: string },
  way: "incoming" | "outgoing",
) => {
  const handle = way === "incoming" ? offer.from : offer.to;
  const user = { _id: handle, handle, displayName: null };
  return {
    _id: offer.id,
    skill: { _id: offer.name, slug: offer.name, displayName: offer.name },
    ...(way === "incoming" ? { fromUser: user } : { toUser: user }),
    requestedAt: toEpoch(offer.created_at),
    expiresAt: toEpoch(offer.expires_at),
  };
};

/** A report, as the client prints one; null: the inspection is under way. */
export function toScan(
  { name, version, update }: { name: string; version: string; update: boolean },
  report: Awaited<ReturnType<typeof getScanReport>> | null,
) {
  const status = report === null ? "running" : "succeeded";
  const scan = {
    ok: true,
    scanId: `${name}@${version}${update ? "@again" : ""}`,
    status,
    sourceKind: "published",
    update,
  };
  const times = { createdAt: toEpoch(report?.started_at ?? null), updatedAt: toEpoch(report?.finished_at ?? null) };
  if (report === null) return { ...scan, ...times, queue: { queuedAhead: 0, position: null, running: 1, note: "" } };
  const issues = report.findings.map(({ rule, severity, file, message, hint }) => ({
    code: rule,
    severity,
    ...(file === null ? {} : { file }),
    message,
    ...(hint === null ? {} : { remediation: hint }),
  }));
  const reasonCodes = [...new Set(report.findings.map(({ rule }) => rule))];
  return {
    ...scan,
    ...times,
    completedAt: times.updatedAt,
    artifact: { slug: name, displayName: name, version },
    report: {
      clawscan: { verdict: report.verdict, summary: report.reason },
      staticAnalysis: { status: report.verdict, reasonCodes, summary: report.reason, findings: issues },
      virustotal: null,
    },
  };
}
