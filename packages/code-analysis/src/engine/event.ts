import type { Value } from "./value.ts";

/** What a piece of code does at one place, the same in every language. What `target` and `inputs` are stands beside each. */
export type Act =
  /**
   * A program or command line starts. Target: the command line as text, or its first word; `items` hold the argument
   * vector. Inputs: standard input.
   */
  | "run"
  /** Text, bytes or objects become code (`exec`, `eval`, `Function`, `bash -c "$x"`). Inputs: what becomes code. */
  | "evaluate"
  /** Objects are restored from data, which may run what they say (`pickle.loads`). Inputs: the data. */
  | "deserialise"
  /** A library, module or script is loaded from a place. Target: path or module name. */
  | "load"
  /** Data leaves over the network. Target: URL or host. Inputs: body, query, message; `auth`: headers and credentials. */
  | "send"
  /** Data comes over the network (it may be sent to as well: both events then). Target: URL or host. */
  | "fetch"
  /** A socket is connected. Target: host, `options.port`. */
  | "connect"
  | "listen"
  /** A name is looked up. Target: the name. */
  | "resolve"
  /** Target: path. */
  | "read"
  /** Target: path. Inputs: what is written. `options.append` is set when it is added to what is there. */
  | "write"
  | "delete"
  | "delete-tree"
  /** A directory is walked or listed. Target: path. */
  | "list"
  /** A file is made executable or opened to others. Target: path. */
  | "permit"
  /** Target: the variable's name; unknown text for the whole environment. */
  | "environment"
  /** Keystrokes, screen, clipboard, microphone, camera. Target: literal of which. */
  | "capture"
  /** The desktop is driven: mouse, keys, windows. */
  | "control"
  /** Inputs: what is encrypted. */
  | "encrypt"
  /** Inputs: what is decoded; only where the result is not plain constant text. */
  | "decode"
  /** Standard streams are tied to something else (`dup2`, `/dev/tcp`, `nc -e`). */
  | "redirect-streams"
  /** A terminal is spawned. */
  | "pty"
  | "sleep"
  /** A protection goes off. Target: literal of what. */
  | "disable-protection"
  /** Code is registered to run at install, import or start. Target: literal of the hook. */
  | "hook"
  /** Target: driver or URL. */
  | "database"
  | "mcp"
  /** A module is imported. Target: its name. */
  | "import"
  /** A call whose name is computed and could not be found out. Inputs: what the name is made of. */
  | "unknown-call";

/** One act at one place. */
export interface CodeEvent {
  act: Act;
  /** What does it, dotted and resolved, for people: `requests.post`, `curl`. */
  callee: string;
  /** 1-based line of the file. */
  line: number;
  /** The function it stands in, `outer.inner`; empty at the top level. */
  scope: string;
  target: Value;
  inputs: readonly Value[];
  auth: readonly Value[];
  /** Further arguments by name: `shell`, `verify`, `port`, `append`, `cwd`, … */
  options: Readonly<Record<string, Value>>;
  /** How the callee is named: as it is, by a string (`getattr(os, "system")`), or by a string that is put together. */
  naming: "plain" | "string" | "computed";
  /** It runs as soon as the file is loaded. */
  onLoad: boolean;
  /** It is done again and again: in a loop. */
  repeats?: boolean;
  /** False where the name may stand for something else: a method of an object that nothing tells about. */
  certain: boolean;
}

/** A constant text in the code, as written or as put together. */
export interface CodeText {
  text: string;
  line: number;
}
