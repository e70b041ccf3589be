import { checkProfile } from "../index.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fixture, utf8 } from "../../../manifest/test/manifests.ts";
import { startCost } from "../../../../test/harness/cost.ts";

/** Folder, SKILL.md, and whether skills-ref 0.1.1 (the reference validator) accepted it. */
const VERDICTS = JSON.parse(
  readFileSync(new URL("../../../manifest/test/fixtures/agent-skills-verdicts.json", import.meta.url), "utf8"),
) as [folder: string, text: string, isAccepted: boolean][];

function errors(text: string | Uint8Array, folder = "my-skill", path = "SKILL.md"): string[] {
  const bytes = typeof text === "string" ? utf8(text) : text;
  const found = checkProfile([{ path, bytes }], "agent-skills", { folder });
  return found.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

const front = (fields: string) => `---\nname: my-skill\n${fields}\n---\n# T\n`;

describe("the profile agent-skills", () => {
  it(`gives the reference validator's verdict on ${VERDICTS.length} skills`, () => {
    expect(VERDICTS.length).toBeGreaterThan(400);
    const wrong = VERDICTS.filter(([folder, text, isAccepted]) => (errors(text, folder).length === 0) !== isAccepted);
    expect(wrong).toEqual([]);
  });

  it("counts characters, not units", () => {
    const lengths = [1024, 1025].map((count) => errors(front(`description: "${"🦊".repeat(count)}"`)));
    expect(lengths).toEqual([[], ["SK3021"]]);
    const texts = [500, 501].map((count) => errors(front(`description: d\ncompatibility: "${"é".repeat(count)}"`)));
    expect(texts).toEqual([[], ["SK3041"]]);
  });

  it("takes skill.md, and no other spelling", () => {
    expect(errors(front("description: d"), "my-skill", "skill.md")).toEqual([]);
    expect(errors(front("description: d"), "my-skill", "Skill.md")).toEqual(["SK1001"]);
  });

  it("says every problem of the fields at once", () => {
    const text = "---\nname: My--Skill-\nversion: 1.0.0\ncompatibility:\n  - a\n---\n";
    expect(errors(text)).toEqual(["SK3040", "SK3002", "SK3002", "SK3002", "SK3004", "SK3020", "SK3041"]);
  });

  // Each verdict is what StrictYAML 1.7.3 said.
  it.each([
    ["description:\n>\n  text\n  more", true],
    ["description:\n|-\n  text", true],
    ["description:\n\n> # why\n  text", true],
    ["description:\n# why\n>\n  text", true],
    ["description: # why\n>2\n   text", true],
    ["description: d\nmetadata:\n  a:\n  >\n    text\n  b: c", true],
    ["description: d\nmetadata:\n  a:\n>\n    text\n  b: c", false],
    ['description:\n"text"', false],
    ["description:\ntext", false],
    ["description:\n> text", false],
  ])("a block scalar may begin on the next line, as deep as its key: %j is accepted: %s", (fields, isAccepted) => {
    expect(errors(front(fields)).length === 0).toBe(isAccepted);
  });

  it("does not look at the folder when there is none", () => {
    expect(checkProfile([{ path: "SKILL.md", bytes: utf8(front("description: d")) }], "agent-skills")).toEqual([]);
  });

  it("refuses hostile sizes at a bounded cost", () => {
    const fill = (text: string) => text.repeat(Math.floor((200 * 1024) / text.length));
    const parts = [
      "[",
      "- ",
      "? ",
      '"',
      "'a\n",
      "a: 'x\n",
      "\t",
      "&a ",
      "|\n",
      "a:\n ",
      "'\n'\n",
      'x: "\n"\n',
      ": ",
      "{a: ",
      "a:\n>\n",
      "a:\n>\n b\n",
    ];
    for (const part of parts) {
      const cost = startCost();
      expect(errors(`---\n${fill(part)}\n---\n`).length, part).toBeGreaterThan(0);
      expect(cost(), part).toBeLessThan(150);
    }
  });
});

describe("the other profiles", () => {
  const own = (text: string, target: "gaia" | "gaia-0.1" | "openclaw", folder?: string) =>
    checkProfile([{ path: "SKILL.md", bytes: utf8(text) }], target, { folder })
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => code);

  it("gaia-0.1 wants all that its specification requires", () => {
    expect(own(fixture("hello-world"), "gaia-0.1")).toEqual([]);
    const missing = own(front("description: d"), "gaia-0.1");
    expect(missing).toEqual(["SK3010", "SK3033", "SK3030", "SK5001", "SK4009", "SK5013"]);
  });

  it("gaia and openclaw do without a version, and gaia minds its names", () => {
    expect(own(front("description: d"), "gaia", "my-skill")).toEqual([]);
    expect(own(front("description: d"), "gaia", "other")).toEqual(["SK3004"]);
    expect(own("---\nname: a--b\ndescription: d\n---\n# T\n", "gaia")).toEqual(["SK3002"]);
    expect(own(front("description: d"), "openclaw")).toEqual([]);
  });

  it("gaia looks at what its reader looks at", () => {
    const gaia = (fields: string, more: { path: string; bytes: Uint8Array }[] = []) =>
      checkProfile([{ path: "SKILL.md", bytes: utf8(front(`description: d\n${fields}`)) }, ...more], "gaia")
        .filter(({ severity }) => severity === "error")
        .map(({ code }) => code);
    expect(gaia('metadata:\n  version: "1.0"')).toEqual([]);
    expect(gaia("author: [a, b]\nhomepage: not an address\ntags: {a: b}\nrequirements: 3")).toEqual([]);
    expect(gaia("metadata:\n  openclaw: 3\n  author: [a]")).toEqual([]);
    expect(gaia("license: MIT", [{ path: "skill.json", bytes: utf8('{"name": "aria-x", "layer": 3}') }])).toEqual([]);
    expect(gaia('version: "1.0"')).toEqual(["SK3011"]);
    expect(gaia("metadata:\n  gaia: 3")).toEqual(["SK3041"]);
    expect(gaia("metadata:\n  gaia:\n    permissions: [network:fly]")).toEqual(["SK5003"]);
  });

  it("miaos does without a version: the document's example is a whole one", () => {
    const skill = {
      id: "calendar",
      name: "Calendar",
      description: "Lists events.",
      parameters: { type: "object", properties: { when: { type: "string" } }, required: ["when"] },
      entryPoint: "dist/run.js",
    };
    const script = { path: "dist/run.js", bytes: utf8("") };
    for (const [path, value] of [
      ["package.json", { skill }],
      ["miaos.skill.json", skill],
    ] as const) {
      const found = checkProfile([{ path, bytes: utf8(JSON.stringify(value)) }, script], "miaos");
      expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });

  it("aria-2 writes a name as aria- and the directory's, in snake_case", () => {
    const manifest = (name: string) => ({
      name,
      version: "2.0.0",
      description: "d",
      author: "a",
      layer: 3,
      dependencies: ["api_client"],
      focus_affinity: ["data"],
      tools: [],
    });
    const aria = (name: string, folder: string) =>
      checkProfile(
        [
          { path: "skill.json", bytes: utf8(JSON.stringify(manifest(name))) },
          { path: "__init__.py", bytes: utf8("") },
        ],
        "aria-2",
        { folder },
      )
        .filter(({ code }) => ["SK3002", "SK3009", "SK4122"].includes(code))
        .map(({ code, severity }) => `${severity} ${code}`);
    expect(aria("aria-session_manager", "session_manager")).toEqual([]);
    expect(aria("aria-session-manager", "session_manager")).toEqual(["warning SK3009"]);
    expect(aria("aria-session_manager", "session-manager")).toEqual(["error SK4122"]);
    expect(aria("session_manager", "session_manager")).toEqual(["error SK3002"]);
  });
});
