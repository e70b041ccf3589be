import { deflateRawSync } from "node:zlib";
import { YAML_SAMPLES } from "../../harness/hostile/format-samples.ts";
import { filesOf, accepted } from "../../harness/hostile/hostile-package.ts";
import { FORMAT_SAMPLES } from "../../harness/format-samples.ts";

const MIB = 1024 * 1024;

/** A package that is built to be expensive. What becomes of it is of no interest, only what that costs. */
export interface CostlyPackage {
  id: string;
  build: () => Uint8Array;
}

type Files = Record<string, string | Uint8Array>;

/** Stored, not deflated: what repeats itself would be refused as a bomb before anybody looked at it. */
const zip = (id: string, files: () => Files): CostlyPackage => ({
  id,
  build: () => filesOf(id, accepted, files()).build(),
});
const tgz = (id: string, files: () => Files): CostlyPackage => ({
  id,
  build: () => filesOf(`${id}-tgz`, accepted, files()).build(),
});

const gaia = FORMAT_SAMPLES["gaia-0.1"]?.files ?? {};
const fill = (unit: string, sizeBytes: number) => unit.repeat(Math.floor(sizeBytes / Buffer.byteLength(unit)));
const numbered = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("");
const withBody = (body: string): Files => ({ ...gaia, "SKILL.md": `${String(gaia["SKILL.md"])}\n${body}` });
const withTools = (code: string): Files => ({ ...gaia, "tools.py": code });
const withHeader = (lines: string): Files => ({
  ...gaia,
  "SKILL.md": String(gaia["SKILL.md"]).replace("---\n", () => `---\n${lines}`),
});
const skillMd = (edit: (text: string) => string): Files =>
  Object.fromEntries(
    Object.entries(YAML_SAMPLES.find(({ format }) => format === "skill-md")?.files("costly") ?? {}).map(
      ([path, text]) => [path, edit(text)],
    ),
  );
const typescript = (code: string) => skillMd((text) => text.replace("return { text: params.name };", () => code));

/** The same bytes in each run that no packer makes smaller. */
function noise(sizeBytes: number, seed = 1): Uint8Array {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4));
  let state = seed;
  for (let at = 0; at < words.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, sizeBytes);
}

/** Slow to pack: everywhere something alike, nowhere quite the same. */
const almostAlike = (sizeBytes: number): Uint8Array =>
  new Uint8Array(
    Buffer.from(noise(sizeBytes / 2, 7).map((byte) => 97 + (byte % 3)))
      .toString("latin1")
      .repeat(2)
      .split("")
      .map((c) => c.charCodeAt(0)),
  );

