import { expect, it } from "vitest";
import { readSkill } from "../../index.ts";

const manifest = (more: string): string =>
  `---\nname: plain\nversion: 1.0.0\ndescription: Does it.\n${more}---\n\nText.\n`;

it.each([
  ["agent-skills", "", "below metadata.gaia.permissions"],
  ["gaia", "metadata:\n  gaia: {}\n", "below metadata.gaia.permissions"],
  ["openclaw", "metadata:\n  openclaw: {}\n", "below metadata.openclaw.gaia.permissions"],
])("the hint of SK5001 says where %s has permissions, and there they are read", (format, more, where) => {
  const read = (text: string) =>
    readSkill([{ path: "SKILL.md", bytes: new TextEncoder().encode(text) }], { mode: "publish" });
  const { diagnostics, format: found } = read(manifest(more));
  expect(found).toBe(format);
  expect(diagnostics.filter(({ code }) => code === "SK5001").map(({ hint }) => hint)).toEqual([
    `List what the skill needs ${where}, or e.g. \`- filesystem:none\` where it needs nothing. ` +
      "Undeclared, the version stays experimental.",
  ]);
  const [, ...keys] = where.split(" ").flatMap((one) => one.split("."));
  const block = keys.map((key, depth) => `${"  ".repeat(depth)}${key}:`).join("\n");
  const declared = read(manifest(`${block}\n${"  ".repeat(keys.length)}- filesystem:none\n`));
  expect(declared.diagnostics.map(({ code }) => code)).not.toContain("SK5001");
});

it("a manifest without permissions is said to suggest none: what its files do is the scan's to find", () => {
  const text = "---\nname: plain\nversion: 1.0.0\ndescription: Does it.\n---\n\nRun `bash run.sh`.\n";
  const files = { "SKILL.md": text, "run.sh": "awk 1 file\n" };
  const read = Object.entries(files).map(([path, said]) => ({ path, bytes: new TextEncoder().encode(said) }));
  const { diagnostics } = readSkill(read, { mode: "import" });
  expect(diagnostics.filter(({ code }) => code === "SK5001").map(({ message }) => message)).toEqual([
    "No permissions are declared; the manifest suggests none.",
  ]);
});
