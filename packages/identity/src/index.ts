export { IdentityError } from "./errors.ts";
export { createAccount, ensureAdminAccount } from "./accounts.ts";
export { authenticate, type AuthenticatedActor } from "./authenticate.ts";
export { newTokenSecret, tokenDigest } from "./token-secret.ts";
