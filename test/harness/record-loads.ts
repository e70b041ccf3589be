import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { threadId } from "node:worker_threads";

// Preloaded (`--import`) by a process, and so by each of its threads: writes down which modules they load, a line each.

const file = process.env["LOADED_MODULES"];
if (file !== undefined) {
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${threadId} ${url}\n`);
      return next(url, context);
    },
  });
}
