import type { Db } from "@gaia/db";
import type { ReservedName, Role } from "@gaia/policy";
import type { OwnCookies } from "./cookies.ts";

/** What is sent by mail, and to whom. Plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A company's own provider of identities (OIDC), or GitHub. */
export interface IdentityProvider {
  /** In addresses. Identities are kept under this and the issuer, so that another issuer's people are nobody's. */
  id: "oidc" | "github";
  /** What its button says. */
  name: string;
  /** Letter by letter as in `iss`; of GitHub, its address. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What is asked for, separated by spaces. */
  scopes: string;
  /** The claim that lists groups. */
  groupsClaim: string;
  /** What members of a group are to an organisation; of several rows for one, the one that is most counts. */
  groups: readonly { group: string; publisher: string; role: Role }[];
  /** Only who has a verified address in one of these domains is let in; null: whoever the provider lets in. */
  domains: readonly string[] | null;
  /** Who may make an account by it. */
  signUp: SignUp;
}

/** Those of the registry's limits that count guesses and mails. `token_codes`: the share of `codes` that one token may take. */
export type CountedRate = "sign_in" | "codes" | "token_codes" | "mail";

/** Who may make an account: whoever has an address, whoever was invited, nobody. */
export type SignUp = "open" | "invitation" | "closed";

/** Asks a provider; whoever hands it in bounds the answer, and refuses what is not to be asked (Q3). `body`: a form. @throws */
export type AskProvider = (
  url: string,
  asked: { isOperators: boolean; body?: string | undefined; headers: Record<string, string> },
) => Promise<{ status: number; body: string }>;

/** What signing in hangs on; the server makes it once. */
export interface PeopleSettings {
  db: Db;
  /** Signs cookies and encrypts second factors; 32 characters or more. Another one ends every session and voids every second factor. */
  secret: string;
  /** Without a slash at the end. Asked when the first request comes: an embedded registry learns it when it listens. */
  publicUrl(): string;
  registryName: string;
  /** Who may make an account with an address and a password. */
  signUp: SignUp;
  providers: readonly IdentityProvider[];
  askProvider: AskProvider;
  /** Handles that an admin gives out hang on these. */
  reservedNames: readonly ReservedName[];
  /** The registry's own limits. `take`: null, or how many seconds to wait. */
  limits: {
    take(rate: CountedRate, key: string): Promise<number | null>;
    giveBack(rate: CountedRate, key: string): void;
  };
  /** So many wrong codes in a row are free of a wait; 0: all are. */
  codesBeforeWaiting: number;
  sendMail(mail: Mail): Promise<void>;
  /** Whether letters go out; else they are files with whoever runs the registry. */
  hasMailServer: boolean;
  /** Whether a password is on a list of leaked ones; false where that cannot be asked. */
  isLeakedPassword(password: string): Promise<boolean>;
  now(): Date;
  warn(event: string, fields: Record<string, unknown>): void;
}

/** Who asks, as far as a browser says it. */
export interface Visitor {
  /** Of the request's `Cookie`, as `readCookies` reads it: nobody reads that header twice. */
  cookies: OwnCookies;
  userAgent: string | null;
  /** As limits count it. */
  address: string;
  requestId: string | null;
}

/** What comes of it for the browser: values of `Set-Cookie`. */
export interface WithCookies {
  cookies: string[];
}
