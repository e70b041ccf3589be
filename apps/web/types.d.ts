/** The tarball at `/cli/gaia-skill.tgz`; `sha256` in hex. */
export interface ServedCli {
  version: string;
  sha256: string;
  sizeBytes: number;
}

/** What the marketplace needs from the server that mounts it. */
export interface WebEnv {
  /** The server's own application: every page is made from its answers, asked without a token. */
  api: (request: Request) => Promise<Response>;
  /** Where people reach this registry, e.g. `https://skills.example.com`: for canonical links, commands and the CSP. */
  publicUrl: string;
  /** The name in the header and in titles; `Skill registry` when absent. */
  registryName?: string | undefined;
  /** The command line that is served beside the pages; absent: none. */
  cli?: ServedCli | null | undefined;
  /** The id under which the server logs this request; shown on error pages that have no better one. */
  requestId?: string | undefined;
  /** Told of each unexpected error once; its message is never shown on a page. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Answers a request for a page, an asset or the theme. Never throws: what goes wrong becomes an error page. */
export function fetch(request: Request, env: WebEnv): Promise<Response>;

/** The pages, as patterns: for whoever has to say which methods an address takes. */
export const routes: readonly { method: string; path: string }[];
