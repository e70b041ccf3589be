import type { Settings } from "../config/config.ts";
import type { Logger } from "../logging/log.ts";
import { type AdvisoryWatch, advisoryWatch } from "./advisory-watch.ts";

/** Watches the service that is asked about advisories; this registry itself needs no watch. */
export async function openAdvisories(settings: Settings, log: Logger, publicUrl: () => string): Promise<AdvisoryWatch> {
  const { isOwnAddress, probeOsv } = await import("./osv-client.ts");
  const ask = () => (isOwnAddress(settings, publicUrl()) ? null : probeOsv(settings.OSV_URL));
  return advisoryWatch({ osvUrl: settings.OSV_URL, log, ask });
}
