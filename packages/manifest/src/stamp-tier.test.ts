import { expect, test } from "vitest";
import { stampTier } from "./stamp-tier.ts";

const HEAD = "name: x\ndescription: Says hello when asked\n";
const file = (front: string) => `---\n${front}---\n\n# Hello\n\nsecurity_tier: experimental\n`;
const stamped = (text: string) => {
  const done = stampTier(Buffer.from(text), "verified");
  return "why" in done ? done : Buffer.from(done.bytes).toString();
};

test.for([
  [
    "a tier that is written",
    "metadata:\n  gaia:\n    permissions: [network:read]\n    security_tier: experimental # ours\n",
    "metadata:\n  gaia:\n    permissions: [network:read]\n    security_tier: verified # ours\n",
  ],
  [
    "one in quotes",
    'metadata: {"gaia": {"security_tier": "community", "tools": []}}\n',
    'metadata: {"gaia": {"security_tier": verified, "tools": []}}\n',
  ],
  [
    "a block without one",
    "metadata:\n  gaia:\n    permissions: []\n",
    "metadata:\n  gaia:\n    security_tier: verified\n    permissions: []\n",
  ],
  ["an empty block", "metadata:\n  gaia: {}\n", "metadata:\n  gaia: {security_tier: verified}\n"],
  [
    "other metadata",
    "metadata:\n    author: me\n",
    "metadata:\n    gaia:\n      security_tier: verified\n    author: me\n",
  ],
  [
    "other metadata on one line",
    "metadata: {author: me}\n",
    "metadata: {gaia: {security_tier: verified}, author: me}\n",
  ],
])("%s: that value alone is another", ([, before, after]) => {
  expect(stamped(file(HEAD + before))).toBe(file(HEAD + after));
});

test("without metadata, with CRLF and a byte-order mark: the key is written, and all else stays", () => {
  const text = `\uFEFF${file(HEAD).replaceAll("\n", "\r\n")}`;
  expect(stamped(text)).toBe(text.replace("name:", "metadata:\r\n  gaia:\r\n    security_tier: verified\r\nname:"));
});

test("what has the tier already stays byte for byte", () => {
  const text = file(`${HEAD}metadata:\n  gaia:\n    security_tier: verified\n`);
  expect(stamped(text)).toBe(text);
});

test.for([
  ["no front matter", "# Hello\n"],
  ["metadata that is text", file(`${HEAD}metadata: text\n`)],
  ["metadata that is nothing", file(`${HEAD}metadata:\n`)],
  ["a tier that is none", file(`${HEAD}metadata:\n  gaia:\n    security_tier: best\n`)],
  ["an anchor", file(`${HEAD}metadata: &m\n  gaia: {}\n`)],
  ["a key twice", file(`${HEAD}metadata:\n  gaia:\n    security_tier: community\n    security_tier: verified\n`)],
  [
    "a key behind a line end of YAML 1.1",
    file("name: x\ndescription: d\u2028metadata:\u2028  gaia:\u2028    security_tier: verified\n"),
  ],
  ["a key behind a carriage return", file("name: x\ndescription: d\rmetadata: {}\n")],
  ["the key in a text", file(`${HEAD}note: "metadata.gaia.security_tier: verified"\n`)],
  ["bytes that are no UTF-8", null],
])("%s: nothing is written, and a sentence says why", ([, text]) => {
  const bytes = text == null ? Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]) : Buffer.from(text);
  expect(stampTier(bytes, "verified")).toEqual({ why: expect.stringMatching(/^[A-Z].*\.$/) });
});
