const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** What names may be made of is said where they are given; here they are one visible word. */
const WORD = /^[!-~]{1,128}$/;

/**
 * What leaves say, in the order in which they say it: each field with the form of its value. All values are printable ASCII, so that what a
 * person reads is what was signed, and there is no free text: nothing can be taken out of a log again.
 */
export const FIELDS = {
  /** What a decision is about. */
  publisher: WORD,
  name: WORD,
  version: WORD,
  /** Instead of publisher, name and version where those are private: a salted digest of them. */
  private: DIGEST,
  /** The digest of the whole `SHA256SUMS`, and of it without its header. */
  release: DIGEST,
  content: DIGEST,
  /** What was decided, in the registry's words. */
  verdict: WORD,
  report: DIGEST,
  tier: WORD,
  status: WORD,
  /** A publisher's key, its kind and fingerprint: `openpgp:5E3F…`. */
  key: WORD,
  /** A publisher's identity: who says so, and who it is. */
  issuer: /^https?:\/\/[!-~]{1,504}$/,
  subject: /^[!-~](?:[ -~]{0,1022}[!-~])?$/,
  /** What became of a key, an identity or an ownership. */
  change: WORD,
  account: WORD,
  role: WORD,
  /** Whose a skill was before. */
  from: WORD,
  /** Who decided: an account, or the registry itself. */
  by: WORD,
  /** The digest of the registry's signed statement of the same decision. */
  statement: DIGEST,
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
