import { describe, expect, it } from "vitest";
import { codes, manifest, read, utf8 } from "../../test/manifests.ts";

function extra(text: string) {
  return read(manifest({ extra: text }));
}

describe("characters", () => {
  it.each([
    ["a NUL", "a\0b", "SK2004", 14],
    ["an escape sequence", "a\x1b[31mb", "SK2004", 14],
    ["a lone CR", "a\rb", "SK2004", 14],
    ["a C1 control", "a\u009bb", "SK2004", 14],
    ["a bidirectional override", "ab\u202Ecd", "SK2005", 15],
    ["a bidirectional isolate", "ab\u2066cd", "SK2005", 15],
    ["a tag character", "ab\u{E0041}cd", "SK2005", 15],
    ["a zero-width space", "ab\u200bcd", "SK2006", 15],
    ["a soft hyphen", "ab\u00adcd", "SK2006", 15],
  ])("%s is found at its place in the front matter and in the body", (_what, text, code, column) => {
    const severity = code === "SK2006" ? "warning" : "error";
    const front = read(manifest({ author: `author: x${text}` }).replace("author: x", "author: xyz "));
    expect(front.diagnostics).toContainEqual(expect.objectContaining({ code, severity, line: 5, column }));
    const body = read(manifest({}, `# T\n\n0123456789ab${text}\n`));
    expect(body.diagnostics).toContainEqual(expect.objectContaining({ code, severity, line: 15, column }));
  });

  it("finds what an escape in a quoted scalar spells", () => {
    for (const [escape, code] of [
      ["\\0", "SK2004"],
      ["\\u202e", "SK2005"],
      ["\\U000E0041", "SK2005"],
      ["\\ud800", "SK2004"],
      ["\\u200b", "SK2006"],
    ] as const) {
      const reading = extra(`x: ["ab${escape}"]`);
      expect(codes(reading), escape).toContain(code);
      expect(reading.diagnostics.find((one) => one.code === code)).toMatchObject({ line: 12, column: 5 });
      expect(codes(extra(`"ab${escape}": 1`)), `key ${escape}`).toContain(code);
    }
  });

  it("leaves joined emoji and ordinary scripts in peace", () => {
    const author = "author: 👩‍💻 👩🏽‍🚒 ❤️‍🔥 Zoë 山田 Привет עברית";
    expect(read(manifest({ author })).diagnostics).toEqual([]);
  });

  it("counts, and says it once", () => {
    const { diagnostics } = read(manifest({}, `# T\n${"\u200b".repeat(1000)}`));
    expect(diagnostics.map(({ code }) => code)).toEqual(["SK2006"]);
    expect(diagnostics[0]?.message).toContain("1000 of this kind");
  });

  it.each([
    ["a stray byte", [0x61, 0xff, 0x62], 1],
    ["an overlong slash", [0x61, 0x62, 0xc0, 0xaf], 2],
    ["a surrogate", [0xed, 0xa0, 0x80], 0],
    ["a cut character", [0x61, 0xe2, 0x82], 1],
    ["a real replacement character before it", [0xef, 0xbf, 0xbd, 0xfe], 3],
  ])("A13 %s is not UTF-8, at its byte", (_what, bytes, offset) => {
    const reading = read(Uint8Array.from([...utf8("---\n"), ...bytes]));
    expect(reading.skill).toBeNull();
    expect(codes(reading)).toEqual(["SK2001"]);
    expect(reading.diagnostics[0]).toMatchObject({ line: 2 });
    expect(reading.diagnostics[0]?.message).toContain(`Byte ${offset + 4} `);
  });

  it("never lets a value break a message's line or a terminal", () => {
    const { diagnostics } = extra('"k\\x1b[31m\\n\\u202e": 1');
    for (const { message, hint } of diagnostics) expect(`${message}${hint}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
