/** A page of the API reference: operations about one thing. */
export interface Noun {
  slug: string;
  title: string;
  summary: string;
  /** Of the API's document; of those below `/admin` the second part of the path decides as well. */
  tag: string;
  /** Second parts of the paths of `/admin`. */
  below?: readonly string[];
}

/** The pages of the API reference in their order. Each operation is on the first that fits. */
export const nouns: readonly Noun[] = [
  {
    slug: "skills",
    title: "Skills and search",
    summary: "List, search and read skills; resolve what to install; compare versions.",
    tag: "catalog",
  },
  {
    slug: "packages",
    title: "Packages and files",
    summary: "Download archives, single files, SHA256SUMS and the bill of materials.",
    tag: "packages",
  },
  {
    slug: "publish",
    title: "Publish",
    summary: "Publish and check packages; yank, deprecate and purge versions; settings of a skill.",
    tag: "publish",
  },
  {
    slug: "staged",
    title: "Staged publishing",
    summary: "Versions that wait for a second person.",
    tag: "staged publishing",
  },
  {
    slug: "workflows",
    title: "Trusted publishing",
    summary: "Workflows that publish without a token.",
    tag: "trusted publishing",
  },
  {
    slug: "trust",
    title: "Signatures, scans, proofs",
    summary: "Signatures, statements, scan reports, audits, the log’s proofs, keys and revocations.",
    tag: "trust",
  },
  {
    slug: "publishers",
    title: "Publishers",
    summary: "Organisations, members, invitations, transfers and webhooks.",
    tag: "publishers",
  },
  { slug: "collections", title: "Collections", summary: "Skills that a publisher names together.", tag: "collections" },
  { slug: "account", title: "Account and tokens", summary: "Tokens, keys, notices and one’s own log.", tag: "account" },
  {
    slug: "community",
    title: "Reviews and reports",
    summary: "Ratings, stars, reports and appeals.",
    tag: "community",
  },
  {
    slug: "admin-skills",
    title: "Admin: skills",
    summary: "Audits, held versions, quarantine, demotion and purge.",
    tag: "admin",
    below: ["skills", "promotions", "held", "signer-changes"],
  },
  {
    slug: "admin-reports",
    title: "Admin: reports",
    summary: "Reports, appeals and reviews.",
    tag: "admin",
    below: ["reports", "appeals", "reviews"],
  },
  {
    slug: "admin-people",
    title: "Admin: people",
    summary: "Accounts, invitations, quotas and the audit log.",
    tag: "admin",
    below: ["accounts", "invitations", "publishers", "audit"],
  },
  {
    slug: "admin-registry",
    title: "Admin: the registry",
    summary: "Health, re-scans, mirrors, bundles, advisories and webhooks.",
    tag: "admin",
  },
];

/** Which page has the operation of this tag and path; null: none. */
export const nounOf = (tag: string, path: string): Noun | null =>
  nouns.find((noun) => noun.tag === tag && (noun.below?.includes(path.split("/")[2] ?? "") ?? true)) ?? null;
