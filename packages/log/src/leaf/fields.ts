/**
 * What leaves say, in the order in which they say it: each field with the form of its value. All values are printable ASCII, so that what a
 * person reads is what was signed, and there is no free text: nothing can be taken out of a log again.
 */
export const FIELDS = {
  /** What a decision is about. */
  publisher: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  name: /^[a-z0-9](?:[a-z0-9._-]{0,126}[a-z0-9])?$/,
  version: /^[0-9A-Za-z][0-9A-Za-z.+-]{0,127}$/,
  /** Instead of publisher, name and version where those are private: a salted digest of them. */
  private: /^sha256:[0-9a-f]{64}$/,
  /** The digest of the whole `SHA256SUMS`, and of it without its header. */
  release: /^sha256:[0-9a-f]{64}$/,
  content: /^sha256:[0-9a-f]{64}$/,
  /** What was decided. */
  verdict: /^[A-Z]{1,32}$/,
  report: /^sha256:[0-9a-f]{64}$/,
  tier: /^[a-z]{1,32}$/,
  status: /^[a-z]{1,32}$/,
  /** A publisher's key, or an identity of its: who says so, and who it is. */
  key: /^[a-z0-9-]{1,32}:[0-9A-Za-z+/=:-]{8,256}$/,
  issuer: /^https:\/\/[!-~]{1,504}$/,
  subject: /^[!-~](?:[ -~]{0,1022}[!-~])?$/,
  change: /^[a-z]{1,32}$/,
  account: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  role: /^[a-z]{1,32}$/,
  /** Whose a skill was before. */
  from: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  /** Who decided: an account, or the registry itself. */
  by: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  /** The digest of the registry's signed statement of the same decision. */
  statement: /^sha256:[0-9a-f]{64}$/,
} as const;

export type LeafField = keyof typeof FIELDS;

interface Shape {
  /** Names of which version; a private one names none. */
  isOfVersion: boolean;
  needs: readonly LeafField[];
  may: readonly LeafField[];
}

const ANYWHERE: readonly LeafField[] = ["by", "statement"];
const ofVersion = (needs: readonly LeafField[], may: readonly LeafField[] = []): Shape => ({
  isOfVersion: true,
  needs: ["release", ...needs],
  may: [...may, ...ANYWHERE],
});
const other = (needs: readonly LeafField[], may: readonly LeafField[] = []): Shape => ({
  isOfVersion: false,
  needs,
  may: [...may, ...ANYWHERE],
});

/** Every kind of decision, and what it says. */
export const KINDS = {
  publish: ofVersion(["content"]),
  verdict: ofVersion(["verdict"], ["report"]),
  tier: ofVersion(["tier"]),
  yank: ofVersion([]),
  unyank: ofVersion([]),
  quarantine: ofVersion([]),
  /** Out of a quarantine, to the status that it had. */
  release: ofVersion([], ["status"]),
  purge: ofVersion([]),
  /** A publisher's key was added, changed or revoked. */
  key: other(["publisher", "key", "change"]),
  /** A publisher's identity (issuer and subject) was added or removed. */
  identity: other(["publisher", "issuer", "subject", "change"]),
  /** A skill has another publisher (`name`, `from`), or a publisher another member (`account`, `role`). */
  ownership: other(["publisher", "change"], ["name", "from", "account", "role"]),
  /** The newest version of a skill is this one. */
  newest: ofVersion([]),
} as const satisfies Record<string, Shape>;

export type LeafKind = keyof typeof KINDS;
