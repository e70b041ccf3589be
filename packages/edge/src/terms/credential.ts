/**
 * How a request says who it speaks for: a browser's session (a cookie), a bearer token, or Basic, whose password is a token (never an
 * account's own password), with any user name.
 */
export type CredentialKind = "session" | "bearer" | "basic";
