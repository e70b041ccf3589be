import type { Plugin } from "rolldown";
import { readSiteStyle } from "../src/dashboard/site-style.ts";

/** Carries the styles of the dashboard as text: the package has no files of the site beside it. */
export const embedSiteStyle = (): Plugin => ({
  name: "embed-site-style",
  load: (id) =>
    id.endsWith("/apps/cli/src/dashboard/site-style.ts")
      ? `export const readSiteStyle = () => ${JSON.stringify(readSiteStyle())};`
      : null,
});
