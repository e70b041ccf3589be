export { type Artefact, deriveArtefact, type Wanted } from "./derive-artefact.ts";
export { NotServed } from "./not-served.ts";
export type { Release } from "./release.ts";
