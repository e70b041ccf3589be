export type { Ctx, KeyInput, PackageReader, ReadKey, Registry, SignatureVerifier } from "./kernel/context.ts";
export type { Scanning } from "./inspection/scanning.ts";
export type { ReadUpload, ReadUploadInput } from "./kernel/packages.ts";
export { validateUpload, type Validation } from "./publishing/validate.ts";
export type { AnalyseInput } from "./inspection/analyse-package.ts";
export { choosePublisher } from "./publishing/choose-publisher.ts";
export { publishVersion, stageVersion } from "./publishing/publish.ts";
export { approveVersion } from "./staging/approve-version.ts";
export { listStaged } from "./staging/list-staged.ts";
export { rejectVersion } from "./staging/reject-version.ts";
export { changeSkillSettings, getSkillSettings, type SkillSettings } from "./settings/skill-settings.ts";
export { addTrustedPublisher, type NewTrustedPublisher } from "./trusted/add-trusted-publisher.ts";
export { listTrustedPublishers } from "./trusted/list-trusted-publishers.ts";
export { removeTrustedPublisher } from "./trusted/remove-trusted-publisher.ts";
export type { InspectionOutcome } from "./inspection/inspect-version.ts";
export { startRescanForAdvisories } from "./rescan/find-advised.ts";
export { startRescanForUnscanned } from "./rescan/find-unscanned.ts";
export { cancelRescan, resumeRescan } from "./rescan/decide-rescan.ts";
export { requestRescan } from "./rescan/start-rescan.ts";
export { countRescans } from "./rescan/tend-rescans.ts";
export { getRescan, listRescans } from "./rescan/view-rescan.ts";
export { acceptTransfer, declineTransfer, withdrawTransfer } from "./ownership/decide-transfer.ts";
export { listTransfers } from "./ownership/list-transfers.ts";
export { requestTransfer } from "./ownership/request-transfer.ts";
export { listNotices, readNotice } from "./upkeep/notices.ts";
export { settleLogTrouble } from "./log/log-trouble.ts";
export { openLog } from "./log/open-log.ts";
export { viewLogKeys, type LogKeys } from "./log/log-keys.ts";
export { prepareLog, sequenceLeaves } from "./log/sequence-leaves.ts";
export { pruneLog } from "./log/prune-log.ts";
export { sweep, type Swept } from "./upkeep/sweep.ts";
export { signVersion } from "./signing/sign.ts";
export { addProvenance } from "./signing/add-provenance.ts";
export { announceRegistryKey, listRegistryKeys, settleRegistryKey } from "./signing/registry-keys.ts";
export { confirmSigner } from "./signing/confirm-signer.ts";
export { listAllSignerChanges, listSignerChanges } from "./signing/list-signer-changes.ts";
export { demoteVersion, undoDemotion } from "./judgement/demote-version.ts";
export { addKey } from "./signing/add-key.ts";
export type { NewSigstoreSigner } from "./signing/add-signer.ts";
export { listKeys } from "./signing/list-keys.ts";
export { revokeKey } from "./signing/revoke-key.ts";
export { approvePromotion, rejectPromotion, requestPromotion } from "./judgement/promote.ts";
export { listPromotions } from "./judgement/view-promotion.ts";
export { noteDownload } from "./community/note-download.ts";
export { deleteReview, reviewSkill } from "./community/review.ts";
export { listReviews } from "./community/list-reviews.ts";
export { answerReview, removeReview } from "./community/moderate-review.ts";
export { settleReputations } from "./reputation/settle-reputations.ts";
export { reportSkill } from "./community/report.ts";
export { getReport, listAppeals, listOwnReports, listReports } from "./community/view-report.ts";
export { dismissReport, upholdReport } from "./community/decide-report.ts";
export { appealReport, grantAppeal, rejectAppeal } from "./community/appeal.ts";
export {
  quarantineVersion,
  releaseVersion,
  unyankAnyVersion,
  unyankVersion,
  yankVersion,
} from "./judgement/move-version.ts";
export { deprecateVersion, undeprecateVersion } from "./judgement/deprecate.ts";
export { purgeAnyVersion, purgeVersion } from "./judgement/purge-version.ts";
export { clearInspection } from "./judgement/clear.ts";
export { addDownloads } from "./upkeep/count-downloads.ts";
export { type RevocationList, revocationList } from "./revocations/revocation-list.ts";
export { setPublisherQuota } from "./kernel/quota.ts";
export { removeDropped, removePurged } from "./upkeep/remove-purged.ts";
export { collectOrphans, type Collected } from "./upkeep/collect-orphans.ts";
export { rebuildSearch, syncSearch } from "./kernel/sync-search.ts";
export type { AskOsv } from "./advisories/ask-vulnerabilities.ts";
export type { NpmProgram } from "./inspection/npm/resolve-npm.ts";
export {
  type AdvisoryPackage,
  type AdvisorySource,
  type ImportedAdvisories,
  importAdvisories,
} from "./advisories/import-advisories.ts";
export { receiveAdvisories } from "./rescan/receive-advisories.ts";
