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
  permissions?: string[];
  /** Other skills, by name, with their ranges. */
  needs?: Record<string, string>;
}): SampleFiles {
  const {
    name,
    version = "1.0.0",
    description = `The skill ${name} says hello`,
    tags = ["sample"],
    body = "A sample.",
    permissions = ["filesystem:none", "network:none"],
    needs = {},
  } = options;
  return {
    "SKILL.md": `---
name: ${name}
version: ${version}
description: ${JSON.stringify(description)}
author: developer
license: MIT
permissions:
${permissions
  .map(
    (one) => `  - ${one}
`,
  )
  .join("")}${needsText(needs)}tools:
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

/** `requirements.skills` of a manifest (docs/specification.md §10.3). */
const needsText = (needs: Record<string, string>): string =>
  Object.keys(needs).length === 0
    ? ""
    : `requirements:\n  skills:\n${Object.entries(needs)
        .map(([name, range]) => `    - name: ${name}\n      version: ${JSON.stringify(range)}\n`)
        .join("")}`;

/** The canonical zip of these files. */
export const zipOf = (files: SampleFiles): Uint8Array =>
  writeZip(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? bytes(content) : content,
    })),
  );

export const sampleZip = (options: Parameters<typeof sampleFiles>[0]): Uint8Array => zipOf(sampleFiles(options));

/** The same with code that starts a program, which it does not declare: its verdict is REVIEW, whatever scanners say. */
export const heldZip = (options: Parameters<typeof sampleFiles>[0]): Uint8Array => zipOf(heldFiles(options));

/** The same as files by path. */
export function heldFiles(options: Parameters<typeof sampleFiles>[0]): SampleFiles {
  const files = sampleFiles(options);
  const tools = `${String(files["tools.py"])}\n\nimport subprocess\n\nsubprocess.run(["git", "status"])\n`;
  return { ...files, "tools.py": tools };
}

/** The specification's example of §2.1, completed with its `tools.py` of §5.3. */
export const webSearch = (): SampleFiles => ({
  "SKILL.md": `---
name: web-search
version: 1.0.0
description: "Search the web using Brave Search API"
author: AMD
license: MIT

permissions:
  - network:read
  - filesystem:none

requirements:
  model: ">=7B"
  context: ">=8K"
  python: ">=3.10"
  dependencies:
    - requests>=2.31
  node_dependencies:
    - "@brave/brave-search-mcp-server"
  env_vars:
    - BRAVE_API_KEY
  hardware:
    npu: optional
    gpu_vram: ">=0GB"

tools:
  - name: search_web
    description: "Search the web for current information"
    parameters:
      query: {type: string, required: true}
      max_results: {type: integer, required: false, default: 5}
    returns: {type: object}
    atomic: false

security_tier: verified

registry: https://registry.amd-gaia.ai
tags:
  - search
  - web
  - brave
homepage: https://github.com/amd/gaia-skills/tree/main/web-search
repository: https://github.com/amd/gaia-skills
---

# Web Search Skill

Search the web for current information using the Brave Search API.
`,
  "tools.py": `# Copyright(C) 2024-2026 Advanced Micro Devices, Inc. All rights reserved.
# SPDX-License-Identifier: MIT

from gaia.agents.base.tools import tool

@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Search the web for current information using Brave Search API."""
    import os
    import requests

    api_key = os.environ["BRAVE_API_KEY"]
    response = requests.get(
        "https://api.search.brave.com/res/v1/web/search",
        headers={"X-Subscription-Token": api_key},
        params={"q": query, "count": max_results},
    )
    return response.json()
`,
});

/** The specification's Appendix A. */
export const helloWorld = (): SampleFiles => ({
  "SKILL.md": `---
name: hello-world
version: 0.1.0
description: "A minimal example skill"
author: developer
license: MIT
permissions:
  - filesystem:none
  - network:none
tools:
  - name: greet
    description: "Return a greeting"
    parameters:
      name: {type: string, required: true}
security_tier: experimental
---

# Hello World Skill

A minimal skill that returns a greeting.
`,
  "tools.py": `from gaia.agents.base.tools import tool

@tool
def greet(name: str) -> dict:
    """Return a greeting for the given name."""
    return {"message": f"Hello, {name}!"}
`,
});
