// What lies in a place: its paths, lock and files, what of them is a person's, what they need, and what the cache keeps.
export { type Machine, unmetRequirements, unmetWords } from "../terms/requirements.ts";
export { filesOf } from "../terms/file-problems.ts";
export { toNpmPins } from "../pins/npm-lock.ts";
export { neededPackages, NO_PINS, type PackagePins, readPins } from "../pins/pins.ts";
export { isPlainPackage, type PackageManager } from "../pins/plain-packages.ts";
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
} from "../home/home.ts";
export { changeEntry, changeInstalled, settleInstalled, takeAway } from "../skills/installed-skills.ts";
export { systemWords } from "../home/system-words.ts";
export { chainsTo, leastTiers, noLongerNeeded, whoNeeds } from "../home/needs.ts";
export { type FoundFiles, readFiles, readRegularFile } from "../home/read-files.ts";
export { type BelievedEntry, believedEntry } from "../local/believed-entry.ts";
export { digestOfFiles } from "../digest-of-files.ts";
export { type EnabledLocal, pinsWord, readEnabledLocals, setLocalEnabled } from "../local/enabled-locals.ts";
export { isLocalFile, LOCAL_FOLDERS, type LocalSkill, localSkills, readLocalFiles } from "../local/local-skills.ts";
export { lockedProjectPaths, projectPaths, projectRoot } from "../home/project.ts";
export { AGENT_NAMES, type AgentName, isAgentName, looksInProjects, movedSkills } from "../home/agents.ts";
export { agentDirectory, copyDirectories } from "../copies/agent-directories.ts";
export { stateOfCopy } from "../copies/judge-copy.ts";
export type { Copied } from "../copies/planned-copies.ts";
export { isBill } from "../terms/bill.ts";
export { receiptsDirectory, receiptsOf } from "../copies/receipts.ts";
export { installedFiles } from "../skills/installed-skills.ts";
export { takenBack } from "../revocations/taken-back.ts";
export { type Drift, findDrift } from "../sync/find-drift.ts";
export { isMissing, isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";
export { contextOf, type LockEntry, readMostContext, readSkillLock, writeMostContext } from "../home/skill-lock.ts";
export { type CachedRelease, readCacheIndex } from "../cache/cache-index.ts";
export { cleanCache, verifyCache } from "../cache/kept-releases.ts";
export { sumsOfFiles } from "../sums-of-files.ts";
