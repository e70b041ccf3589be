import type { Tier } from "@gaia/policy";
/**
 * The one model that every manifest format is read into. Plain JSON data throughout: it is stored as jsonb
 * and served, so nothing in it is a class, a Map, a Date or `undefined`.
 */

/** The formats the registry knows: one folder each in `formats/`. */
export const FORMATS = [
  "gaia",
  "gaia-0.1",
  "agent-skills",
  "openclaw",
  "openclaw-draft",
  "aria-2",
  "skill-md",
  "miaos",
] as const;

export type SourceFormat = (typeof FORMATS)[number];

/**
 * Where a value came from. `line` and `column` are 1-based, columns in UTF-16 units; both null when no text
 * holds the value (a default, or an argument given at publish).
 */
export interface Origin {
  file: string;
  line: number | null;
  column: number | null;
  how: "declared" | "inferred" | "default" | "publish-arg";
}

export interface Sourced<T> {
  value: T;
  origin: Origin;
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON Schema, as far as this room knows: an object. */
export type JsonSchema = { [key: string]: Json };

/** Spec §3: one grant, `<domain>:<level>[:<scope>]`. `scope` null means the whole domain. */
export interface Permission {
  domain: "filesystem" | "network" | "shell" | "desktop" | "mcp" | "env" | "database";
  level: "read" | "write" | "execute" | "control" | "connect" | "none";
  scope: string | null;
}

export interface DeclaredPermission extends Permission {
  origin: Origin;
}

/** A permission that the content suggests although nobody declared it. Never the author's word. */
export interface InferredPermission extends Permission {
  evidence: Origin[];
}

export interface CanonicalTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  /** Spec §2.1: maps to `@tool(atomic=…)`. */
  atomic: boolean;
  /** The `parameters` as the author wrote them. */
  parametersRaw: Json | null;
  /** Where the code is, as far as the format says; null where it says nothing. Never executed here. */
  implementation: Implementation | null;
  origin: Origin;
}

/** A pointer to code in the package: a file, then a symbol or a range of bytes in it. */
export interface Implementation {
  file: string;
  symbol: string | null;
  /** First byte and the byte after the last. */
  range: [number, number] | null;
  /** In lower case, e.g. `python`, `typescript`, `javascript`, `shell`. */
  language: string;
}

/** How a runtime starts the skill. */
interface Runtime {
  type: "python-module" | "node-subprocess" | "inline-ts" | "command-template" | "mcp";
  /** A path inside the package, or the command's template. */
  entry: Sourced<string>;
  timeoutMs: Sourced<number> | null;
  io: "json-line-stdio" | "function" | null;
}

/** One package that has to be there. `raw` is the whole entry as written where the format gives more than a spec. */
export interface RequiredPackage {
  /** `pip`, `npm`, `brew`, `go`, `uv`, `apt`, `download`, `shell`, …: as the format names it, in lower case. */
  manager: string;
  spec: string;
  bins: string[];
  label: string | null;
  /** Hex, of what is downloaded. */
  sha256: string | null;
  raw: Json | null;
  origin: Origin;
}

export interface RequiredEnv {
  name: string;
  required: boolean;
  /** The one credential that the skill is about. */
  primary: boolean;
  description: string | null;
  origin: Origin;
}

export type Os = "darwin" | "linux" | "win32";

export interface CanonicalRequirements {
  /** Environment variables, by name. */
  env: RequiredEnv[];
  python: Sourced<string> | null;
  node: Sourced<string> | null;
  model: Sourced<string> | null;
  context: Sourced<string> | null;
  hardware: { [hint: string]: Sourced<string> };
  packages: RequiredPackage[];
  skills: { name: string; range: string; optional: boolean; origin: Origin }[];
  /** Tools that the host must offer. */
  tools: Sourced<string>[];
  /** Programs on the PATH: every one of `all`, and of each list in `anyOf` one. A requirement, no permission. */
  bins: { all: Sourced<string>[]; anyOf: Sourced<string>[][] };
  /** Keys of the host's configuration, never file paths. */
  hostConfig: Sourced<string>[];
  /** Empty: any. */
  os: Sourced<Os>[];
  /** Free text, Agent Skills' `compatibility`. */
  text: Sourced<string> | null;
}

export interface Discovery {
  tags: Sourced<string>[];
  category: Sourced<string> | null;
  triggers: Sourced<string>[];
  icon: Sourced<string> | null;
  status: Sourced<"active" | "stub" | "experimental" | "deprecated"> | null;
  layer: Sourced<0 | 1 | 2 | 3 | 4> | null;
  focusAffinity: Sourced<string>[];
  complexity: Sourced<"low" | "medium" | "high"> | null;
}

export interface CanonicalSkill {
  schema: 1;
  name: Sourced<string>;
  /** What else the skill is or was called: a name before it was brought into form, a folder, a `skillKey`. */
  aliases: Sourced<string>[];
  displayName: Sourced<string>;
  /** SemVer 2.0.0, as written. */
  version: Sourced<string>;
  description: Sourced<string>;
  /** `spdx` is the valid SPDX expression; null for `UNLICENSED` and for text that is none. */
  license: (Sourced<string> & { spdx: string | null }) | null;
  authors: { name: string; origin: Origin }[];
  links: {
    homepage: Sourced<string> | null;
    repository: Sourced<string> | null;
    registry: Sourced<string> | null;
  };
  kind: "instruction" | "tool" | "hybrid" | "mcp";
  discovery: Discovery;
  /** What the author says about who may call the skill; null: nothing. */
  invocation: {
    user: Sourced<boolean> | null;
    model: Sourced<boolean> | null;
    always: Sourced<boolean> | null;
    argumentHint: Sourced<string> | null;
    dispatchTool: Sourced<string> | null;
  };
  /**
   * The Markdown body: starts at `bodyStart`, a byte offset into `file` (the manifest or a file beside it), on line `bodyLine` (1-based). A
   * skill without instructions has `bodyStart` at the end of its manifest. `sections`: byte ranges into `file`, by heading.
   */
  instructions: {
    file: string;
    bodyStart: number;
    bodyLine: number;
    sections?: { [heading: string]: { start: number; end: number } };
  };
  runtime: Runtime | null;
  tools: CanonicalTool[];
  /** A workflow over the tools. */
  orchestration: { inputSchema: JsonSchema | null; implementation: Implementation } | null;
  tests: { name: string; input: Json; expected: Json; origin: Origin }[];
  /** Tools of the host that the skill may use without asking, e.g. `Bash(git:*)`. */
  allowedTools: { raw: string; tool: string; specifier: string | null; origin: Origin }[];
  rateLimit: { perMinute: Sourced<number> } | null;
  requires: CanonicalRequirements;
  /** `declared` null means that the format has no permissions at all: unknown, never "none". */
  permissions: { declared: DeclaredPermission[] | null; inferred: InferredPermission[] };
  /** What the author claims. Recorded, never believed. */
  trust: { claimedTier: Sourced<Tier> | null };
  /**
   * What no field of the model holds, verbatim, by JSON pointer (RFC 6901) into the front matter or JSON manifest; for another file
   * of the package by `<file>#<pointer>`.
   */
  extensions: { [pointer: string]: Sourced<Json> };
  provenance: {
    format: SourceFormat;
    manifestFile: string;
    /** Hex SHA-256 of the manifest's bytes. */
    manifestSha256: string;
  };
}
