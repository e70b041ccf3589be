import { type Database, lookAtServer, openDatabase } from "@gaia/db";
import type { Settings } from "../config/config.ts";
import type { Logger } from "../logging/log.ts";

/** Looks first what is there, so that a server or a pooler that will not do is refused in words. */
export async function openTables(settings: Settings, log: Logger, fromTemplate: boolean): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_PREPARE, DATA_DIR: dataDir } = settings;
  if (url === null) return openDatabase({ url, dataDir, fromTemplate });
  const { lending } = await lookAtServer({ url, directUrl });
  const prepare = DATABASE_PREPARE === "auto" ? lending === "session" : DATABASE_PREPARE === "on";
  if (lending === "transaction")
    log.info(
      { event: "pooler", lending, prepared_statements: prepare },
      "the pooler lends a connection to each transaction: migrations, locks and LISTEN use DATABASE_DIRECT_URL, and statements are " +
        (prepare ? "prepared, as DATABASE_PREPARE says" : "not prepared"),
    );
  return openDatabase({ url, directUrl, dataDir, lending, prepare });
}
