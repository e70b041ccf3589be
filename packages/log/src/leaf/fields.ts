const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** What names may be made of is said where they are given; here they are one visible word. */
const WORD = /^[!-~]{1,128}$/;

/**
 * What leaves say, in the order in which they say it: each field with the form of its value. All values are printable ASCII, so that
 * what a
 * person reads is what was signed, and there is no free text: nothing can be taken out of a log again.
 */
export const FIELDS = {
  /** What a decision is about. */
  publisher: WORD,
  name: WORD,
  version: WORD,
  /** Of a publisher: skills that it names together. */
  collection: WORD,
  /** Instead of publisher, name, version and collection where those are not public: a salted digest of them (`hidden-leaf.ts`). */
  private: DIGEST,
  /** The digest of the whole `SHA256SUMS`, and of it without its header. */
  release: DIGEST,
  content: DIGEST,
  /** What was decided, in the registry's words. */
  verdict: WORD,
  report: DIGEST,
  tier: WORD,
  /** The content digest of the files that say this tier, made of the release's own by that change alone. */
  restamped: DIGEST,
  status: WORD,
  /** The digest of a build's provenance, as it came, and the level that it verified to. */
  bundle: DIGEST,
  level: WORD,
  /** A publisher's key or the registry's own, its kind and fingerprint: `openpgp:5E3F…`. */
  key: WORD,
  /** A publisher's identity: who says so, and who it is; salted where the skill is not public. */
  issuer: /^(?:https?:\/\/[!-~]{1,504}|sha256:[0-9a-f]{64})$/,
  subject: /^[!-~](?:[ -~]{0,1022}[!-~])?$/,
  /** What became of a key, an identity, an ownership, a visibility or a change of signer. */
  change: WORD,
  /** What the skill's leaves were salted with until it was made public: it opens them to everybody. */
  salt: /^[0-9a-f]{64}$/,
  /** Who signed a version, in words; or where that is long or no ASCII, the digest of the words. */
  signers: /^[!-~](?:[ -~]{0,1022}[!-~])?$/,
  account: WORD,
  role: WORD,
  /** Whose a skill was before; the key whose place another one takes. */
  from: WORD,
  /** Who decided: an account, or the registry itself. */
  by: WORD,
  /** The digest of the registry's signed statement of the same decision. */
  statement: DIGEST,
} as const;

export type LeafField = keyof typeof FIELDS;

/** In their order. `Object.keys` forgets which keys there are. */
export const FIELD_NAMES = Object.keys(FIELDS) as LeafField[];

interface Shape {
  /** What it names it by: a version, a skill, or something else. */
  names: readonly LeafField[];
  /** Whether a salted digest may stand in the place of that, and of whatever else would name it. */
  mayHide: boolean;
  needs: readonly LeafField[];
  may: readonly LeafField[];
}

const ANYWHERE: readonly LeafField[] = ["by", "statement"];
const ofVersion = (needs: readonly LeafField[], may: readonly LeafField[] = []): Shape => ({
  names: ["publisher", "name", "version"],
  mayHide: true,
  needs: ["release", ...needs],
  may: [...may, ...ANYWHERE],
});
const ofSkill = (names: readonly LeafField[], needs: readonly LeafField[], may: readonly LeafField[] = []): Shape => ({
  names,
  mayHide: true,
  needs,
  may: [...may, ...ANYWHERE],
});
const other = (needs: readonly LeafField[], may: readonly LeafField[] = []): Shape => ({
  names: [],
  mayHide: false,
  needs,
  may: [...may, ...ANYWHERE],
});

/** Every kind of decision, and what it says. */
export const KINDS = {
  publish: ofVersion(["content"]),
  verdict: ofVersion(["verdict"], ["report"]),
  tier: ofVersion(["tier"], ["content", "restamped"]),
  yank: ofVersion([]),
  unyank: ofVersion([]),
  quarantine: ofVersion([]),
  /** Out of a quarantine, to the status that it had. */
  release: ofVersion([], ["status"]),
  purge: ofVersion([]),
  /** Its publisher says that it should be used no more, or takes that back. */
  deprecate: ofVersion([]),
  undeprecate: ofVersion([]),
  /** A build's provenance was added to a version. */
  provenance: ofVersion(["bundle", "level"]),
  /** A publisher's key was added, changed or revoked. */
  key: other(["publisher", "key", "change"]),
  /** A publisher's identity (issuer and subject) was added or removed. */
  identity: other(["publisher", "issuer", "subject", "change"]),
  /** A workflow may publish a skill without a token, from now on or no longer; `subject` says where it runs. */
  "trusted-publisher": ofSkill(["publisher", "name"], ["issuer", "subject", "change"]),
  /** A skill has another publisher (`name`, `from`), or a publisher another member (`account`, `role`). */
  ownership: ofSkill(["publisher"], ["change"], ["name", "from", "account", "role"]),
  /** Who may see a skill changed. When it is made public, `salt` opens what was said of it before. */
  visibility: ofSkill(["publisher", "name"], ["change"], ["salt"]),
  /** A publisher's collection was created, changed or deleted; `content` is of what anybody is shown: title and names, a line each. */
  collection: ofSkill(["publisher", "collection"], ["change"], ["content"]),
  /** A version is held for a change of signer, or its owner confirmed who signed it. */
  signer: ofVersion(["change", "signers"]),
  /** The registry's own key, which signs this log too: another one is announced, takes its place, or it is revoked. */
  "registry-key": other(["key", "change"], ["from"]),
  /** The newest version of a skill is this one. */
  newest: ofVersion([]),
} as const satisfies Record<string, Shape>;

export type LeafKind = keyof typeof KINDS;
