export { type Artefact, deriveArtefact, type Wanted } from "./derive-artefact.ts";
export { ensureServed, listServed } from "./find-served.ts";
export { NotServed } from "./not-served.ts";
export type { Release } from "./release.ts";
export type { VersionFacts } from "./version-facts.ts";
