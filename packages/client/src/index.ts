export {
  type AuthShapes,
  createRegistryClient,
  createSiteClient,
  type RegistryClient,
  type SiteClient,
} from "./client.ts";
export { InvalidAnswer } from "./checked-answers.ts";
export { noPermissionsWords } from "./no-permissions.ts";
export { signsRelease } from "./signed-release.ts";
export type { components } from "./schema.d.ts";
