export { TrustError } from "./trust-error.ts";
export type { TrustErrorCode } from "./trust-error.ts";
export { readPublicKey } from "./openpgp/public-key.ts";
export type { PublicKeyInfo } from "./openpgp/public-key.ts";
export { verifyDetached } from "./openpgp/verify-detached.ts";
export type { DetachedInput, DetachedVerdict } from "./openpgp/verify-detached.ts";
export { generateSigningKey, registrySigner } from "./signing-key.ts";
export type { RegistryPublicKey, RegistrySigner } from "./signing-key.ts";
export { decisionStatement } from "./statement/decision.ts";
export type {
  DecisionDetail,
  DecisionInput,
  DecisionKind,
  DecisionPredicate,
  DecisionStatement,
  ScannerVersion,
} from "./statement/decision.ts";
export { signStatement, verifyEnvelope } from "./statement/dsse.ts";
export type { Envelope, EnvelopeVerdict } from "./statement/dsse.ts";
