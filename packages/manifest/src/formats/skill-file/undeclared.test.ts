import { expect, it } from "vitest";
import { readSkill } from "../../index.ts";

it("a manifest without permissions is said to suggest none: what its files do is the scan's to find", () => {
  const text = "---\nname: plain\nversion: 1.0.0\ndescription: Does it.\n---\n\nRun `bash run.sh`.\n";
  const files = { "SKILL.md": text, "run.sh": "awk 1 file\n" };
  const read = Object.entries(files).map(([path, said]) => ({ path, bytes: new TextEncoder().encode(said) }));
  const { diagnostics } = readSkill(read, { mode: "import" });
  expect(diagnostics.filter(({ code }) => code === "SK5001").map(({ message }) => message)).toEqual([
    "No permissions are declared; the manifest suggests none.",
  ]);
});
