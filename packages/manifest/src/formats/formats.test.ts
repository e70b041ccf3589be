import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertSkill, detectFormats, permissionText, readSkill, writeSkill } from "../index.ts";
import type { SkillReading } from "../index.ts";
import { complaints, fixture, utf8 } from "../../test/manifests.ts";
import { startCost } from "../../../../test/harness/cost.ts";
import { FORMAT_SAMPLES } from "../../../../test/harness/format-samples.ts";

function skillMd(fields: string, body = "# T\n"): PackageFile[] {
  return [{ path: "SKILL.md", bytes: utf8(`---\n${fields}\n---\n${body}`) }];
}

const BASE = "name: my-skill\ndescription: Does it.\nlicense: MIT";

function errors({ diagnostics }: SkillReading): string[] {
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe("SK2024 a description that ends at a # (first week, A4)", () => {
  const inYaml = Object.entries(FORMAT_SAMPLES).filter(([, { files }]) =>
    Object.entries(files).some(([path, text]) => path.endsWith(".md") && /^description: /m.test(String(text))),
  );

  it("is asked of every format with YAML in it", () => {
    expect(inYaml.map(([format]) => format)).toEqual(
      expect.arrayContaining(["gaia-0.1", "gaia", "agent-skills", "openclaw", "openclaw-draft", "skill-md"]),
    );
  });

  it.each(inYaml)("%s", (_format, { files, version }) => {
    const cut = Object.entries(files).map(([path, text]) => ({
      path,
      bytes: utf8(String(text).replace(/^(description:) .*$/m, "$1 Helps with # tags")),
    }));
    const told = readSkill(cut, { defaultVersion: version }).diagnostics.filter(({ code }) => code === "SK2024");
    expect(told).toMatchObject([
      { severity: "warning", message: expect.stringContaining('"# tags" is read as a comment') },
    ]);
    expect(told[0]?.line).toBeGreaterThan(1);
  });
});

describe("which format a SKILL.md has", () => {
  it.each([
    ["metadata: {gaia: {tools: []}, openclaw: {emoji: x}}", "gaia"],
    ["metadata: {openclaw: {emoji: x}}", "openclaw"],
    ["metadata: {clawdbot: {}}", "openclaw"],
    ["metadata: {clawdis: {}}", "openclaw"],
    ["metadata: {moltbot: {}}", "openclaw"],
    [`metadata: '{"clawdbot": {"emoji": "x"},}'`, "openclaw"],
    ["metadata: {requires: {bins: [gh]}}", "openclaw"],
    ["primaryEnv: API_KEY", "openclaw"],
    ["command-dispatch: tool", "openclaw"],
    ["claw_version: 1", "openclaw-draft"],
    ["actions: [{name: a, handler: a.py}]", "openclaw-draft"],
    ["security_tier: verified", "gaia-0.1"],
    ["permissions: [network:read]", "gaia-0.1"],
    ["tools: [{name: a, description: A}]", "gaia-0.1"],
    ["tools: Read, Grep", "agent-skills"],
    ["metadata: {gaia: yes, version: 1.0.0}", "agent-skills"],
    ["version: 1.0.0", "agent-skills"],
  ])("%s: %s", (field, format) => {
    const files = skillMd(`${BASE}\n${field}`);
    expect(detectFormats(files)[0]?.format).toBe(format);
    expect(readSkill(files, { version: "1.0.0" }).format).toBe(format);
  });

  it("lists every format that it could be, the surest first, and nothing for no manifest", () => {
    const files = skillMd(`${BASE}\nmetadata: {gaia: {}, openclaw: {}}\nsecurity_tier: experimental`);
    const found = detectFormats(files);
    expect(found.map(({ format }) => format)).toEqual(["gaia", "openclaw", "gaia-0.1", "agent-skills"]);
    expect(found.every(({ confidence }) => confidence > 0 && confidence <= 1)).toBe(true);
    expect(detectFormats([{ path: "README.md", bytes: utf8("x") }])).toEqual([]);
  });
});

describe("what a format lacks", () => {
  it("is no error at publish, but for the version, which may be given", () => {
    expect(errors(readSkill(skillMd("name: a\ndescription: A.")))).toEqual(["SK3010"]);
    const reading = readSkill(skillMd("name: a\ndescription: A."), { version: "1.2.3" });
    expect(errors(reading)).toEqual([]);
    expect(reading.skill?.version).toMatchObject({ value: "1.2.3", origin: { how: "publish-arg" } });
    expect(reading.skill?.permissions.declared).toBeNull();
    expect(reading.skill).toMatchObject({ license: null, authors: [], kind: "instruction" });
  });

  it("a version below metadata counts, and must agree with one at the top or given at publish", () => {
    const below = skillMd(`${BASE}\nmetadata: {version: 1.2.3}`);
    expect(readSkill(below).skill?.version.value).toBe("1.2.3");
    expect(errors(readSkill(below, { version: "2.0.0" }))).toEqual(["SK3013"]);
    expect(errors(readSkill(skillMd(`${BASE}\nversion: 1.0.0\nmetadata: {version: 2.0.0}`)))).toEqual(["SK3013"]);
    const loose = skillMd(`${BASE}\nmetadata: {version: 1.10}`);
    expect(errors(readSkill(loose))).toEqual(["SK3011"]);
    expect(readSkill(loose, { version: "1.10.0" }).skill?.extensions["/metadata/version"]?.value).toBe("1.10");
  });

  it("is inferred at import: a name, a version that stays the same however the manifest is written", () => {
    const files = skillMd("name: My Skill\ndescription: A.");
    expect(errors(readSkill(files, { version: "1.0.0" }))).toEqual(["SK3002"]);
    const { skill } = readSkill(files, { mode: "import" });
    expect(skill?.name).toMatchObject({ value: "my-skill", origin: { how: "inferred" } });
    expect(skill?.aliases.map(({ value }) => value)).toEqual(["My Skill"]);
    expect(skill?.version.value).toMatch(/^0\.0\.0\+sha256\.[0-9a-f]{16}$/);
    expect(errors(readSkill(skillMd(`name: a\ndescription: A.\nversion: ${skill?.version.value}`)))).toEqual([
      "SK3015",
    ]);
  });

  it("suggests permissions with evidence, and declares none", () => {
    const fields = `${BASE}
allowed-tools: Bash(git add:*, ls) Read WebFetch(domain:example.com) mcp__github__search
metadata:
  openclaw:
    requires: {bins: [gh], env: [API_KEY]}
    install: [{kind: brew, formula: jq, bins: [jq]}]`;
    const { skill } = readSkill(skillMd(fields), { version: "1.0.0" });
    expect(skill?.permissions.declared).toBeNull();
    expect(skill?.permissions.inferred.map(permissionText)).toEqual([
      "shell:execute:git,ls",
      "filesystem:read",
      "network:read:example.com",
      "mcp:connect:github",
      "shell:execute:gh",
      "env:read:API_KEY",
      "shell:execute:jq",
    ]);
    expect(skill?.permissions.inferred.map(({ evidence }) => evidence[0]?.line)).toEqual([5, 5, 5, 5, 8, 8, 9]);
  });
});

describe("whatever comes", () => {
  const keys =
    "name version description license metadata allowed-tools compatibility tags author tools actions permissions requirements requires install envVars network os emoji";
  const key = fc.constantFrom(...keys.split(" "));
  const inner = fc.dictionary(
    fc.constantFrom("gaia", "openclaw", "clawdbot", "gaia-manifest", "version", "__proto__", "tags"),
    fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
      fc.json(),
    ),
    { maxKeys: 3 },
  );
  const front = fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 3 }), inner, fc.string()), { maxKeys: 7 });

  it("every reader gives a skill exactly when there is no error, and nothing throws", () => {
    const property = fc.property(front, fc.constantFrom("publish", "import"), (fields, mode) => {
      const text = Object.entries({ name: "a", description: "A", ...fields })
        .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
        .join("\n");
      const files = skillMd(text);
      for (const format of [undefined, "gaia", "gaia-0.1", "agent-skills", "openclaw", "openclaw-draft"] as const) {
        const reading = readSkill(files, { format, mode, version: mode === "publish" ? "1.0.0" : undefined });
        expect(reading.skill === null).toBe(errors(reading).length > 0);
        expect(JSON.parse(JSON.stringify(reading.skill))).toEqual(reading.skill);
        if (reading.skill === null) continue;
        for (const to of ["gaia", "agent-skills", "openclaw"] as const) {
          const result = writeSkill(reading.skill, files, to);
          expect("files" in result).toBe(true);
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});

describe("several manifests in one package", () => {
  const flat = fixture("hello-world");

  it("in one file must agree: flat fields beside metadata.gaia", () => {
    const block = (permissions: string, tool: string) =>
      flat.replace(
        "security_tier:",
        `metadata: {gaia: {permissions: ${permissions}, tools: [{name: ${tool}, description: G}]}}\nsecurity_tier:`,
      );
    const read = (text: string) => readSkill([{ path: "SKILL.md", bytes: utf8(text) }]);
    expect(errors(read(block("[filesystem:none, network:none]", "greet")))).toEqual([]);
    expect(errors(read(block("[shell:execute]", "greet")))).toEqual(["SK1002"]);
    expect(errors(read(block("[filesystem:none, network:none]", "steal")))).toEqual(["SK1002"]);
    expect(errors(read(block("[shell:execute]", "steal")))).toEqual(["SK1002", "SK1002"]);
  });

  it("in two files must agree too, and the second must be readable", () => {
    const beside = (json: object) =>
      readSkill(
        [
          { path: "SKILL.md", bytes: utf8(flat) },
          { path: "skill.json", bytes: utf8(JSON.stringify(json)) },
        ],
        { format: "gaia-0.1" },
      );
    const greet = { name: "greet", description: "G", parameters: { name: { type: "string", required: true } } };
    const same = { name: "aria-hello-world", version: "0.1.0", description: "A", layer: 3, tools: [greet] };
    expect(errors(beside(same))).toEqual([]);
    expect(errors(beside({ ...same, version: "0.2.0" }))).toEqual(["SK1002"]);
    expect(errors(beside({ ...same, name: "aria-other" }))).toEqual(["SK1002"]);
    expect(errors(beside({ ...same, tools: [greet, { ...greet, name: "steal" }] }))).toEqual(["SK1002"]);
    expect(errors(beside({ ...same, name: 3 }))).toEqual(["SK1002"]);
  });
});

describe("the carrier of an export to Agent Skills", () => {
  const carrier = (json: string) =>
    skillMd(`${BASE}\nversion: 1.0.0\nmetadata:\n  gaia-manifest: ${JSON.stringify(json)}`);

  it("is read with every check of the fields it carries", () => {
    const bad = carrier('{"gaia": {"permissions": ["root:all"], "tools": [{"name": "1 x"}]}}');
    expect(errors(readSkill(bad))).toEqual(["SK5003", "SK3041"]);
    const merged = carrier('{"gaia": {"permissions": [], "permissions": ["shell:execute"]}}');
    expect(errors(readSkill(merged))).toEqual(["SK2015"]);
    expect(complaints(readSkill(carrier("{&a b: *a}")).diagnostics)).toContain("SK2017 7:18");
  });

  it("cannot reach a prototype, and keeps what has the wrong shape as an extension", () => {
    const canonical = {
      layer: 9,
      env: [{ name: 3 }],
      runtime: { type: "rootkit", entry: "x" },
      unknown: [1],
      extensions: { "/x": 1, constructor: 2, "../y": 3 },
    };
    const json = JSON.stringify({ gaia: { canonical } }).replace('"unknown"', '"__proto__"');
    const { skill } = readSkill(carrier(json));
    expect(skill?.discovery.layer).toBeNull();
    expect(skill?.runtime).toBeNull();
    expect(skill?.requires.env).toEqual([]);
    expect(({} as Record<string, unknown>)["0"]).toBeUndefined();
    expect(Object.keys(skill?.extensions ?? {}).toSorted()).toEqual([
      "/metadata/gaia-manifest/gaia/canonical/__proto__",
      "/metadata/gaia-manifest/gaia/canonical/env",
      "/metadata/gaia-manifest/gaia/canonical/layer",
      "/metadata/gaia-manifest/gaia/canonical/runtime",
      "/x",
    ]);
  });

  it("costs no more than any other manifest", () => {
    for (const json of ["{".repeat(100_000), `{"gaia": ${"[".repeat(100_000)}`, `{${'"a": 1, '.repeat(20_000)}`]) {
      const cost = startCost();
      expect(errors(readSkill(carrier(json))).length).toBeGreaterThan(0);
      expect(cost()).toBeLessThan(300);
    }
  });
});

describe("conversion", () => {
  const converted = (files: PackageFile[], to: "gaia" | "gaia-0.1" | "agent-skills") => {
    const result = convertSkill(files, { to });
    if ("impossible" in result) throw new Error(result.impossible.map(({ message }) => message).join());
    const text = new TextDecoder().decode(result.files.find(({ path }) => path === "SKILL.md")?.bytes);
    return { text, losses: result.losses.map(({ code, message }) => `${code} ${message}`), files: result.files };
  };

  it("splits a list of programs for GAIA, and says what it had to widen or reset", () => {
    const text = fixture("hello-world")
      .replace("  - filesystem:none", "  - shell:execute:git,npm\n  - mcp:connect")
      .replace("experimental", "verified");
    const { text: gaia, losses } = converted([{ path: "SKILL.md", bytes: utf8(text) }], "gaia");
    expect(gaia).toContain("- shell:execute:git\n      - shell:execute:npm\n");
    expect(gaia).toContain("security_tier: experimental");
    expect(losses).toEqual(["SK9005 The tier claim verified was reset to experimental."]);
    const odd = utf8(text.replace("git,npm", "./run.sh"));
    expect(converted([{ path: "SKILL.md", bytes: odd }], "gaia").losses).toContain(
      "SK9002 shell:execute:./run.sh names no bare program; it was widened to shell:execute.",
    );
  });

  it("names every loss on the way to the flat form, and refuses a skill without tools", () => {
    const gaia = skillMd(
      `${BASE}\nversion: 1.0.0\ncompatibility: x\nx: 1\nmetadata: {gaia: {tools: [{name: a, description: A, parameters: {o: {type: object}}}]}, openclaw: {os: [linux], requires: {bins: [gh]}}}`,
    );
    const { losses, files } = converted(gaia, "gaia-0.1");
    expect(losses.filter((loss) => loss.startsWith("SK9002"))).toEqual([
      "SK9002 gaia-0.1 cannot hold compatibility; it was dropped.",
      "SK9002 gaia-0.1 cannot hold bins; it was dropped.",
      "SK9002 gaia-0.1 cannot hold os; it was dropped.",
      "SK9002 gaia-0.1 cannot hold /x; it was dropped.",
    ]);
    expect(errors(readSkill(files))).toEqual([]);
    const none = convertSkill(skillMd(BASE), { to: "gaia-0.1" });
    expect("impossible" in none && none.impossible.map(({ code }) => code)).toEqual(["SK9004"]);
  });

  it("touches no other file and keeps the body byte for byte, CRLF and all", () => {
    const script = { path: "scripts/a.sh", bytes: Uint8Array.from([0, 255, 10]) };
    const body = "# T\r\n\r\n---\r\nnot: front matter\r\n\t\u00a0end";
    const { text, files } = converted([script, ...skillMd(BASE, body)], "agent-skills");
    expect(text.endsWith(`---\n${body}`)).toBe(true);
    expect(files).toContainEqual(script);
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "scripts/a.sh"]);
  });
});
