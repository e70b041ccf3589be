import type { Isolation } from "../command.ts";

/** What a confined command may spend. What is over ends it, and is told as a denial. */
export interface Limits {
  /** CPU time of each of its processes, in milliseconds, counted in whole seconds. */
  cpuMs: number;
  /** On the clock. */
  timeoutMs: number;
  /** Resident memory of all its processes, what it writes into memory included. */
  memoryBytes: number;
  /** Processes and threads at once. */
  processes: number;
  /** Of what it writes: into its own directory, into /tmp, and into each writable mount. */
  diskBytes: number;
  /** Of stdout and of stderr, each. */
  outputBytes: number;
  /** Through the proxy, both ways together. */
  networkBytes: number;
}

/** Whom it may reach. All of it goes through a proxy that looks at hosts: on TLS the host is all that can be seen. */
export interface Network {
  /** `api.example.com`, `*.example.com` (what stands below it), `*` (every public address); with `:port` that port alone. */
  hosts: readonly string[];
  /** `read`: of plain HTTP only GET, HEAD and OPTIONS without a body pass. */
  methods: "read" | "all";
  /**
   * Names and addresses that a person lets lead to where the public is not: a name into networks of RFC 1918, `localhost` and an address
   * to what they say. In lower case, without ports and brackets.
   */
  near: readonly string[];
}

/** A path of this machine that is there inside. */
export interface Mount {
  /** Absolute, without links. */
  source: string;
  target: string;
  writable: boolean;
  /** What it was when it was judged (`identityOf`): where something else stands there inside, nothing is started. */
  identity?: string | undefined;
  /** Of a directory that is not writable: the names in it that are there, and no others, also of what is made in it later. Without: all. */
  entries?: readonly string[] | undefined;
}

/** What of writable mounts is guarded. */
export interface Guards {
  /**
   * Names of entries, as `.git` or `.github/workflows`, in whatever case: what has such a name is read-only, and what gets one ends the
   * command and loses it. Where there are some, what git takes for a repository is guarded as well, whatever its name.
   */
  names: readonly string[];
  /** What is not made without being named. Null: all other names may be made. */
  made: MadeRule | null;
}

/** New entries that end the command and lose their names. Temporary ones are let be: it is ended when one is seen for the second time. */
export interface MadeRule {
  /** A name, at any depth. */
  anywhere: RegExp;
  /** A name in the writable mount itself. What has such a name there already, or one of `anywhere`, is read-only. */
  atRoot: RegExp;
  /** Paths outside that may be made, and written, all the same. */
  named: readonly string[];
}

export const NO_GUARDS: Guards = { names: [], made: null };

/** One program to run with nothing but what is named here. */
export interface Confined {
  /** The program is an absolute path inside, or found in `PROGRAM_DIRECTORIES` of this machine. */
  argv: [string, ...string[]];
  stdin: string;
  /** One may stand inside another, in whatever order, and inside what is hidden. */
  mounts: readonly Mount[];
  guarded: Guards;
  /** Paths inside mounts of which nothing is to be seen, but for mounts that stand in them. */
  hidden: readonly string[];
  /** `WORK` or a path inside a mount. */
  directory: string;
  /** The whole environment beside PATH, HOME, LANG, TMPDIR and the proxy's variables, which are set. */
  env: Readonly<Record<string, string>>;
  /** Null: no network at all. What it tries is refused and told all the same. */
  network: Network | null;
  /** The programs of this machine that it may start, beside what runs it; `all` is everything in /usr. */
  programs: readonly string[] | "all";
  limits: Limits;
}

/** What a command was kept from, as far as it was seen from outside. */
export type Denial =
  /** `isNear`: the host is granted, and leads to no public address. */
  | { kind: "network"; host: string; port: number; method: string | null; isNear?: true }
  /**
   * `aside`: under which name it is now; null: it is not there any more, or could not be moved. `rule`: which of `Guards` it is about; a
   * repository is one of the names.
   */
  | { kind: "guarded"; path: string; aside: string | null; rule: "names" | "made" }
  /** Something of it did not end: what it may make yet nobody has looked for. */
  | { kind: "unended" }
  | { kind: "limit"; what: "cpu" | "time" | "memory" | "processes" | "disk" | "output" | "network" };

export interface ConfinedResult {
  /** Null when it was killed, or could not be started. */
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Each once. */
  denials: Denial[];
  aborted: boolean;
  durationMs: number;
  isolation: Isolation;
}

/**
 * Runs a command to its end. Never rejects for what the command does.
 * @throws SandboxError `no_isolation` (isolation is `none`), `no_program` (of argv or programs), `path_escapes` (a mount that is no path),
 * `guarded_link`, `too_large` (what may be written cannot be guarded, or not be watched)
 */
export interface Confine {
  (command: Confined, abort?: AbortSignal): Promise<ConfinedResult>;
  /** `bubblewrap`, or `none`: then nothing is run. */
  readonly isolation: Isolation;
}

/** The private directory of each command, in memory: its home, too. */
export const WORK = "/work";
