// What is believed: pinned keys and logs, lists of what was taken back, who signed before, and an installed skill held against them.
export { followChain } from "../handover/key-chain.ts";
export { rememberInstalled } from "../seen/seen-statements.ts";
export { whoSaw } from "../log/installed-proof.ts";
export { type LogContext, settleCheckpoint, toFailure } from "../log/newest-checkpoint.ts";
export {
  DEFAULT_MAX_AGE_SECONDS,
  type PinnedLog,
  pinnedLogFor,
  readPinnedLogs,
  writePinnedLog,
} from "../log/pinned-log.ts";
export type { ReleaseProof } from "../log/proven-release.ts";
export { type SeenCheckpoint, toSeen } from "../log/seen-checkpoints.ts";
export { type Consulted, consultRevocations } from "../revocations/consult-revocations.ts";
export { checkRevocations, ensureListed, type Standing, standingOf } from "../revocations/judge-revoked.ts";
export { judgeRelease } from "../judging/judged-release.ts";
export { judgeBuilds, type SentProvenance } from "../trust/build-provenance.ts";
export { readSignatureRecord } from "../trust/signature-record.ts";
export { readKnownCertificates } from "../trust/known-certificates.ts";
export {
  describeChange,
  isAcceptedBy,
  NOBODY,
  type SignerChange,
  toldSigner,
  wordsFor,
} from "../trust/signer-continuity.ts";
export { readKnownPublishers } from "../trust/known-publishers.ts";
export { describeRegistryKey, readTrust, writeTrust } from "../trust/trust-store.ts";
export { type Check, isSound, soundnessOf, verifyInstalled } from "../release/verify-installed.ts";
