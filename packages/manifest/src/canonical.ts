/**
 * The one model that every manifest format is read into. Plain JSON data throughout: it is stored as jsonb
 * and served, so nothing in it is a class, a Map, a Date or `undefined`.
 */

/** The formats the registry knows. This room reads `gaia-0.1` today; the others each bring one file in `formats/`. */
export type SourceFormat =
  | "gaia"
  | "gaia-0.1"
  | "agent-skills"
  | "openclaw"
  | "openclaw-draft"
  | "aria-2"
  | "skill-md"
  | "miaos";

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

/** A permission that the content suggests although nobody declared it. Filled by later steps, never by the author. */
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
  /** The `parameters` mapping as the author wrote it. */
  parametersRaw: Json | null;
  origin: Origin;
}

export interface CanonicalRequirements {
  /** Names of environment variables the skill needs. */
  env: { name: string; origin: Origin }[];
  python: Sourced<string> | null;
  model: Sourced<string> | null;
  context: Sourced<string> | null;
  hardware: { [hint: string]: Sourced<string> };
  packages: { manager: "pip" | "npm"; spec: string; origin: Origin }[];
  skills: { name: string; range: string; optional: boolean; origin: Origin }[];
}

export type Tier = "experimental" | "community" | "verified";

export interface CanonicalSkill {
  schema: 1;
  name: Sourced<string>;
  displayName: Sourced<string>;
  /** SemVer 2.0.0, as written. */
  version: Sourced<string>;
  description: Sourced<string>;
  /** `spdx` is the valid SPDX expression, or null for `UNLICENSED`. */
  license: (Sourced<string> & { spdx: string | null }) | null;
  authors: { name: string; origin: Origin }[];
  links: {
    homepage: Sourced<string> | null;
    repository: Sourced<string> | null;
    registry: Sourced<string> | null;
  };
  kind: "instruction" | "tool" | "hybrid" | "mcp";
  discovery: { tags: Sourced<string>[] };
  /** The Markdown body: starts at `bodyStart`, a byte offset into `file`, on line `bodyLine` (1-based). */
  instructions: { file: string; bodyStart: number; bodyLine: number };
  tools: CanonicalTool[];
  requires: CanonicalRequirements;
  /** `declared` null means that the format has no permissions at all: unknown, never "none". */
  permissions: { declared: DeclaredPermission[] | null; inferred: InferredPermission[] };
  /** What the author claims. Recorded, never believed. */
  trust: { claimedTier: Sourced<Tier> | null };
  /** What no field of the model holds, verbatim, by JSON pointer (RFC 6901) into the front matter. */
  extensions: { [pointer: string]: Sourced<Json> };
  provenance: {
    format: SourceFormat;
    manifestFile: string;
    /** Hex SHA-256 of the manifest's bytes. */
    manifestSha256: string;
  };
}
