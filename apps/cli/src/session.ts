import type { PackageFile } from "@gaia/archive";
import type { Config } from "./config.ts";
import type { HomePaths } from "@gaia/install";
import type { Terminal } from "./terminal.ts";

/** What every verb is given first: the configuration, the place where it speaks, the files of the home. */
export interface Session {
  config: Config;
  terminal: Terminal;
  paths: HomePaths;
  /** The author's own files once a verb has read them: diagnostics about them are shown with their source line. */
  author: { files: readonly PackageFile[] };
}
