import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatLeaf, type Leaf, type LeafField, type LeafKind, LogError, MAX_LEAF_BYTES, parseLeaf } from "../index.ts";

const at = new Date("2026-11-23T13:34:02.123Z");
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const subject = { publisher: "acme", name: "web-search", version: "1.0.0-rc.1+b", release: digest("a") };

/** One leaf of each kind, with all that it may say. */
const EXAMPLES: Record<LeafKind, Leaf["fields"]> = {
  publish: { ...subject, content: digest("b"), by: "ada", statement: digest("c") },
  verdict: { ...subject, verdict: "ALLOW", report: digest("d") },
  tier: { ...subject, tier: "community" },
  yank: subject,
  unyank: subject,
  quarantine: { private: digest("e"), release: digest("f"), by: "root" },
  release: { ...subject, status: "published" },
  purge: subject,
  deprecate: subject,
  undeprecate: { ...subject, by: "ada" },
  key: { publisher: "acme", key: "openpgp:5E3F1A2B3C4D5E6F", change: "added" },
  identity: { publisher: "acme", issuer: "https://token.example", subject: "repo:acme/x y@refs", change: "removed" },
  "trusted-publisher": {
    publisher: "acme",
    name: "web-search",
    issuer: "https://token.example",
    subject: "acme/x .github/workflows/release.yml",
    change: "added",
  },
  ownership: { publisher: "acme", name: "web-search", from: "ada", change: "transferred" },
  visibility: { publisher: "acme", name: "web-search", change: "public", salt: "a".repeat(64), by: "ada" },
  collection: { publisher: "acme", collection: "tools", content: digest("b"), change: "created", by: "ada" },
  signer: { ...subject, change: "held", signers: "repo:acme/x y@refs (https://token.example)", by: "ada" },
  "registry-key": {
    key: "ed25519:SHA256:wVIX/c+",
    change: "announced",
    from: "ed25519:SHA256:abc",
    statement: digest("c"),
  },
  newest: subject,
  provenance: { ...subject, bundle: `sha256:${"b".repeat(64)}`, level: "2" },
};
const kinds = Object.entries(EXAMPLES) as [LeafKind, Leaf["fields"]][];

test("a leaf is text that a person reads", () => {
  const leaf = formatLeaf({ kind: "verdict", at, fields: EXAMPLES.verdict });
  expect(Buffer.from(leaf).toString()).toBe(`skill-registry-leaf v1
kind: verdict
time: 2026-11-23T13:34:02.123Z
publisher: acme
name: web-search
version: 1.0.0-rc.1+b
release: ${digest("a")}
verdict: ALLOW
report: ${digest("d")}
`);
});

test.each(kinds)("a leaf of kind %s is written, read, and has one spelling", (kind, fields) => {
  const bytes = formatLeaf({ kind, at, fields });
  expect(parseLeaf(bytes)).toEqual({ kind, at, fields });
  const lines = Buffer.from(bytes).toString().split("\n");
  const others = [
    // Another order, a line twice, a line less, an empty one, another end.
    ...lines
      .slice(0, -2)
      .map((_, index) => lines.with(index, lines[index + 1] ?? "").with(index + 1, lines[index] ?? "")),
    ...lines.slice(0, -1).map((line, index) => lines.toSpliced(index, 0, line)),
    ...lines.slice(0, 3).map((_, index) => lines.toSpliced(index, 1)),
    ...lines.map((_, index) => lines.toSpliced(index, 0, "")),
  ].map((changed) => changed.join("\n"));
  const text = lines.join("\n");
  others.push(
    text.slice(0, -1),
    ` ${text}`,
    text.replaceAll("\n", "\r\n"),
    text.replace(": ", ":"),
    text.replace(": ", ":  "),
  );
  others.push(
    text.replace(".123Z", "Z"),
    text.replace("11-23T", "02-30T"),
    text.replace("v1", "v2"),
    `${text}note: x\n`,
  );
  others.push(`${text}__proto__: x\n`, text.replace(`kind: ${kind}`, "kind: constructor"));
  for (const other of others) expect(() => parseLeaf(other), other).toThrow(LogError);
});

