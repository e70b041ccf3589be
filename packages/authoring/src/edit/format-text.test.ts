import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixture, manifest, read, utf8 } from "../../../manifest/test/manifests.ts";
import { formatFiles, formatText } from "./format-text.ts";

const formatted = (text: string, path = "SKILL.md"): string => {
  const result = formatText({ path, bytes: utf8(text) }, null);
  if (result === null || "reason" in result) throw new Error(result?.reason ?? "no manifest");
  return result.text;
};
const comments = (text: string): string[] => [...text.matchAll(/#[^\n]*/g)].map(([one]) => one.trim()).toSorted();

/** The model without what says where a value stood. */
const model = (text: string): unknown => {
  const { skill } = read(text);
  return (
    skill &&
    JSON.parse(
      JSON.stringify({ ...skill, instructions: null, provenance: null }, (key, value) =>
        key === "origin" || key === "evidence" ? undefined : (value as unknown),
      ),
    )
  );
};

describe("format", () => {
  it("keeps the specification's own examples as they are, but for the width of gaps and needless quotes", () => {
    const text = fixture("web-search");
    const squeeze = (one: string) => one.replace(/"/g, "").replace(/\s+/g, " ");
    const lines = (one: string) => squeeze(one).split(" ").toSorted();
    expect(lines(formatted(text))).toEqual(lines(text));
    expect(model(formatted(text))).toEqual(model(text));
  });

  it("sorts keys with the comments above them, and leaves a header on top", () => {
    const text =
      "---\n# header\n\n# what it may\npermissions: []\n\n\n\n# who\nname:   'a-b'   # trailing\nx-other: 1\nversion: \"1.10\"\n---\nBody\n";
    expect(formatted(text)).toBe(
      '---\n# header\n\n# who\nname: a-b # trailing\nversion: "1.10"\n# what it may\npermissions: []\nx-other: 1\n---\nBody\n',
    );
  });

  it("leaves alone what it would change: numbers spelled oddly, folded blocks, quotes that some reader needs", () => {
    const kept =
      'a: "no"\nb: 1e5\nc: >-\n  two\n  lines\nd: "12:30"\ne: \'x: y\'\nf: |+\n  kept\n\n\ng: 0o17\nh: "#x"\n';
    expect(formatted(`---\n${kept}---\n`)).toContain(kept);
  });

  it("ends lines with LF, drops a byte-order mark, and touches nothing in the body but its end", () => {
    const code = "```sh  \n\techo  \n\n\n```";
    const text = `\uFEFF${manifest({}, `\nHard break  \n${code}\n\n\n`).replaceAll("\n", "\r\n")}`;
    expect(formatted(text)).toBe(`${formatted(manifest({}, ""))}\nHard break  \n${code}\n`);
  });

  it("keeps the blank lines at the end of a code fence that is never closed", () => {
    expect(formatted(manifest({}, "```\ncode\n\n\n"))).toMatch(/```\ncode\n\n\n$/);
  });

  it("writes JSON with its numbers and repeated keys as they were", () => {
    const text = '{"tools":[],"version":"1","x":1.10,"x":1e400,"__proto__":{"a":[]},"name":"n"}';
    expect(formatted(text, "skill.json")).toBe(
      '{\n  "name": "n",\n  "version": "1",\n  "tools": [],\n  "x": 1.10,\n  "x": 1e400,\n  "__proto__": {\n    "a": []\n  }\n}\n',
    );
  });

  it("looks at a package.json only when it holds a skill, and says why it skips what cannot be read", () => {
    const file = (path: string, text: string) => ({ path, bytes: utf8(text) });
    const result = formatFiles([
      file("package.json", '{"name":"x"}'),
      file("SKILL.md", "---\na: [\n---\n"),
      file("lib/SKILL.md", "no manifest"),
      file("x.skill.md", "no front matter"),
      file("skill.json", "[".repeat(100_000)),
    ]);
    expect(result.changed).toEqual([]);
    expect(result.skipped.map(({ file: path }) => path)).toEqual(["SKILL.md", "x.skill.md", "skill.json"]);
  });

  it("refuses anchors, aliases and tags, as the reader does", () => {
    for (const yaml of ["a: &x 1\nb: *x", "a: !!str 1", "<<: {a: 1}"])
      expect(formatText({ path: "SKILL.md", bytes: utf8(`---\n${yaml}\n---\n`) }, null)).toHaveProperty("reason");
  });
});

describe("format, for any manifest", () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9 .:'"{}[\],&*!|>%@`~?-]{0,24}$/);
  const scalar = fc.oneof(
    word.map((text) => JSON.stringify(text)),
    word.map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.constantFrom(
      "plain text",
      "1.10",
      "no",
      "~",
      "0x1F",
      "1e3",
      "-5",
      ".5",
      "|\n  a\n\n  b",
      ">-\n  c\n  d\n\n  e",
      "|+\n  f\n\n",
    ),
  );
  const value = fc.oneof(
    scalar,
    fc
      .array(
        word.map((text) => JSON.stringify(text)),
        { minLength: 1, maxLength: 3 },
      )
      .map((items) => `\n- ${items.join("\n# inner\n-   ")}`),
    fc
      .array(
        word.map((text) => JSON.stringify(text)),
        { maxLength: 3 },
      )
      .map((items) => `[ ${items.join(" , ")} ]`),
    fc
      .dictionary(
        fc.constantFrom("k", "l", "m"),
        word.map((text) => JSON.stringify(text)),
        { minKeys: 1 },
      )
      .map(
        (map) =>
          `\n${Object.entries(map)
            .map(([key, one]) => `    ${key}:   ${one}  # on ${key}`)
            .join("\n")}`,
      ),
  );
  const keys = ["name", "version", "description", "zebra", "tools", "license", "metadata", "x-y"];
  const entry = fc.tuple(fc.constantFrom("", "\n", "\n\n\n", "# above  \n", "\n# a\n\n#b\n"), value);
  const yaml = fc
    .tuple(
      fc.shuffledSubarray(keys, { minLength: 1 }),
      fc.array(entry, { minLength: keys.length, maxLength: keys.length }),
    )
    .map(([names, entries]) => names.map((name, at) => `${entries[at]?.[0]}${name}: ${entries[at]?.[1]}`).join("\n"));

  it("a second time changes nothing, the model stays the same, and no comment is lost", () => {
    fc.assert(
      fc.property(yaml, (text) => {
        const before = `---\n${text}\n---\nBody\n`;
        if (read(before).diagnostics.some(({ code }) => code === "SK2013")) return;
        const once = formatted(before);
        expect(formatted(once)).toBe(once);
        expect(comments(once)).toEqual(comments(before));
        const codes = (one: string) =>
          read(one)
            .diagnostics.map(({ code, message }) => `${code} ${message}`)
            .toSorted();
        expect(codes(once).filter((code) => !/SK2018|line \d/.test(code))).toEqual(
          codes(before).filter((code) => !/SK2018|line \d/.test(code)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("good manifests with their fields in any order give the same model", () => {
    const fields = manifest().split("\n").slice(1, 11);
    const groups = fields.reduce<string[]>((all, line) => {
      if (line.startsWith(" ")) all[all.length - 1] += `\n${line}`;
      else all.push(line);
      return all;
    }, []);
    fc.assert(
      fc.property(fc.shuffledSubarray(groups, { minLength: groups.length }), (shuffled) => {
        const text = `---\n${shuffled.join("\n")}\n---\n\n# Hello\n`;
        expect(model(text)).not.toBeNull();
        expect(model(formatted(text))).toEqual(model(text));
      }),
      { numRuns: 50 },
    );
  });
});
