// Rewrites the documents that are made from code: `npm run openapi`.
import { writeFileSync } from "node:fs";
import { configurationPage } from "../src/config/configuration-page.ts";
import { authDocument, openApiDocument } from "@gaia/api";

const docs = new URL("../../../docs/", import.meta.url);
writeFileSync(new URL("openapi.json", docs), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
writeFileSync(new URL("auth.json", docs), `${JSON.stringify(authDocument(), null, 2)}\n`);
writeFileSync(new URL("configuration.md", docs), configurationPage());
