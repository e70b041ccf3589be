import type { CanonicalSkill } from "@gaia/manifest";
import { parseRange, ResolverError, satisfies } from "@gaia/resolver";

/** What the machine has that is to run a skill. */
export interface Machine {
  /** As `3.12.4`; null: there is none on the PATH. */
  python: string | null;
  node: string | null;
  /** As Node.js names it. */
  os: string;
  hasVariable(name: string): boolean;
  /** Whether a program of that name is where programs are looked for. */
  hasProgram(name: string): boolean;
  /** Whether there is a device of that kind, of how much memory nobody says; null: nobody can say that either. */
  hasDevice(kind: "npu" | "gpu"): boolean | null;
}

/**
 * One thing that a skill needs of its machine (docs/specification.md §2.1) and does not have, or of which nobody can say here whether it
 * has. An install goes on; what runs the skill refuses what is `missing`.
 */
export interface UnmetRequirement {
  kind: "python" | "node" | "env" | "program" | "os" | "hardware" | "model" | "context" | "host" | "text";
  state: "missing" | "unchecked";
  needed: string;
  /** What is there instead; null: nothing. */
  found: string | null;
}

/** Holds what a skill says it needs against a machine. Pure; in a fixed order. */
export function unmetRequirements(skill: CanonicalSkill, machine: Machine): UnmetRequirement[] {
  const { requires } = skill;
  const unmet: UnmetRequirement[] = [];
  const add = (
    kind: UnmetRequirement["kind"],
    state: UnmetRequirement["state"],
    needed: string,
    found?: string | null,
  ) => unmet.push({ kind, state, needed, found: found ?? null });
  for (const kind of ["python", "node"] as const) {
    const needed = requires[kind]?.value ?? (needsRuntime(skill, kind) ? "*" : null);
    const state = needed === null ? null : stateOfVersion(machine[kind], needed);
    if (needed !== null && state !== null) add(kind, state, needed === "*" ? "any version" : needed, machine[kind]);
  }
  for (const { name, required } of requires.env)
    if (required && !machine.hasVariable(name)) add("env", "missing", name);
  for (const { value } of requires.bins.all) if (!machine.hasProgram(value)) add("program", "missing", value);
  for (const group of requires.bins.anyOf)
    if (group.length > 0 && !group.some(({ value }) => machine.hasProgram(value)))
      add("program", "missing", group.map(({ value }) => value).join(" or "));
  const systems = requires.os.map(({ value }) => value);
  if (systems.length > 0 && !systems.some((one) => one === machine.os))
    add("os", "missing", systems.join(" or "), machine.os);
  for (const [hint, { value }] of Object.entries(requires.hardware)) {
    const state = stateOfHardware(machine, hint, value);
    if (state !== null) add("hardware", state, `${hint}: ${value}`);
  }
  for (const kind of ["model", "context"] as const) {
    const needed = requires[kind]?.value;
    if (needed !== undefined) add(kind, "unchecked", needed);
  }
  for (const { value } of requires.tools) add("host", "unchecked", `the tool ${value}`);
  for (const { value } of requires.hostConfig) add("host", "unchecked", `the setting ${value}`);
  if (requires.text !== null) add("text", "unchecked", requires.text.value);
  return unmet;
}

/** Whether it has packages of that language: then it needs some version of it. */
function needsRuntime({ requires }: CanonicalSkill, kind: "python" | "node"): boolean {
  return requires.packages.some(({ manager }) => (kind === "python" ? manager === "pip" : manager === "npm"));
}

/** Null: it is there, or not needed. That there is a GPU does not say how much memory it has. */
function stateOfHardware(machine: Machine, hint: string, value: string): UnmetRequirement["state"] | null {
  if (value === "optional" || value === "none" || /^>=\s*0\D*$/.test(value)) return null;
  const kind = hint === "npu" && value === "required" ? "npu" : hint === "gpu_vram" ? "gpu" : null;
  const isThere = kind === null ? null : machine.hasDevice(kind);
  if (isThere === false) return "missing";
  return kind === "npu" && isThere === true ? null : "unchecked";
}

/** What is unmet as the end of "it needs …": `the variable BRAVE_API_KEY, which is not set`. */
export function unmetWords({ kind, state, needed, found }: UnmetRequirement): string {
  if (state === "unchecked") return kind === "host" || kind === "text" ? needed : `${kind} ${needed}`;
  if (kind === "env") return `the variable ${needed}, which is not set`;
  if (kind === "program") return `the program ${needed}, which is not there`;
  if (kind === "hardware") return `hardware.${needed}, which this machine has not`;
  if (kind === "os") return `${needed}; this is ${found ?? "another system"}`;
  const name = kind === "python" ? "Python" : "Node.js";
  return found === null ? `${name} (${needed}), which is not there` : `${name} ${needed}; here is ${found}`;
}

/** Null: it fits. */
function stateOfVersion(found: string | null, needed: string): UnmetRequirement["state"] | null {
  if (found === null) return "missing";
  try {
    return satisfies(found, parseRange(needed)) ? null : "missing";
  } catch (error) {
    if (error instanceof ResolverError) return "unchecked";
    throw error;
  }
}
