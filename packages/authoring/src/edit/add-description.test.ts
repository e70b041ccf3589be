import { describe, expect, it } from "vitest";
import { utf8 } from "../../../manifest/test/manifests.ts";
import { addDescription } from "./add-description.ts";
import { applyEdits } from "./edit.ts";

const added = (text: string): string => {
  const file = { path: "a.skill.md", bytes: utf8(text) };
  const result = addDescription(file);
  if ("reason" in result) return result.reason;
  const [after] = applyEdits([file], result.edits) ?? [];
  return Buffer.from(after?.bytes ?? []).toString("utf8");
};
const body = "\n# Title\n\nDoes this: and\nthat.\n\n## Capabilities\n";

describe("skill-dev migrate --add-description", () => {
  it("copies the first paragraph after the title, below the version, and changes nothing else", () => {
    const text = `---\n# mine\nname: a\nversion: 1.0.0 # kept\ntags: [x]\n---\n${body}`;
    expect(added(text)).toBe(text.replace("# kept\n", '# kept\ndescription: "Does this: and that."\n'));
  });

  it("keeps CRLF, and stands first where there is neither name nor version", () => {
    const text = `---\ntags: [x]\n---\n\n# T\n\nPlain words\n`.replaceAll("\n", "\r\n");
    expect(added(text)).toBe(text.replace("---\r\n", "---\r\ndescription: Plain words\r\n"));
  });

  it("fills an empty description", () => {
    expect(added("---\nname: a\ndescription:\nx: 1\n---\n# T\n\nWords\n")).toBe(
      "---\nname: a\ndescription: Words\nx: 1\n---\n# T\n\nWords\n",
    );
  });

  it("says why it adds none", () => {
    expect(added(`---\nname: a\ndescription: b\n---\n${body}`)).toBe("has-description");
    expect(added("---\nname: a\n---\n# T\n\n## Capabilities\n\nWords\n")).toBe("no-paragraph");
    expect(added("---\nname: a\n---\nWords\n\n```\n# T\n```\n")).toBe("no-title");
    expect(added("# T\n\nWords\n")).toBe("no-front-matter");
    expect(added("---\na: &x 1\n---\n# T\n\nWords\n")).toBe("no-front-matter");
  });

  it("cuts a paragraph at what a reader takes, and never a character in half", () => {
    const result = added(`---\nname: a\n---\n# T\n\n${"😀".repeat(2000)}\n`);
    expect(/^description: "(.*)…"$/mu.exec(result)?.[1]).toBe("😀".repeat(1023));
  });
});
