/** The tarball at `/cli/gaia-skill.tgz`; `sha256` in hex. */
export interface ServedCli {
  version: string;
  sha256: string;
  sizeBytes: number;
  /** The registry that it asks where nothing else names one; null: none. */
  registry: string | null;
  /** File names of the wheels of the Python package, served beside it. */
  wheels: readonly string[];
}

/** Whom an answer is made for: whoever it is, somebody in person, or a program. */
export type Viewer = "anonymous" | "account" | "token";

/** What the marketplace needs from the server that mounts it. */
export interface WebEnv {
  /** The server's own application: every page is made from its answers, asked without a token. */
  api: (request: Request) => Promise<Response>;
  /** Where people reach this registry, e.g. `https://skills.example.com`: for canonical links, commands and the CSP. */
  publicUrl: string;
  /** Whom the page is for; `anonymous` when absent. What is made for somebody else than that is nobody else's to keep. */
  viewer?: Viewer | undefined;
  /** The name in the header and in titles; `Skill registry` when absent. */
  registryName?: string | undefined;
  /** The command line that is served beside the pages; absent: none. */
  cli?: ServedCli | null | undefined;
  /**
   * Tells the parts of code apart, by the path of its file or by what its fence says: pairs of length and kind (1 to 8, 0 plain), line by
   * line, where the pair 0, 0 ends a line. Null: it stays plain. Absent: all code does.
   */
  highlight?: ((input: { text: string; named: string }) => Promise<Uint16Array | null>) | undefined;
  /**
   * Calls `onStep` whenever the scan of that version made a step, until the function that it gives is called; `onEnd` when the process is
   * about to end. Null: too many are watched already. Absent: none is.
   */
  watchScan?:
    | ((input: { name: string; version: string; onStep(): void; onEnd(): void }) => (() => void) | null)
    | undefined;
  /** The id under which the server logs this request; shown on error pages that have no better one. */
  requestId?: string | undefined;
  /** Told of each unexpected error once; its message is never shown on a page. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Answers a request for a page, an asset or the theme. Never throws: what goes wrong becomes an error page. */
export function fetch(request: Request, env: WebEnv): Promise<Response>;

/** What holds of an address beside what is shown there. */
export interface PagePolicy {
  access: "anyone";
  /** `static`: the same for every viewer. */
  cache: "none" | "static";
  /** `open`: shown to strangers even where the registry is closed; absent: whoever sees it is signed in there. */
  whenClosed?: "open";
  /** The longest body, in bytes; absent: none is read. */
  bodyLimitBytes?: number;
  /** How many of its requests may be in the process at one moment, of one caller and of all; absent: as many as come. */
  atOnce?: { perCaller: number; all: number };
  /** How many of a limit's requests one of these counts as: what a page asks inside the process is not counted. Absent: one. */
  cost?: number;
}

/** The pages, as patterns: for whoever mounts them, and has to say which methods an address takes. */
export const routes: readonly { method: string; path: string; policy: PagePolicy }[];
