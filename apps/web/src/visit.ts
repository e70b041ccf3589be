import type { RegistryClient } from "@gaia/client";
import type { Child } from "hono/jsx";
import type { ServedCli, Viewer, WebEnv } from "../types.d.ts";
import type { Me } from "./registry-api.ts";

/** One request for a page, and where its facts come from. */
export interface Visit {
  api: RegistryClient;
  /** Whom the page is for. */
  viewer: Viewer;
  /** Who is signed in; null: nobody. */
  me: Me | null;
  /** The address asked for; only its path and query are trusted to mean anything. */
  url: URL;
  /** Without a slash at the end. */
  publicUrl: string;
  registryName: string;
  /** What the registry says on top of every page; null: nothing, or this viewer may not read it. */
  announcement: string | null;
  /** The command line that this registry serves; null where it was not built. */
  cli: ServedCli | null;
  highlight: NonNullable<WebEnv["highlight"]>;
}

/** What a page hands to the layout. */
export interface Page {
  status?: number;
  title: string;
  description?: string;
  /** The path and query under which search engines should know this page; absent: not to be indexed. */
  canonical?: string;
  /** The path of the Atom feed of what this page is about. */
  feed?: string;
  /** The pages that carry their own search field leave the one in the header out. */
  ownSearch?: boolean;
  /** What nobody else may keep, even where no cookie says whose it is. */
  isPersonal?: boolean;
  /** Where the browser goes on to by itself: `http://127.0.0.1:…`, which no form may lead to. */
  goesOnTo?: string;
  /** It changes by itself soon: without a script the browser loads it again. */
  changesSoon?: boolean;
  body: Child;
}
