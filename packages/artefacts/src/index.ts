export { deriveArtefact, type Wanted } from "./derive-artefact.ts";
export { ensureServed, listServed } from "./find-served.ts";
export { NotServed } from "./not-served.ts";
