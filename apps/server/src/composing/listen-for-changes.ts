import type { Database } from "@gaia/db";
import type { Services } from "./services.ts";

/** Drops what was kept of a skill when the database says that it changed, and everything when that may have been missed. */
export const listenForChanges = (
  database: Database,
  { pages, revocations }: Pick<Services, "pages" | "revocations">,
): Promise<() => Promise<void>> =>
  database.listen(
    "skill_changed",
    (name) => {
      pages.forget(name);
      revocations.changed();
    },
    () => {
      pages.forgetAll();
      revocations.changed();
    },
  );
