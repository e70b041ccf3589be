import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { requirementsText } from "../../index.ts";
import { complaints, fixture, manifest, read, readGood, utf8 } from "../../../test/manifests.ts";

describe("the specification's own examples", () => {
  it("reads the full schema of §2.1 without an error and with every value", () => {
    const text = fixture("web-search");
    const { diagnostics } = read(text);
    // Its Node package has no version.
    expect(complaints(diagnostics)).toEqual(["SK6002 22:7"]);
    const skill = readGood(text);
    expect(skill.name).toEqual({
      value: "web-search",
      origin: { file: "SKILL.md", line: 3, column: 7, how: "declared" },
    });
    expect(skill.version.value).toBe("1.0.0");
    expect(skill.displayName.value).toBe("Web Search Skill");
    expect(skill.displayName.origin).toMatchObject({ how: "inferred", line: 52 });
    expect(skill.license).toMatchObject({ value: "MIT", spdx: "MIT" });
    expect(skill.authors.map(({ name }) => name)).toEqual(["AMD"]);
    expect(skill.kind).toBe("mcp");
    expect(skill.permissions.declared).toMatchObject([
      { domain: "network", level: "read", scope: null, origin: { line: 11, column: 5 } },
      { domain: "filesystem", level: "none", scope: null, origin: { line: 12, column: 5 } },
    ]);
    expect(skill.requires).toMatchObject({
      model: { value: ">=7B" },
      context: { value: ">=8K" },
      python: { value: ">=3.10" },
      env: [{ name: "BRAVE_API_KEY" }],
      packages: [
        { manager: "pip", spec: "requests>=2.31" },
        { manager: "npm", spec: "@brave/brave-search-mcp-server" },
      ],
      skills: [],
    });
    expect(skill.requires.hardware["npu"]?.value).toBe("optional");
    expect(skill.requires.hardware["gpu_vram"]?.value).toBe(">=0GB");
    expect(skill.discovery.tags.map(({ value }) => value)).toEqual(["search", "web", "brave"]);
    expect(skill.trust.claimedTier?.value).toBe("verified");
    expect(skill.links.registry?.value).toBe("https://registry.amd-gaia.ai");
    expect(skill.extensions).toEqual({});
  });

  it("turns the tool parameters of §2.1 into a JSON Schema", () => {
    const [tool] = readGood(fixture("web-search")).tools;
    expect(JSON.parse(JSON.stringify(tool))).toEqual({
      name: "search_web",
      description: "Search the web for current information",
      inputSchema: {
        type: "object",
        properties: { query: { type: "string" }, max_results: { type: "integer", default: 5 } },
        required: ["query"],
      },
      outputSchema: { type: "object" },
      atomic: false,
      parametersRaw: {
        query: { type: "string", required: true },
        max_results: { type: "integer", required: false, default: 5 },
      },
      implementation: null,
      origin: { file: "SKILL.md", line: 31, column: 5, how: "declared" },
    });
  });

  it("reads the smallest valid SKILL.md of appendix A without any remark", () => {
    const { skill, format, diagnostics } = read(fixture("hello-world"));
    expect(diagnostics).toEqual([]);
    expect(format).toBe("gaia-0.1");
    expect(skill).toMatchObject({ schema: 1, kind: "tool", name: { value: "hello-world" } });
  });

  it("gives plain JSON data: a round trip through JSON changes nothing", () => {
    const skill = readGood(fixture("web-search"));
    expect(JSON.parse(JSON.stringify(skill))).toEqual(skill);
  });
});

describe("where things are", () => {
  it("says where the body starts in bytes of the file, BOM, CRLF and umlauts included", () => {
    const text = `\uFEFF${manifest({ author: "author: Jürgen 🦊" }).replaceAll("\n", "\r\n")}`;
    const bytes = utf8(text);
    const { instructions } = readGood(text);
    const body = new TextDecoder().decode(bytes.subarray(instructions.bodyStart));
    expect(body).toBe("\r\n# Hello\r\n");
    expect(instructions.bodyLine).toBe(13);
  });

  it("names the digest of the manifest's bytes", () => {
    const text = fixture("hello-world");
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(readGood(text).provenance).toEqual({
      format: "gaia-0.1",
      manifestFile: "SKILL.md",
      manifestSha256: sha256,
    });
  });

  it("takes the title from the first heading outside a code fence, else from the name", () => {
    const fenced = "```sh\n# not this\n```\n## nor this\n# A Real Title ##\n";
    expect(readGood(manifest({}, fenced)).displayName.value).toBe("A Real Title");
    expect(readGood(manifest({}, "Just text.\n")).displayName.value).toBe("Hello World");
  });

  it("keeps what it does not know, verbatim, with its place", () => {
    const extra = 'x-vendor: {on: no, list: [1, 2.5, "3"], a/b: ~}\na/b~c: 1';
    const skill = readGood(manifest({ extra }));
    expect(JSON.parse(JSON.stringify(skill.extensions))).toEqual({
      "/x-vendor": {
        value: { on: "no", list: [1, 2.5, "3"], "a/b": null },
        origin: { file: "SKILL.md", line: 12, column: 1, how: "declared" },
      },
      "/a~1b~0c": {
        value: 1,
        origin: { file: "SKILL.md", line: 13, column: 1, how: "declared" },
      },
    });
  });

  it("keeps unknown members of requirements and of a tool apart, by pointer", () => {
    const requirements = "requirements:\n  python: '>=3.10'\n  gpu: yes please";
    const tools = "tools:\n  - {name: a, description: A, cost: 3}";
    const skill = readGood(manifest({ requirements, tools }));
    expect(Object.keys(skill.extensions)).toEqual(["/requirements/gpu", "/tools/0/cost"]);
  });
});

describe("the pip requirements of a skill", () => {
  it("lists the manifest's and then requirements.txt's lines, untouched, with their origin", () => {
    const requirements = "requirements:\n  dependencies:\n    - requests>=2.31\n    - 'a @ file:///etc'";
    const skill = readGood(manifest({ requirements }));
    const bytes = utf8("# pinned\r\n\r\n--index-url https://evil.example\n  -r /etc/passwd \nx==1 \\\n");
    const files = [
      { path: "lib/requirements.txt", bytes: utf8("not-this") },
      { path: "requirements.txt", bytes },
    ];
    expect(requirementsText(skill, files)).toEqual([
      { text: "requests>=2.31", origin: "SKILL.md:14" },
      { text: "a @ file:///etc", origin: "SKILL.md:15" },
      { text: "# pinned", origin: "requirements.txt:1" },
      { text: "--index-url https://evil.example", origin: "requirements.txt:3" },
      { text: "  -r /etc/passwd ", origin: "requirements.txt:4" },
      { text: "x==1 \\", origin: "requirements.txt:5" },
    ]);
  });

  it("reads a requirements.txt in UTF-16 as pip does", () => {
    const text = Buffer.from("\uFEFFevil==1\n", "utf16le");
    for (const bytes of [text, Buffer.from(text).swap16()])
      expect(requirementsText(readGood(manifest()), [{ path: "requirements.txt", bytes }])).toEqual([
        { text: "evil==1", origin: "requirements.txt:1" },
      ]);
  });
});
