export type { ServeContext } from "./catalog/context.ts";
export { serveSkills, type Serving } from "./serve.ts";
