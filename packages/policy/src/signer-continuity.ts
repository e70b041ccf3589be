/** Who signed a version, as far as continuity goes by it. */
export interface Signer<Kind extends string = string> {
  /** The kind of its signature. */
  kind: Kind;
  /** The fingerprint of a key; the registered subject and issuer of an identity. */
  signer: string;
  /** For a build's identity, as its certificate says; null: not told. */
  repository: string | null;
  /** The number by which the repository's host knows it: a name can be given to another repository, the number cannot. */
  repositoryId: string | null;
  /** Where the build ran: `github-hosted`, `self-hosted`. */
  runner: string | null;
}

/** Whether one who signed is one who signed before: what both tell has to agree. */
export function isSameSigner(a: Signer, b: Signer): boolean {
  return (
    a.kind === b.kind &&
    a.signer === b.signer &&
    agrees(a.repositoryId, b.repositoryId) &&
    // A workflow that leaves its host's runners is on a machine that others may reach.
    agrees(a.runner, b.runner)
  );
}

const agrees = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

type Named = Pick<Signer, "signer" | "repositoryId" | "runner">;

/** How somebody who signed is shown and named: by all that continuity goes by. */
export const signerText = ({ signer, repositoryId, runner }: Named): string =>
  `${signer}${repositoryId ? ` of repository ${repositoryId}` : ""}${runner === null ? "" : ` on ${runner}`}`;

/** How a person is shown who signed: every one of them, or that nobody did. */
export const signersText = (signers: readonly Named[]): string =>
  signers.length === 0 ? "nobody" : signers.map(signerText).join(" and ");
