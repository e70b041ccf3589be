export { followChain } from "./handover/key-chain.ts";
export { type Plan, planInstall, type Planned, type PlanWish } from "./choice/planned-install.ts";
export { type ChosenRelease, chooseRelease, settleSeenVersions } from "./choice/chosen-release.ts";
export { chooseFrom, ensureMinAge, ensureRange, isNewer } from "./choice/chosen-version.ts";
export type {
  FetchedRelease,
  InstallContext,
  Pin,
  ResolveNpmPins,
  ResolvePins,
  RegistryDoor,
  Told,
  Version,
} from "./context.ts";
export { type PlannedRelease, toPlannedRelease } from "./plan/planned-release.ts";
export { type Machine, type UnmetRequirement, unmetRequirements, unmetWords } from "./plan/requirements.ts";
export { readSignatureRecord } from "./trust/signature-record.ts";
export { signerNews } from "./trust/signer-news.ts";
export { filesOf } from "./file-problems.ts";
export { toNpmPins } from "./pins/npm-lock.ts";
export { neededPackages, NO_PINS, type PackagePins, pinRequirements, readPins } from "./pins/pins.ts";
export { isPlainPackage, type PackageManager } from "./pins/plain-packages.ts";
export { type FailureKind, type FailureRow, InstallError } from "./failures.ts";
export {
  ensureHandle,
  ensureSkillName,
  type HomePaths,
  homePaths,
  installedPlace,
  isSkillName,
  isVersion,
  kindOf,
  parseRelease,
  parseSpec,
} from "./home/home.ts";
export { changeEntry, changeInstalled, installedFiles, settleInstalled, takeAway } from "./home/installed-skills.ts";
export { type Chain, chainsTo, noLongerNeeded, whoNeeds } from "./home/needs.ts";
export { type FoundFiles, readFiles, readRegularFile } from "./home/read-files.ts";
export { type BelievedEntry, believedEntry } from "./local/believed-entry.ts";
export { digestOfFiles, type EnabledLocal, readEnabledLocals, setLocalEnabled } from "./local/enabled-locals.ts";
export {
  isLocalFile,
  LOCAL_FOLDERS,
  type LocalFolder,
  type LocalSkill,
  localSkills,
  readLocalFiles,
} from "./local/local-skills.ts";
export { lockedProjectPaths, projectPaths, projectRoot } from "./home/project.ts";
export { AGENT_NAMES, type AgentName, AGENTS, isAgentName } from "./home/agents.ts";
export { agentDirectory, type CopyState, ensureCopiesPossible, stateOfCopy } from "./home/agent-copies.ts";
export { type Drift, findDrift } from "./sync/find-drift.ts";
export { fetchLocked, type LockedRelease, restoreSkill } from "./sync/restore.ts";
export { isMissing, isRecord, readJsonFile, writeJsonFile } from "./home/json-file.ts";
export { agreedTier, type LockEntry, readSkillLock } from "./home/skill-lock.ts";
export { rememberInstalled } from "./seen/seen-statements.ts";
export { whoSaw } from "./log/installed-proof.ts";
export { type LogContext, settleCheckpoint, toFailure } from "./log/newest-checkpoint.ts";
export {
  DEFAULT_MAX_AGE_SECONDS,
  type PinnedLog,
  pinnedLogFor,
  readPinnedLogs,
  writePinnedLog,
} from "./log/pinned-log.ts";
export type { ReleaseProof } from "./log/proven-release.ts";
export { type SeenCheckpoint, toSeen } from "./log/seen-checkpoints.ts";
export { type CachedRelease, readCacheIndex } from "./cache/cache-index.ts";
export { cleanCache, keepReleases, verifyCache } from "./cache/kept-releases.ts";
export { offlineDoor } from "./cache/offline-door.ts";
export { fetchingAhead } from "./fetch-ahead.ts";
export { fetchRelease } from "./fetched-release.ts";
export { installRelease, type Wanted } from "./install-release.ts";
export { type Consulted, consultRevocations } from "./revocations/consult-revocations.ts";
export {
  checkRevocations,
  ensureListed,
  ensureNotRevoked,
  type Standing,
  standingOf,
} from "./revocations/judge-revoked.ts";
export { type Needed, neededConsent, needsConsent } from "./needed-consent.ts";
export { sumsOfFiles } from "./sums-of-files.ts";
export type { JudgedRelease } from "./trust/judged-release.ts";
export { readKnownCertificates } from "./trust/known-certificates.ts";
export {
  describeChange,
  isAcceptedBy,
  NOBODY,
  type SignerChange,
  toldSigner,
  wordsFor,
} from "./trust/signer-continuity.ts";
export { readKnownPublishers } from "./trust/known-publishers.ts";
export { describeRegistryKey, readTrust, writeTrust } from "./trust/trust-store.ts";
export { type Check, isAttested, isSound, soundnessOf, verifyInstalled } from "./verify-installed.ts";
