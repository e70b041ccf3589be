export { authorise } from "./asking/access.ts";
export { actorOf, authenticationOf } from "./asking/authentication.ts";
export { authDocument } from "./document/auth-document.ts";
export { openApiDocument } from "./document/openapi-document.ts";
export type { Operating } from "./process/operating.ts";
export { PEOPLE_ROUTES } from "./people/routes.ts";
export { explain, PROBLEM } from "./refusing/problem.ts";
export { registryApi } from "./registry-api.ts";
