export { TrustError } from "./trust-error.ts";
export { fingerprintOf } from "./openpgp/fingerprint.ts";
export {
  addRevocations,
  armorKey,
  fallenSignatures,
  findRevocation,
  mergePublicKeys,
  readPublicKey,
  revokedParts,
  revokePublicKey,
} from "./openpgp/on-demand.ts";
export type { LeftOutSubkey } from "./openpgp/left-out.ts";
export type { PublicKeyInfo } from "./openpgp/public-key.ts";
export { findDirectorySignatures, MOST_DIRECTORY_SIGNATURES } from "./oms/find-signatures.ts";
export { hashFiles } from "./oms/hash-files.ts";
export { directoryObjections, judgeDirectory } from "./oms/verify-directory.ts";
/** @public as the README shows it, for who has a directory and its bundle, and no release of a registry */
export { verifyDirectory } from "./oms/verify-directory.ts";
export { DIRECTORY_STATES } from "./oms/signed-directory.ts";
export type { DirectoryState, DirectoryVerdict, SignedDirectory } from "./oms/signed-directory.ts";
export type { ReceivedSignature } from "./openpgp/received.ts";
export { CLOCK_SKEW_MS } from "./clock-skew.ts";
export { RELEASE_PREDICATE, SIGNATURE_KINDS } from "./signature-kind.ts";
export type {
  AttestationVerdict,
  CertifiedIdentity,
  RegisteredSigner,
  SignatureInput,
  SignatureKindName,
  SignatureVerdict,
  Verified,
} from "./signature-kind.ts";
export {
  attestedTypeOf,
  ensureTrustedRoot,
  isVerifiable,
  kindOf,
  prepareKind,
  signerIdsOf,
  verifySignature,
} from "./kinds/verify-signature.ts";
export type { VerifiableKind } from "./kinds/verify-signature.ts";
export { verifyProvenance } from "./provenance/verify-provenance.ts";
export type {
  BuildLevel,
  BuiltArtifact,
  JudgedProvenance,
  ProvenanceClaims,
  ProvenanceInput,
  ProvenanceVerdict,
} from "./provenance/provenance.ts";
export { identityOf, readSigstoreSigner } from "./sigstore/registered-signer.ts";
export type { StoredSigstoreSigner } from "./sigstore/registered-signer.ts";
export {
  envelopeIdsOf,
  generateSigningKey,
  rawPublicKey,
  readRegistryKey,
  registrySigner,
  sshFingerprint,
  STATEMENT_FORMS,
} from "./signing-key.ts";
export type { RegistryPublicKey, RegistrySigner } from "./signing-key.ts";
export { decisionStatement, isMovedStatus } from "./statement/decision.ts";
export type { DecisionKind, DecisionStatement, MovedStatus, MoveKind } from "./statement/decision.ts";
export { certifyHubKey, verifyHubKey } from "./statement/hub-key.ts";
export { signHandover, signRetirement, verifyHandover, verifyRetirement } from "./statement/handover.ts";
export { signBundle, verifyBundle } from "./statement/bundle.ts";
export { signStatement, verifyEnvelope } from "./statement/dsse.ts";
export type { Envelope } from "./statement/dsse.ts";
export {
  applyRevocations,
  isRevoked,
  judgeRevocations,
  revocationsText,
  revocationsTextOf,
  signRevocations,
  verifyRevocations,
} from "./statement/revocations.ts";
export type { Revocation, RevocationsHead } from "./statement/revocations.ts";
