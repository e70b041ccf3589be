import { isSameSigner, type Signer, signersText, signerText } from "@gaia/policy";

/** Another one signed a release than signed the skill before. `to` is empty when nobody did. */
export interface SignerChange {
  from: readonly Signer[];
  to: readonly Signer[];
}

/** Who signed, as a registry says it. */
export const toldSigner = <Kind extends string>({
  repository_id: repositoryId,
  ...signer
}: Omit<Signer<Kind>, "repositoryId"> & { repository_id: string | null }): Signer<Kind> => ({
  ...signer,
  repositoryId,
});

/** What a user says to accept that nobody signed. */
export const NOBODY = "none";

/** Whether a release goes on from those who signed its skill; null: it does, or nobody signed it before. Pure. */
export function findSignerChange(from: readonly Signer[], to: readonly Signer[]): SignerChange | null {
  if (from.length === 0 || to.some((one) => from.some((before) => isSameSigner(before, one)))) return null;
  return { from, to };
}

/** Both, as a sentence. */
export function describeChange(subject: string, name: string, { from, to }: SignerChange): string {
  const now = to.length === 0 ? "is NOT SIGNED by anybody" : `is signed by ANOTHER SIGNER, ${signersText(to)}`;
  return `${name} was signed by ${signersText(from)} until now; ${subject} ${now}`;
}

/** The words by which a user names the new signers, each exactly. */
export const wordsFor = ({ to }: SignerChange): string[] =>
  to.length === 0 ? [NOBODY] : [...new Set(to.map(signerText))];

/** Whether a user named every new signer. A fingerprint may be written as gpg shows it: in groups, in any case. */
export function isAcceptedBy(change: SignerChange, named: readonly string[]): boolean {
  const said = new Set(named.map(plain));
  return wordsFor(change).every((word) => said.has(plain(word)));
}

const plain = (word: string): string => {
  const bare = word.replaceAll(/\s/g, "");
  return /^[0-9a-f]{40,64}$/i.test(bare) ? bare.toUpperCase() : word;
};
