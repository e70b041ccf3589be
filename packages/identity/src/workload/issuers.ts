import type { IssuerKind } from "@gaia/policy";

/** Somebody whose word counts for which CI job it is that asks. */
export interface Issuer {
  kind: IssuerKind;
  /** The `iss` of its tokens, letter by letter, and where its discovery document lies. */
  issuer: string;
  /** Named by this registry's operator, and so allowed to lie in a private network. */
  isOperators: boolean;
}

const PUBLIC_ISSUERS: readonly Issuer[] = [
  { kind: "github", issuer: "https://token.actions.githubusercontent.com", isOperators: false },
  { kind: "gitlab", issuer: "https://gitlab.com", isOperators: false },
];

/** Every issuer that is known here: the public ones, and those of the operator, whose word about an address comes first. */
export function knownIssuers(own: readonly Omit<Issuer, "isOperators">[]): Issuer[] {
  const named = own.map((each) => ({ ...each, isOperators: true }));
  return [...named, ...PUBLIC_ISSUERS.filter(({ issuer }) => !own.some((each) => each.issuer === issuer))];
}

/** The issuer that is meant by `github`, `gitlab` (the public ones), or by its address; null: it is not known here. */
export function findIssuer(issuers: readonly Issuer[], name: string): Issuer | null {
  return issuers.find(({ issuer }) => issuer === name) ?? PUBLIC_ISSUERS.find(({ kind }) => kind === name) ?? null;
}
