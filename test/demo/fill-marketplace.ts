import type { Services } from "../../apps/server/src/composing/services.ts";
import type { Terminal } from "../../apps/server/src/terminal/terminal.ts";
import { tellLater, writeReviews } from "./community.ts";
import { writeHistory } from "./downloads.ts";
import { type Cast, claimAdmin, gatherPeople } from "./people.ts";
import { publishSkill, scannersReady, seconds, tellInspections } from "./publishing.ts";
import { SAMPLE_SKILLS } from "./sample-skills.ts";
import { auditReleases, signReleases } from "./trust.ts";

export const ADMIN_ADDRESS = "admin@example.org";

/** A registry that is empty, and where its scanners and its database are. */
export interface EmptyRegistry {
  url: string;
  admin: string;
  services: Pick<Services, "scannerStates" | "database">;
}

/** Who listens: lines of a step, its heading, and the status line of a terminal. */
export interface Telling {
  say(text: string): void;
  step(text: string): void;
  terminal: Terminal;
}

/** Fills an empty registry by its public API, as its people would; only the history of downloads goes straight into the database. */
export async function fillMarketplace({ url, admin, services }: EmptyRegistry, telling: Telling): Promise<Cast> {
  const { say, step } = telling;
  step("Five accounts and an organisation");
  const cast = await gatherPeople({ url, admin });
  say("  ada, bruno, chen, dara and eve; ada, bruno and chen are harbour");

  step("Thirty skills are published");
  for (const [at, skill] of SAMPLE_SKILLS.entries()) {
    await publishSkill(cast, skill, say);
    if (at === 0) say(`\n  The marketplace is at ${url}/ and fills from now on.\n`);
  }

  step("The scanners: installed now, as at the first start of any registry");
  await scannersReady(services.scannerStates, telling);
  const readyAt = performance.now();

  step("Each version is inspected");
  await tellInspections(cast, SAMPLE_SKILLS, say);
  step("Publishers sign: community");
  await signReleases(cast, say);
  step("The admin audits: verified");
  await auditReleases(cast, say);
  step("Accounts download, review and star");
  await writeReviews(cast, say);
  step("What else happens to skills");
  await tellLater(cast, say);
  step("Five weeks of downloads: they alone are written straight into the demo's own database");
  say(`  ${await writeHistory(services.database.db, SAMPLE_SKILLS)} downloads that were never made`);
  await claimAdmin(cast, ADMIN_ADDRESS);
  step(`Complete, ${seconds(performance.now() - readyAt)} after the scanners were ready`);
  return cast;
}
