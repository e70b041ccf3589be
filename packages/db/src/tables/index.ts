export { advisories, advisoryPackages, versionDependencies } from "./advisories.ts";
export { derivedArtefacts, droppedArtefacts, uploadTickets, versionFingerprints } from "./artefacts.ts";
export { accounts, invitations, memberships, publishers, signingKeys, tokens } from "./identity.ts";
export {
  artifacts,
  downloadsByClient,
  downloadsDaily,
  files,
  purges,
  skillReaders,
  skillTransfers,
  skills,
  versions,
} from "./catalog.ts";
export { heldListings, hiddenListings, listingCounts, listings } from "./listings.ts";
export { collections, collectionSkills } from "./collections.ts";
export { type ImportedSignature, importedVersions } from "./imported-versions.ts";
export { accountDownloads, publisherReputations, reports, reviews, stars } from "./community.ts";
export {
  attestations,
  auditLog,
  directorySignatures,
  findings,
  inspections,
  promotions,
  signatures,
  signerChanges,
} from "./judgement.ts";
export type {
  AffectedVersions,
  Dependency,
  Looked,
  Progress,
  RangeEvent,
  ResolvedDependencies,
  AuthorSignature,
} from "./json-columns.ts";
export { logCheckpoints, logLeaves, logOrigin } from "./log.ts";
export {
  authIdentities,
  authPasskeys,
  authSecondFactors,
  authSessions,
  authUsers,
  authVerifications,
  deviceLogins,
  signUpInvitations,
} from "./people.ts";
export { announcement } from "./announcement.ts";
export { holdContests, holdMails, mailChoices } from "./holds.ts";
export { type BuiltWhat, provenances } from "./provenances.ts";
export { registryKeys } from "./registry-keys.ts";
export { batches, batchItems } from "./batches.ts";
export { mirroredVersions, mirrorItems, mirrors } from "./mirrors.ts";
export { webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from "./webhooks.ts";
export { notices, rescanItems, rescans } from "./rescans.ts";
export { publisherQuotas } from "./storage.ts";
export { spentIdentities, trustedPublishers, workloadTokens } from "./trusted-publishers.ts";
