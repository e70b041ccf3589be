export type { Actor, Ctx, KeyInput, PackageReader, ReadKey, Registry, Scanning, SignatureVerifier } from "./context.ts";
export { getAriaCatalog, getMiaosCatalog, readRepoSkill, type RepoSkill } from "./catalogs.ts";
export { convertDownload } from "./convert-download.ts";
export type { ConvertedPackage, ConvertInput } from "./convert-package.ts";
export type { ReadUpload, ReadUploadInput } from "./read-upload.ts";
export { validateUpload, type Validation } from "./validate.ts";
export type { AnalyseInput } from "./inspection/analyse-package.ts";
export { openNested } from "@gaia/archive";
export { joinParts } from "@gaia/scan";
export { RegistryError, type ErrorDetail, type RegistryErrorCode } from "./errors.ts";
export { choosePublisher, ensureActor, ensureAdmin } from "./actor.ts";
export { ensureOwnPublisher, ensureOwnRelease } from "./ensure-own.ts";
export { publishVersion } from "./publish.ts";
export { inspectVersion, type InspectionOutcome } from "./inspect.ts";
export { startRescanForAdvisories } from "./rescan/find-advised.ts";
export { startRescanForChanges } from "./rescan/find-changes.ts";
export { startRescanForUnscanned } from "./rescan/find-unscanned.ts";
export { cancelRescan, resumeRescan } from "./rescan/decide-rescan.ts";
export { requestRescan } from "./rescan/start-rescan.ts";
export { countRescans } from "./rescan/tend-rescans.ts";
export { getRescan, listRescans } from "./rescan/view-rescan.ts";
export { listNotices, readNotice } from "./notices.ts";
export { sweep, type Swept } from "./sweep.ts";
export { listSignatures, signVersion } from "./sign.ts";
export { addKey } from "./keys/add-key.ts";
export { listKeys } from "./keys/list-keys.ts";
export { revokeKey } from "./keys/revoke-key.ts";
export { approvePromotion, rejectPromotion, requestPromotion } from "./promote.ts";
export { listPromotions } from "./view-promotion.ts";
export { quarantineVersion, releaseVersion, unyankVersion, yankVersion } from "./move-version.ts";
export { purgeAnyVersion, purgeVersion } from "./purge-version.ts";
export { clearInspection } from "./clear.ts";
export { getSkill, getVersion } from "./get-skill.ts";
export { listSkills, type SkillSort } from "./list-skills.ts";
export { searchSkills } from "./search-skills.ts";
export { findDownload, type Download } from "./download.ts";
export { readBlob } from "./store-upload.ts";
export { DEFAULT_LIMITS } from "@gaia/archive";
export { addDownloads } from "./count-downloads.ts";
export { getSums, listFiles } from "./sums.ts";
export { getScanReport } from "./scan-report.ts";
export { toSarif } from "./scan-sarif.ts";
export { listAttestations } from "./list-attestations.ts";
export { findBlob } from "./find-blob.ts";
export { getPublisher } from "./get-publisher.ts";
export { listAudit } from "./list-audit.ts";
export { removePurged } from "./remove-purged.ts";
export { collectOrphans, type Collected } from "./collect-orphans.ts";
export { rebuildSearch, syncSearch } from "./sync-search.ts";
export type { AskOsv } from "./advisories/ask-vulnerabilities.ts";
export type { NpmProgram } from "./inspection/npm/resolve-npm.ts";
export { answerQuery, answerQueryBatch, answerVulnerability, OsvError } from "./advisories/answer-osv.ts";
export {
  type AdvisoryPackage,
  type AdvisorySource,
  type ImportedAdvisories,
  importAdvisories,
} from "./advisories/import-advisories.ts";
