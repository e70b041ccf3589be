import { writeZip } from "@gaia/archive";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Files of a small valid skill of the flat GAIA form; text or bytes by path. */
export type SampleFiles = Record<string, string | Uint8Array>;

export function sampleFiles(options: {
  name: string;
  version?: string;
  description?: string;
  tags?: string[];
  body?: string;
}): SampleFiles {
  const {
    name,
    version = "1.0.0",
    description = `The skill ${name} says hello`,
    tags = ["sample"],
    body = "A sample.",
  } = options;
  return {
    "SKILL.md": `---
name: ${name}
version: ${version}
description: ${JSON.stringify(description)}
author: developer
license: MIT
permissions:
  - filesystem:none
  - network:none
tools:
  - name: greet
    description: Return a greeting
    parameters:
      name: {type: string, required: true}
security_tier: experimental
tags: ${JSON.stringify(tags)}
---

# ${name}

${body}
`,
    "tools.py": `from gaia.agents.base.tools import tool


@tool
def greet(name: str) -> dict:
    """Return a greeting for the given name."""
    return {"message": f"Hello, {name}!"}
`,
  };
}

/** The canonical zip of these files. */
export const zipOf = (files: SampleFiles): Uint8Array =>
  writeZip(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? bytes(content) : content,
    })),
  );

export const sampleZip = (options: Parameters<typeof sampleFiles>[0]): Uint8Array => zipOf(sampleFiles(options));