test.each(kinds)("a leaf of kind %s says what it must, and nothing that it may not", (kind, fields) => {
  const optional = new Set<string>(["by", "statement", "report", "status", "name", "from", "salt"]);
  for (const name of Object.keys(fields) as LeafField[]) {
    const { [name]: _, ...rest } = fields;
    // Of a private one that nobody is shown, or one that was deleted, there is none.
    if (kind === "collection" && name === "content") continue;
    if (kind === "ownership" || !optional.has(name) || (name === "name" && "version" in fields)) {
      if (kind === "ownership" && optional.has(name)) continue;
      expect(() => formatLeaf({ kind, at, fields: rest }), name).toThrow(
        `says its ${name === "private" ? "publisher" : name}`,
      );
    }
  }
  const foreign = "key" in fields ? { tier: "verified" } : { key: "openpgp:5E3F1A2B" };
  expect(() => formatLeaf({ kind, at, fields: { ...fields, ...foreign } })).toThrow("has no");
});

test("a private version names nothing that is private", () => {
  expect(() => formatLeaf({ kind: "yank", at, fields: { ...subject, private: digest("e") } })).toThrow(
    "has no publisher",
  );
});

test("no value brings a line, a control character or a letter that looks like another", () => {
  const bad = [
    "",
    "a\nname: b",
    "a\rb",
    "a\0b",
    "a\tb",
    "a\u0085b",
    "a\u2028b",
    "\u0430cme",
    "a\u202eb",
    "a\x7fb",
    "a b",
    " a",
    "a".repeat(129),
  ];
  for (const value of bad) {
    for (const name of ["publisher", "name", "version"] as const) {
      expect(() => formatLeaf({ kind: "yank", at, fields: { ...subject, [name]: value } }), value).toThrow(LogError);
    }
  }
  const lines = ["a\nby: b", " a", "a ", "\u00e4", "a".repeat(1025)];
  for (const value of lines) {
    const fields = { ...EXAMPLES.identity, subject: value };
    expect(() => formatLeaf({ kind: "identity", at, fields }), value).toThrow(LogError);
  }
  for (const value of ["sha256:abc", digest("A"), `${digest("a")}\n`, digest("a").slice(7)]) {
    expect(() => formatLeaf({ kind: "yank", at, fields: { ...subject, release: value } }), value).toThrow(LogError);
  }
});

test("whatever is taken for a leaf is what would be written, and the longest is short", () => {
  const word = fc.string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom(..."ab-.~!: \n\r\t\0\u0430\u202e\u2028"),
  });
  fc.assert(
    fc.property(word, word, word, (publisher, name, version) => {
      const text = `skill-registry-leaf v1\nkind: yank\ntime: ${at.toISOString()}\npublisher: ${publisher}\nname: ${name}\nversion: ${version}\nrelease: ${digest("a")}\n`;
      let leaf;
      try {
        leaf = parseLeaf(text);
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
        return;
      }
      expect(Buffer.from(formatLeaf(leaf)).toString()).toBe(text);
      expect(leaf.fields).toMatchObject({ publisher, name, version });
    }),
  );
  const fields = {
    publisher: "p".repeat(128),
    issuer: `https://${"i".repeat(504)}`,
    subject: "s".repeat(1024),
    change: "c".repeat(128),
    by: "b".repeat(128),
    statement: digest("f"),
  };
  expect(formatLeaf({ kind: "identity", at, fields }).length).toBeLessThan(MAX_LEAF_BYTES);
  expect(() => parseLeaf("x".repeat(MAX_LEAF_BYTES + 1))).toThrow("at most");
});

test("a time that has no four digits' year is none", () => {
  for (const wrong of [new Date(Number.NaN), new Date(-1e15), new Date(8e15)]) {
    expect(() => formatLeaf({ kind: "yank", at: wrong, fields: subject })).toThrow(LogError);
  }
});
