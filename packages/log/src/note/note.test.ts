import { expect, test } from "vitest";
import { formatNote, LogError, parseNote, withSignatures } from "../index.ts";

const SIGNATURE = "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=";
/** The example of C2SP tlog-checkpoint. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa ${SIGNATURE}
`;

test("a note is read and written in one spelling", () => {
  const note = parseNote(Buffer.from(EXAMPLE));
  expect(note.text).toBe(EXAMPLE.slice(0, EXAMPLE.indexOf("\n\n") + 1));
  expect(note.signatures).toMatchObject([{ name: "example.com/behind-the-sofa", keyId: "033de0ae" }]);
  expect(note.signatures[0]?.bytes).toHaveLength(64);
  expect(formatNote(note)).toBe(EXAMPLE);
});

test("the last empty line separates, so a text may have others", () => {
  const note = parseNote(`a\n\nb\n\n— k ${SIGNATURE}\n`);
  expect(note.text).toBe("a\n\nb\n");
  expect(formatNote(note)).toBe(`a\n\nb\n\n— k ${SIGNATURE}\n`);
});

test.each([
  ["no signature", "text\n\n"],
  ["no empty line", `text\n— k ${SIGNATURE}\n`],
  ["no end of the last line", `text\n\n— k ${SIGNATURE}`],
  ["a hyphen for the dash", `text\n\n- k ${SIGNATURE}\n`],
  ["a name without signature", "text\n\n— k\n"],
  ["an empty name", `text\n\n—  ${SIGNATURE}\n`],
  ["a name with a plus", `text\n\n— k+l ${SIGNATURE}\n`],
  ["a name with a no-break space", `text\n\n— k\u00a0l ${SIGNATURE}\n`],
  ["a name with an ideographic space", `text\n\n— k\u3000l ${SIGNATURE}\n`],
  ["a name of 256 bytes", `text\n\n— ${"k".repeat(256)} ${SIGNATURE}\n`],
  ["two spaces", `text\n\n— k  ${SIGNATURE}\n`],
  ["something behind the signature", `text\n\n— k ${SIGNATURE} x\n`],
  ["base 64 without its padding", `text\n\n— k ${SIGNATURE.slice(0, -1)}\n`],
  ["base 64 with unused bits", "text\n\n— k AAAAAAAB=\n"],
  ["base 64 of URLs", `text\n\n— k ${SIGNATURE.replace("/", "_")}\n`],
  ["a key id alone", "text\n\n— k AAAAAA==\n"],
  ["a carriage return", `text\r\n\n— k ${SIGNATURE}\n`],
  ["a tab", `te\txt\n\n— k ${SIGNATURE}\n`],
  ["NUL", `te\0xt\n\n— k ${SIGNATURE}\n`],
  ["half a surrogate", `te\ud800xt\n\n— k ${SIGNATURE}\n`],
  ["another line among the signatures", `text\n\n— k ${SIGNATURE}\nx\n`],
])("%s is no note", (_, text) => expect(() => parseNote(text)).toThrow(LogError));

test("bytes that are no UTF-8 are no note, and no longer spelling of a character is one", () => {
  const [before, after] = [Buffer.from("te"), Buffer.from(`xt\n\n— k ${SIGNATURE}\n`)];
  for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
    expect(() => parseNote(Buffer.concat([before, Buffer.from(bad), after]))).toThrow(LogError);
  }
  expect(parseNote(Buffer.concat([Buffer.from("\ufeff"), before, after])).text).toBe("\ufefftext\n");
});

test("a note has a hundred signatures and half a megabyte, and then no more", () => {
  const lines = (count: number) => `text\n\n${`— k ${SIGNATURE}\n`.repeat(count)}`;
  expect(parseNote(lines(100)).signatures).toHaveLength(100);
  expect(() => parseNote(lines(101))).toThrow("at most 100");
  const long = lines(1);
  expect(() => parseNote("x".repeat(512 * 1024 - Buffer.byteLength(long) + 1) + long)).toThrow(LogError);
  expect(parseNote("x".repeat(512 * 1024 - Buffer.byteLength(long)) + long).signatures).toHaveLength(1);
});

test("what is written is what is read, or is not written", () => {
  const signatures = parseNote(EXAMPLE).signatures;
  for (const text of ["text", "", "te\txt\n"]) {
    expect(() => formatNote({ text, signatures })).toThrow(LogError);
  }
  expect(() => formatNote({ text: "text\n", signatures: [] })).toThrow(LogError);
});

test("a newer signature by the same key takes the older one's place; another key's stays", () => {
  const note = parseNote(EXAMPLE);
  const [own] = note.signatures;
  if (own === undefined) throw new Error("the example has a signature");
  const [newer, other] = [
    { ...own, bytes: Buffer.alloc(64) },
    { ...own, keyId: "00000000" },
  ];
  expect(withSignatures(note, [newer, other]).signatures).toEqual([newer, other]);
  expect(withSignatures(note, [other]).signatures).toEqual([own, other]);
});
