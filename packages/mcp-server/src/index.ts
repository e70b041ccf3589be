export type { ServeContext } from "./catalog/context.ts";
export { serveSkills } from "./serve.ts";
