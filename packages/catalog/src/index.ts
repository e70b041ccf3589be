// What every read begins with.
export { blobKey, sha256OfKey } from "./kernel/blob-keys.ts";
export type { Asker, Catalog, ReadCtx } from "./kernel/context.ts";
export { readCursor, writeCursor } from "./kernel/cursor.ts";
export { ensurePublisher } from "./kernel/ensure-publisher.ts";
export { RegistryError, type ErrorDetail, type RegistryErrorCode } from "./kernel/errors.ts";
export { ensureMayOnName, ensureMayOnSkill, ensureVisibleSkill, type FoundSkill } from "./kernel/find-skill.ts";
export { findVersion, type FoundVersion, subjectOf, versionNotFound, type VersionRow } from "./kernel/find-version.ts";
export { isHidden } from "./kernel/is-hidden.ts";
export { isLive } from "./kernel/is-live.ts";
export type { LogReader } from "./kernel/log-reader.ts";
export { ensureConfirmed, ensureMay, ensureMayAtAll, ensureMayFor, ensureMayOn } from "./kernel/may.ts";
export type {
  ConvertedPackage,
  ConvertInput,
  RewriteInput,
  OpenedPackage,
  OpenInput,
  PackageConverter,
  PackageDigests,
  TellInput,
} from "./kernel/package-converter.ts";
export { readBlob } from "./kernel/read-blob.ts";
export { decidesFor, hiddenButReadable, readable } from "./kernel/readable.ts";
export { isPrerelease, isSortable, sortKeyOf } from "./kernel/sort-key.ts";
export { findStorage, findUsage, type QuotaCtx, type StorageUsage } from "./kernel/storage-usage.ts";

// Skills: lists, search, one, whose they are.
export { getAriaCatalog, getMiaosCatalog, npmPackageOf, readRepoSkill, type RepoSkill } from "./skills/catalogs.ts";
export { ANY_SKILL } from "./skills/catalog-filter.ts";
export { getPublisher } from "./skills/get-publisher.ts";
export { getSkill, getVersion } from "./skills/get-skill.ts";
export { listNames, listPublishers, listTags } from "./skills/list-facets.ts";
export { listSkills } from "./skills/list-skills.ts";
export { searchSkills } from "./skills/search-skills.ts";
export { INSTALL_OPTIONS } from "./versions/plain-install.ts";
export { SEARCH_SORTS } from "./skills/sorts.ts";
export { viewRating } from "./skills/view-summary.ts";

// How a skill is used, and what became of it.
export { DOWNLOAD_DAYS, getSkillDownloads } from "./use/skill-downloads.ts";
export { getSkillHistory, HISTORY_EVENTS } from "./use/skill-history.ts";
export { listDependents } from "./use/list-dependents.ts";

// Collections.
export { type CollectionView, getCollection, listCollections, viewCollection } from "./collections/get-collection.ts";
export { knownSkills } from "./collections/known-skills.ts";

// Versions: as they are shown, their bytes, what was found in them.
export { compareVersions } from "./versions/compare-versions.ts";
export { convertDownload } from "./versions/convert-download.ts";
export { type DescribedVersion, describeVersions } from "./versions/describe-versions.ts";
export { archiveName, findDownload } from "./versions/download.ts";
export { findBlob } from "./versions/find-blob.ts";
export { gaiaFormOf } from "./versions/gaia-form.ts";
export { listAttestations } from "./versions/list-attestations.ts";
export { listSignatures } from "./versions/list-signatures.ts";
export { findFile, findFileOf, readFile } from "./versions/read-file.ts";
export { resolveSkills } from "./versions/resolve-skills.ts";
export { getSbom } from "./versions/sbom.ts";
export { readScanSteps, type VersionAt } from "./kernel/scan-steps.ts";
export { getScanReport } from "./versions/scan-report.ts";
export { toSarif } from "./versions/scan-sarif.ts";
export { getSums, listFiles, sumsOfVersion } from "./versions/sums.ts";
export { DECIDERS } from "./audit/decider.ts";
export { BACKERS, STANDING_STATES } from "./versions/standing.ts";
export { type VersionView, viewSigner, viewVersion } from "./versions/view-version.ts";

// Who did what.
export { type AuditPage, type AuditView, FREED, onSkill } from "./audit/audit-rows.ts";
export { listHeld } from "./holds/list-held.ts";
export { listPublisherVersions, NEXT_STEPS } from "./versions/list-publisher-versions.ts";
export { type ContestView, getContest, viewContest } from "./holds/view-contest.ts";
export { listAudit, listOwnAudit, listSkillAudit } from "./audit/list-audit.ts";

// The log: what is signed, and proofs.
export { type CheckpointRow, findNewestCheckpoint, signedOf, treeOf } from "./log/checkpoints.ts";
export { countLog } from "./log/count-log.ts";
export { findLogTrouble } from "./log/find-log-trouble.ts";
export { type Proof, proveNewestVersion, proveVersion } from "./log/prove-leaf.ts";
export { findShownCheckpoint, readTile } from "./log/read-log.ts";

// Advisories, in OSV's terms.
export { isEventVersion } from "./advisories/affected-versions.ts";
export {
  findVulnerabilities,
  type FoundAdvisory,
  hasAdvisories,
  QueryTooLarge,
  readRecords,
  type VulnerabilityQuery,
} from "./advisories/find-vulnerabilities.ts";
export { type Ecosystem, ECOSYSTEMS, isPackageName, packageName } from "./advisories/version-order.ts";

// What was taken back.
export { readRevocations } from "./revocations/read-revocations.ts";
export { type Announcement, getAnnouncement } from "./operating/get-announcement.ts";
