import { describe, expect, test } from "vitest";
import { COMPLETED, file, osv, reason, reasons, scan, scanners, told } from "./scanning.ts";

const webSearch = [
  file(
    "SKILL.md",
    `---
name: web-search
version: 1.0.0
description: "Search the web using Brave Search API"
author: AMD
license: MIT
permissions:
  - network:read
requirements:
  dependencies:
    - requests>=2.31
  env_vars:
    - BRAVE_API_KEY
tools:
  - name: search_web
security_tier: experimental
---

# Web Search
`,
  ),
  file(
    "tools.py",
    `# Copyright(C) 2024-2026 Advanced Micro Devices, Inc. All rights reserved.
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
  ),
];

const helloWorld = [
  file(
    "SKILL.md",
    "---\nname: hello-world\nversion: 0.1.0\npermissions:\n  - filesystem:none\n---\n\n# Hello World Skill\n",
  ),
  file(
    "tools.py",
    `from gaia.agents.base.tools import tool

@tool
def greet(name: str) -> dict:
    """Return a greeting for the given name."""
    return {"message": f"Hello, {name}!"}
`,
  ),
];

describe.skipIf(scanners === null)(`the examples of the spec [${reason ?? "scanners found"}]`, () => {
  test("web-search (§2.1, §5.3): one finding, a missing timeout; requests audited at the version it resolves to", async () => {
    const result = await scan({
      files: webSearch,
      requirements: [{ text: "requests>=2.31", origin: "SKILL.md" }],
    });
    expect(reasons(result)).toEqual(COMPLETED);
    expect(told(result)).toEqual(["bandit/B113 medium low tools.py:13"]);
    const requests = result.resolved.find(({ name }) => name === "requests");
    expect(requests?.version).toMatch(/^2\.(3[2-9]|[4-9]\d)\./);
    expect(result.resolved.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["certifi", "charset-normalizer", "idna", "requests", "urllib3"]),
    );
    expect(osv.requests).toContainEqual({ path: "/v1/query", name: "requests", version: requests?.version });
  });

  test("hello-world (appendix A): nothing found, and nobody on the network is asked", async () => {
    const result = await scan({ files: helloWorld });
    expect(reasons(result)).toEqual(COMPLETED);
    expect(told(result)).toEqual([]);
    expect(result.commands.filter(({ network }) => network)).toEqual([]);
    expect(result.resolved).toEqual([]);
  });

  test("Bandit and detect-secrets run without a network, also when pip-audit has one", async () => {
    const { commands } = await scan({
      files: webSearch,
      requirements: [{ text: "idna==3.10", origin: "SKILL.md" }],
    });
    const modules = commands.map(({ argv, network }) => `${argv[argv.indexOf("-m") + 1]} ${network}`);
    expect(modules.filter((each) => !each.endsWith("python3 false")).toSorted()).toEqual([
      "bandit false",
      "detect_secrets false",
      "pip true",
      "pip_audit true",
    ]);
    for (const { argv } of commands) expect(argv.slice(1, 2)).toEqual(["-I"]);
  });

  test("S9 the same skill gives the same report; the digest of the rules names the scanner's version", async () => {
    const [first, second] = [await scan({ files: webSearch }), await scan({ files: webSearch })];
    expect(second.findings).toEqual(first.findings);
    const digests = first.scanners.map((each) => each.rules_digest);
    expect(second.scanners.map((each) => each.rules_digest)).toEqual(digests);
    for (const digest of digests) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(new Set(digests).size).toBe(3);
    for (const each of first.scanners) expect(each.version).toMatch(/^\d+\.\d+/);
  });
});
