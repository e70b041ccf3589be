// The built server, as `npm start` and the image run it: what V8 made of its code is kept, beside the packages and for this user alone.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/compile/", import.meta.url)));
await import("../dist/main.js");
