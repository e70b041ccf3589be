import { readFileSync } from "node:fs";
import { readSkill } from "../src/index.ts";
import type { CanonicalSkill, Diagnostic, ReadSkillOptions, SkillReading } from "../src/index.ts";

/** One of the specification's own examples. */
export function fixture(name: "web-search" | "hello-world"): string {
  return readFileSync(new URL(`fixtures/${name}/SKILL.md`, import.meta.url), "utf8");
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function read(manifest: string | Uint8Array, options: ReadSkillOptions = {}): SkillReading {
  const bytes = typeof manifest === "string" ? utf8(manifest) : manifest;
  return readSkill([{ path: "SKILL.md", bytes }], options);
}

/** The skill of a manifest that must be free of errors. */
export function readGood(manifest: string, options: ReadSkillOptions = {}): CanonicalSkill {
  const { skill, diagnostics } = read(manifest, options);
  if (skill === null) throw new Error(`refused: ${diagnostics.map(({ code }) => code).join(" ")}`);
  return skill;
}

const FIELDS: Record<string, string> = {
  name: "name: hello-world",
  version: "version: 0.1.0",
  description: "description: A minimal example skill",
  author: "author: developer",
  license: "license: MIT",
  permissions: "permissions:\n  - filesystem:none",
  tools: "tools:\n  - {name: greet, description: Greets}",
  security_tier: "security_tier: experimental",
};

/** A good manifest, with some fields replaced (whole lines), left out (null) or added. Fields start on line 2, in the order above. */
export function manifest(changes: Record<string, string | null> = {}, body = "\n# Hello\n"): string {
  const fields = Object.values({ ...FIELDS, ...changes }).filter((field) => field !== null);
  return `---\n${fields.join("\n")}\n---\n${body}`;
}

/** `code line:column`, for what is no mere information. */
export function complaints(diagnostics: Diagnostic[]): string[] {
  return diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ code, line, column }) => `${code} ${line}:${column}`);
}

export function codes(reading: SkillReading): string[] {
  return reading.diagnostics.map(({ code }) => code);
}
