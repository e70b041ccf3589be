// The door for processes that inspect: what looks at a skill is loaded with it, and by nobody who only answers requests.
export { inspectVersion } from "./inspection/inspect-version.ts";
export { inspectAgain } from "./rescan/inspect-again.ts";
export { startRescanForChanges } from "./rescan/find-changes.ts";