/** Markdown that readers of Markdown have been slow on. */
const MARKDOWN: [id: string, body: (sizeBytes: number) => string][] = [
  ["brackets", (size) => fill("[", size)],
  ["links-open", (size) => fill("[a](", size)],
  ["links-in-links", (size) => fill("[a](<b", size)],
  ["references", (size) => numbered(size / 16, (n) => `[a${n}]: b${n}\n`)],
  ["reference-uses", (size) => `[a]: b\n\n${fill("[a][b][a] ", size)}`],
  ["images", (size) => fill("![", size)],
  ["stars", (size) => fill("*a **b ", size)],
  ["underscores", (size) => fill("_a__b", size)],
  ["backticks", (size) => numbered(Math.sqrt(size), (n) => `${"`".repeat(n)} `)],
  ["quotes", (size) => fill(`${">".repeat(1_000)} a\n`, size)],
  ["lists", (size) => fill(`${"- ".repeat(1_000)}a\n`, size)],
  ["stairs", (size) => numbered(Math.sqrt(size), (n) => `${" ".repeat(n)}- a\n`)],
  ["tables", (size) => `${fill("|a", size / 2)}|\n${fill("|-", size / 2)}|\n`],
  ["html", (size) => fill("<a ", size)],
  ["html-comments", (size) => fill("<!-- a ", size)],
  ["entities", (size) => fill("&a", size)],
  ["autolinks", (size) => fill("<http:", size)],
  ["headings", (size) => fill("# a\n", size)],
  ["fences", (size) => fill("```a\n", size)],
  ["escapes", (size) => fill("\\", size)],
  ["one-line", (size) => fill("word ", size)],
  ["lines", (size) => fill("\n", size)],
];

const PYTHON: [id: string, code: string][] = [
  ["calls", fill("(a,", MIB)],
  ["signs", `x = ${fill("-", MIB - 8)}1`],
  ["f-strings", fill("f'{", MIB)],
  ["quotes", fill('"', MIB)],
  ["definitions", numbered(20_000, (n) => `@tool\ndef t${n}(a: int, b: str = "x") -> dict:\n    "x"\n    return {}\n`)],
  ["decorators", fill("@a\n", MIB)],
  ["types", `def f(a: ${fill("list[", MIB - 40)}`],
  ["comparisons", fill("a<", MIB)],
  ["indented", numbered(1_400, (n) => `${" ".repeat(n)}if a:\n`)],
  ["strings", fill('x = """a"""\n', MIB)],
  ["lambdas", fill("lambda:", MIB)],
  ["errors", fill("def (", MIB)],
];

const TYPESCRIPT: [id: string, code: string][] = [
  ["generics", fill("a<", MIB)],
  ["objects", fill("{a:", MIB)],
  ["templates", fill("`${", MIB)],
  ["arrows", fill("(a)=>", MIB)],
  ["ternaries", fill("a?", MIB)],
  ["regexps", fill("/a/", MIB)],
];

/** What the bound on time and memory is held against: everything that costs, in each of the formats that read it. */
export const COSTLY_PACKAGES: readonly CostlyPackage[] = [
  ...MARKDOWN.flatMap(([id, body]) => [
    zip(`markdown-${id}`, () => withBody(body(250_000))),
    zip(`skill-md-${id}`, () => skillMd((text) => `${text}\n${body(250_000)}`)),
  ]),
  ...PYTHON.map(([id, code]) => zip(`python-${id}`, () => withTools(code.slice(0, MIB)))),
  ...TYPESCRIPT.map(([id, code]) => zip(`typescript-${id}`, () => typescript(code.slice(0, MIB)))),
  zip("yaml-brackets", () => withHeader(`a: ${"[".repeat(200_000)}\n`)),
  zip("yaml-maps", () => withHeader(`a: ${"{a: ".repeat(60_000)}\n`)),
  zip("yaml-keys", () => withHeader(numbered(20_000, (n) => `k${n}: 1\n`))),
  zip("yaml-scalar", () => withHeader(`a: ${"y".repeat(250_000)}\n`)),
  zip("yaml-quoted", () => withHeader(`a: "${"\\u0041".repeat(40_000)}"\n`)),
  zip("yaml-folded", () => withHeader(`a: >\n${"  y\n".repeat(60_000)}`)),
  zip("yaml-large", () => withHeader(`a: ${"y".repeat(9 * MIB)}\n`)),
  zip("yaml-comments", () => withHeader("# a\n".repeat(60_000))),
  zip("yaml-tools", () => withHeader(`tools:\n${numbered(5_000, (n) => `  - {name: t${n}, description: x}\n`)}`)),
  zip("yaml-permissions", () =>
    withHeader(`permissions:\n${numbered(8_000, (n) => `  - filesystem:read:${"*/".repeat(10)}${n}\n`)}`),
  ),
  zip("yaml-errors", () => withHeader(numbered(20_000, (n) => `k${n}: ]\n`))),
  zip("json-deep", () => ({ "skill.json": `{"a": ${"[".repeat(125_000)}${"]".repeat(125_000)}}` })),
  zip("json-keys", () => ({ "skill.json": `{${numbered(20_000, (n) => `"k${n}":1,`)}"a":1}` })),
  zip("json-package", () => ({ "package.json": `{"skill": {${numbered(15_000, (n) => `"k${n}":{},`)}"a":1}}` })),
  zip("manifests", () =>
    Object.fromEntries(Array.from({ length: 499 }, (_, n) => [`${n}.skill.md`, fill("# a\n", 20_000)])),
  ),
  zip("small-files", () => ({
    ...gaia,
    ...Object.fromEntries(Array.from({ length: 490 }, (_, n) => [`d${n}/${"e/".repeat(12)}f`, "x"])),
  })),
  zip("files", () => ({
    ...gaia,
    ...Object.fromEntries(Array.from({ length: 490 }, (_, n) => [`f${n}.py`, fill("x = 1\n", 20_000)])),
  })),
  zip("noise", () => ({ ...gaia, "data.bin": noise(10 * MIB - 10_000) })),
  tgz("noise", () => ({ ...gaia, "data.bin": noise(10 * MIB - 10_000) })),
  zip("text", () => ({
    ...gaia,
    "data.txt": fill("the quick brown fox jumps over the lazy dog\n", 10 * MIB - 10_000),
  })),
  zip("zeros", () => ({ ...gaia, "data.bin": new Uint8Array(10 * MIB - 10_000) })),
  zip("alike", () => ({ ...gaia, "data.bin": almostAlike(10 * MIB - 10_000) })),
  tgz("alike", () => ({ ...gaia, "data.bin": almostAlike(10 * MIB - 10_000) })),
  // All at once: what is packed, what is unpacked, the parser's memory and the reader's.
  ...["types", "quotes", "errors", "f-strings"].map((wanted) =>
    zip(`together-python-${wanted}`, () => ({
      ...withTools((PYTHON.find(([id]) => id === wanted)?.[1] ?? "").slice(0, MIB)),
      "data.bin": noise(9 * MIB - 300_000),
    })),
  ),
  ...["links-open", "entities", "escapes"].map((wanted) =>
    zip(`together-skill-md-${wanted}`, () => ({
      ...skillMd((text) => `${text}\n${MARKDOWN.find(([id]) => id === wanted)?.[1](250_000) ?? ""}`),
      "data.bin": noise(9 * MIB),
    })),
  ),
  { id: "no-archive", build: () => noise(12 * MIB) },
  {
    id: "gzip-of-noise",
    build: () =>
      new Uint8Array(
        Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), deflateRawSync(noise(11 * MIB))]),
      ),
  },
];
