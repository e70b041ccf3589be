export { createRegistryClient, type RegistryClient } from "./client.ts";
/** @public for the site, whose half that asks by it is written beside this */
export { createSiteClient, type SiteClient } from "./client.ts";
export { InvalidAnswer } from "./checked-answers.ts";
export { noPermissionsWords } from "./no-permissions.ts";
export { signsRelease } from "./signed-release.ts";
export type { components } from "./schema.d.ts";
