export type { ServeContext } from "./context.ts";
export { serveSkills, type Serving } from "./serve.ts";
