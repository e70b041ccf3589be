export type { Ctx, KeyInput, PackageReader, ReadKey, Registry, SignatureVerifier } from "./kernel/context.ts";
export type { Scanning } from "./inspection/scanning.ts";
export type { ExaminedUpload, ReadUpload, SplitSkill } from "./kernel/packages.ts";
export { ensureRoomForBatch, openBatch } from "./batches/open-batch.ts";
export { publishBatch } from "./batches/publish-batch.ts";
export { tendBatches } from "./batches/tend-batches.ts";
export { getBatch, listBatches } from "./batches/view-batch.ts";
export { workBatch } from "./batches/work-batch.ts";
export { BATCH_BYTES } from "./batches/split-batch.ts";
export { importRelease } from "./bundles/import-release.ts";
export { exportBundle } from "./bundles/export-bundle.ts";
export { deleteCollection, putCollection } from "./collections/put-collection.ts";
export { validateUpload } from "./publishing/validate.ts";
export type { AnalyseInput } from "./inspection/analyse-package.ts";
export { choosePublisher } from "./publishing/choose-publisher.ts";
export { sayMirrored } from "./publishing/mirrored-from.ts";
export { publishVersion, stageVersion } from "./publishing/publish.ts";
export { createMirror } from "./mirroring/create-mirror.ts";
export type { OpenUpstreamDoor } from "./mirroring/mirror-work.ts";
export { runMirror, stopMirror } from "./mirroring/steer-mirror.ts";
export { tendMirrors } from "./mirroring/tend-mirrors.ts";
export { claimHooks, type HookLease } from "./webhooks/claim.ts";
export { createWebhook } from "./webhooks/create-webhook.ts";
export { deliverFor } from "./webhooks/deliver.ts";
export { fanOutEvents } from "./webhooks/fan-out.ts";
export { pruneWebhookLog } from "./webhooks/prune.ts";
export {
  deleteWebhook,
  enableWebhook,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "./webhooks/steer-webhook.ts";
export { listWebhookDeliveries, listWebhooks } from "./webhooks/view-webhook.ts";
export { getMirror, listMirrors } from "./mirroring/view-mirror.ts";
export { workMirror } from "./mirroring/work-mirror.ts";
export { approveVersion } from "./staging/approve-version.ts";
export { listStaged } from "./staging/list-staged.ts";
export { rejectVersion } from "./staging/reject-version.ts";
export { changeSkillSettings, getSkillSettings } from "./settings/skill-settings.ts";
export { addTrustedPublisher, type NewTrustedPublisher } from "./trusted/add-trusted-publisher.ts";
export { listTrustedPublishers } from "./trusted/list-trusted-publishers.ts";
export { removeTrustedPublisher } from "./trusted/remove-trusted-publisher.ts";
export { startRescanForAdvisories } from "./rescan/find-advised.ts";
export { startRescanForUnscanned } from "./rescan/find-unscanned.ts";
export { cancelRescan, resumeRescan } from "./rescan/decide-rescan.ts";
export { rescanVersion } from "./rescan/rescan-version.ts";
export { requestRescan } from "./rescan/start-rescan.ts";
export { countRescans } from "./rescan/tend-rescans.ts";
export { getRescan, listRescans } from "./rescan/view-rescan.ts";
export { acceptTransfer, declineTransfer, withdrawTransfer } from "./ownership/decide-transfer.ts";
export { listTransfers } from "./ownership/list-transfers.ts";
export { requestTransfer } from "./ownership/request-transfer.ts";
export { clearAnnouncement, setAnnouncement } from "./operating/announce.ts";
export { getMailChoices, setMailChoices } from "./upkeep/mail-choices.ts";
export { listNotices, readNotice } from "./upkeep/notices.ts";
export { settleLogTrouble } from "./log/log-trouble.ts";
export { openLog } from "./log/open-log.ts";
export { viewLogKeys } from "./log/log-keys.ts";
export { prepareLog, sequenceLeaves } from "./log/sequence-leaves.ts";
export { viewLogHealth } from "./log/view-log-health.ts";
export { pruneLog } from "./log/prune-log.ts";
export { settleRising } from "./upkeep/settle-rising.ts";
export { sweep } from "./upkeep/sweep.ts";
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
export { starSkill, unstarSkill } from "./community/star.ts";
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
export { mailHeld } from "./holds/mail-held.ts";
export { contestHold, upholdHold } from "./holds/contest.ts";
export { clearInspection } from "./judgement/clear.ts";
export { addDownloads } from "./upkeep/count-downloads.ts";
export { type RevocationList, revocationList } from "./revocations/revocation-list.ts";
export { viewStatus } from "./operating/view-status.ts";
export { getOverview } from "./operating/overview.ts";
export { listDownloaders, notifyDownloaders } from "./downloads/downloaders.ts";
export { setPublisherQuota } from "./kernel/quota.ts";
export { removeDropped, removePurged } from "./upkeep/remove-purged.ts";
export { collectOrphans } from "./upkeep/collect-orphans.ts";
export { rebuildSearch, syncSearch } from "./kernel/sync-search.ts";
export type { AskOsv } from "./advisories/ask-vulnerabilities.ts";
export type { NpmProgram } from "./inspection/npm/resolve-npm.ts";
export { type AdvisorySource, importAdvisories } from "./advisories/import-advisories.ts";
export { receiveAdvisories } from "./rescan/receive-advisories.ts";
