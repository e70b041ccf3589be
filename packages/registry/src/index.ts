export type { Ctx, KeyInput, PackageReader, ReadKey, Registry, SignatureVerifier } from "./kernel/context.ts";
export type { Scanning } from "./inspection/scanning.ts";
export { getAriaCatalog, getMiaosCatalog, readRepoSkill, type RepoSkill } from "./catalog/catalogs.ts";
export { convertDownload } from "./catalog/convert-download.ts";
export type { ConvertedPackage, ConvertInput } from "./kernel/packages.ts";
export type { ReadUpload, ReadUploadInput } from "./kernel/packages.ts";
export { validateUpload, type Validation } from "./publishing/validate.ts";
export type { AnalyseInput } from "./inspection/analyse-package.ts";
export { RegistryError, type ErrorDetail, type RegistryErrorCode } from "./kernel/errors.ts";
export { ensureMay, ensureMayAtAll, ensureMayFor, ensureMayOn } from "./kernel/may.ts";
export { choosePublisher } from "./publishing/choose-publisher.ts";
export { publishVersion } from "./publishing/publish.ts";
export { inspectVersion, type InspectionOutcome } from "./upkeep/inspect.ts";
export { startRescanForAdvisories } from "./rescan/find-advised.ts";
export { startRescanForChanges } from "./rescan/find-changes.ts";
export { startRescanForUnscanned } from "./rescan/find-unscanned.ts";
export { cancelRescan, resumeRescan } from "./rescan/decide-rescan.ts";
export { requestRescan } from "./rescan/start-rescan.ts";
export { countRescans } from "./rescan/tend-rescans.ts";
export { getRescan, listRescans } from "./rescan/view-rescan.ts";
export { listNotices, readNotice } from "./upkeep/notices.ts";
export { sweep, type Swept } from "./upkeep/sweep.ts";
export { listSignatures, signVersion } from "./signing/sign.ts";
export { addKey } from "./signing/add-key.ts";
export { listKeys } from "./signing/list-keys.ts";
export { revokeKey } from "./signing/revoke-key.ts";
export { approvePromotion, rejectPromotion, requestPromotion } from "./judgement/promote.ts";
export { listPromotions } from "./judgement/view-promotion.ts";
export { quarantineVersion, releaseVersion, unyankVersion, yankVersion } from "./judgement/move-version.ts";
export { purgeAnyVersion, purgeVersion } from "./judgement/purge-version.ts";
export { clearInspection } from "./judgement/clear.ts";
export { getSkill, getVersion } from "./catalog/get-skill.ts";
export { listSkills, type SkillSort } from "./catalog/list-skills.ts";
export { searchSkills } from "./catalog/search-skills.ts";
export { findDownload, type Download } from "./catalog/download.ts";
export { readBlob } from "./kernel/read-blob.ts";
export { addDownloads } from "./upkeep/count-downloads.ts";
export { getSums, listFiles } from "./catalog/sums.ts";
export { getScanReport } from "./catalog/scan-report.ts";
export { toSarif } from "./catalog/scan-sarif.ts";
export { listAttestations } from "./catalog/list-attestations.ts";
export { findBlob } from "./catalog/find-blob.ts";
export { getPublisher } from "./catalog/get-publisher.ts";
export { listAudit } from "./catalog/list-audit.ts";
export { removePurged } from "./upkeep/remove-purged.ts";
export { collectOrphans, type Collected } from "./upkeep/collect-orphans.ts";
export { rebuildSearch, syncSearch } from "./kernel/sync-search.ts";
export type { AskOsv } from "./advisories/ask-vulnerabilities.ts";
export type { NpmProgram } from "./inspection/npm/resolve-npm.ts";
export { answerQuery, answerQueryBatch, answerVulnerability, OsvError } from "./advisories/answer-osv.ts";
export {
  type AdvisoryPackage,
  type AdvisorySource,
  type ImportedAdvisories,
  importAdvisories,
} from "./advisories/import-advisories.ts";
export { receiveAdvisories } from "./rescan/receive-advisories.ts";
