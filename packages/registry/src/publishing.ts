// The door for other clients' protocols: they publish, and take back, by the very verbs of the registry's own API.
export type { Ctx } from "./kernel/context.ts";
export { choosePublisher } from "./publishing/choose-publisher.ts";
export { publishVersion } from "./publishing/publish.ts";
export { hubCertificate, type HubKey, hubKeyOf } from "./signing/hub-key.ts";
export { unyankVersion, yankVersion } from "./judgement/move-version.ts";
export { publishFiles, publishUploaded } from "./publishing/publish-files.ts";
export { findUpload, openUpload, receiveUpload } from "./publishing/uploads.ts";
export { reportSkill } from "./community/report.ts";
export { starSkill, unstarSkill } from "./community/star.ts";
export { acceptTransfer, declineTransfer, withdrawTransfer } from "./ownership/decide-transfer.ts";
export { listTransfers } from "./ownership/list-transfers.ts";
export { requestTransfer } from "./ownership/request-transfer.ts";
export { rescanVersion } from "./rescan/rescan-version.ts";
