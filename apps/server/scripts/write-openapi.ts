// Rewrites docs/openapi.json from the route definitions: `npm run openapi`.
import { writeFileSync } from "node:fs";
import { openApiDocument } from "../src/http/document.ts";

writeFileSync(
  new URL("../../../docs/openapi.json", import.meta.url),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
);
