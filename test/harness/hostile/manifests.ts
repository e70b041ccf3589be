import { JSON_SAMPLES, YAML_SAMPLES } from "./format-samples.ts";
import { accepted, filesOf, type HostilePackage, refused } from "./hostile-package.ts";

const LAUGHS = Array.from({ length: 9 }, (_, n) =>
  n === 0 ? "l0: &l0 [a]" : `l${n}: &l${n} [${`*l${n - 1},`.repeat(9)}]`,
).join("\n");

/** What is hostile in any YAML, by attack. */
const YAML_ATTACKS: [id: string, code: string, addition: string][] = [
  ["Y1-laughs", "SK2017", LAUGHS],
  ["Y2-cycle", "SK2017", "a: &a [*a]"],
  ["Y3-merge", "SK2017", "a:\n  <<: {name: evil}"],
  ["Y4-twice", "SK2015", "name: other"],
  ["Y4-escaped", "SK2015", '"na\\x6de": other'],
  ["Y6-js", "SK2017", "a: !!js/function 'x'"],
  ["Y6-python", "SK2017", "a: !!python/object/apply:os.system [id]"],
  ["Y8-brackets", "SK2022", `a: ${"[".repeat(200_000)}`],
  ["Y8-stairs", "SK2022", Array.from({ length: 700 }, (_, n) => `${" ".repeat(n)}a:`).join("\n")],
  ["Y8-keys", "SK2022", Array.from({ length: 16_000 }, (_, n) => `k${n}: 1`).join("\n")],
  ["Y9-documents", "SK2013", "...\nname: evil"],
  ["A13-text-that-turns", "SK2005", "x: a\u202eb"],
  ["A13-control", "SK2004", "x: a\u0007b"],
];

const yaml: HostilePackage[] = YAML_SAMPLES.flatMap(({ format, files, query }) => [
  ...YAML_ATTACKS.map(([id, code, addition], n) =>
    filesOf(`${id}-${format}${n % 2 === 0 ? "" : "-tgz"}`, refused(code), files("hostile-manifest", addition), query),
  ),
  filesOf(`Y8-scalar-${format}`, refused("SK1022"), files("hostile-manifest", `x: ${"y".repeat(300 * 1024)}`), query),
  filesOf(`A13-utf8-${format}`, refused("SK2001"), broken(files("hostile-manifest")), query),
  filesOf(
    `Y5-prototype-${format}`,
    accepted,
    files(`y5-${format.replace(".", "-")}`, "__proto__: {polluted: 1}"),
    query,
  ),
]);

/** What is hostile in any JSON. `edit` changes the whole text. */
const JSON_ATTACKS: [id: string, code: string, edit: (text: string) => string | Uint8Array][] = [
  ["Y4-json-twice", "SK2032", (text) => text.replace("{", '{"name": "other",')],
  ["Y4-json-escaped", "SK2032", (text) => text.replace("{", '{"\\u006eame": "other",')],
  ["Y8-json-depth", "SK2034", (text) => text.replace("{", `{"x": ${"[".repeat(100_000)}${"]".repeat(100_000)},`)],
  ["Y8-json-unclosed", "SK2034", (text) => text.replace("{", `{"x": ${"[".repeat(100_000)}`)],
  ["Y8-json-size", "SK1022", (text) => text.replace("{", `{"x": "${"y".repeat(300 * 1024)}",`)],
  ["Y9-json-two", "SK2031", (text) => `${text}\n${text}`],
  ["Y10-json-nan", "SK2031", (text) => text.replace("{", '{"x": NaN,')],
  ["Y10-json-infinity", "SK2031", (text) => text.replace("{", '{"x": -Infinity,')],
  ["Y6-json-comment", "SK2031", (text) => `/* x */${text}`],
  ["Y6-json-comma", "SK2031", (text) => `${text.slice(0, -1)},}`],
  ["A13-json-utf8", "SK2001", (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
  ["A13-json-turns", "SK2005", (text) => text.replace("Says", "Says\u202e")],
];

const json: HostilePackage[] = JSON_SAMPLES.flatMap(({ format, manifest, files, query }) => [
  ...JSON_ATTACKS.map(([id, code, edit], n) => {
    const sample = files("hostile-manifest");
    const edited = { ...sample, [manifest]: edit(sample[manifest] ?? "") };
    return filesOf(`${id}-${format}-${manifest}${n % 2 === 0 ? "" : "-tgz"}`, refused(code), edited, query);
  }),
  filesOf(
    `Y5-json-prototype-${format}-${manifest}`,
    accepted,
    files(
      `y5-${manifest.replaceAll(".", "-")}`,
      '"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}',
    ),
    query,
  ),
]);

/** Changes a line of the flat form. */
const flat = (from: string | RegExp, to: string): Record<string, string> => {
  const files = YAML_SAMPLES[0]?.files("hostile-manifest") ?? {};
  const text = files["SKILL.md"] ?? "";
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing to replace: ${from}`);
  return { ...files, "SKILL.md": changed };
};

const sound = YAML_SAMPLES[0]?.files("hostile-manifest") ?? {};

/** A26 and the rules of the flat form. */
const fields: HostilePackage[] = [
  filesOf("A26-none", refused("SK1001"), { "README.md": "# x" }),
  filesOf("A26-none-tgz", refused("SK1001"), { "lib/SKILL.md": "x", "README.md": "# x" }),
  filesOf("A26-folder", refused("SK1001"), { "SKILL.md/README.md": "# x" }),
  filesOf("A26-two", refused("path_collision"), { ...sound, "skill.md": "x" }),
  filesOf("A26-case", refused("SK1003"), { "skill.md": sound["SKILL.md"] ?? "", "tools.py": sound["tools.py"] ?? "" }),
  filesOf("A26-bom-and-crlf", accepted, {
    ...sound,
    "SKILL.md": `\ufeff${(sound["SKILL.md"] ?? "").replaceAll("\n", "\r\n").replace("hostile-manifest", "a26-crlf")}`,
  }),
  filesOf("A26-empty", refused("SK2010"), { "SKILL.md": "" }),
  filesOf("A26-unclosed", refused("SK2012"), { "SKILL.md": "---\nname: x\n" }),
  filesOf("A26-list", refused("SK2016"), { "SKILL.md": "---\n- a\n---\n" }),
  filesOf("A26-reserved-file", { status: 422, code: null }, { ...sound, SHA256SUMS: "x" }),
  filesOf("Y7-version-loses-its-zero", refused("SK3011"), flat("version: 1.0.0", "version: 1.10")),
  filesOf("Y7-octal", refused("SK3011"), flat("version: 1.0.0", "version: 0o7")),
  filesOf("Y10-nan", refused("SK3041"), YAML_SAMPLES[0]?.files("hostile-manifest", "x: .nan") ?? {}),
  filesOf("Y10-overflow", refused("SK3041"), YAML_SAMPLES[0]?.files("hostile-manifest", "x: 1e999") ?? {}),
  filesOf("Y11-version-at-publish", refused("SK3013"), sound, "?version=9.9.9"),
  filesOf("Y11-two-manifests", refused("SK1002"), { ...sound, ...JSON_SAMPLES[0]?.files("other-name") }),
  filesOf("Y11-two-manifests-tgz", refused("SK1002"), { ...sound, ...JSON_SAMPLES[2]?.files("other-name") }),
  filesOf("Y12-cyrillic", refused("SK3002"), flat("name: hostile-manifest", "name: hоstile")),
  filesOf("Y12-fullwidth", refused("SK3002"), flat("name: hostile-manifest", "name: ｈostile")),
  filesOf("Y12-upper", refused("SK3002"), flat("name: hostile-manifest", "name: Hostile")),
  filesOf("Y12-path", refused("SK3002"), flat("name: hostile-manifest", "name: ../hostile")),
  filesOf("Y12-long", refused("SK3003"), flat("name: hostile-manifest", `name: ${"a".repeat(65)}`)),
  filesOf(
    "Y13-claims-verified",
    accepted,
    flat(/name: hostile-manifest([^]*)experimental/, "name: y13-verified$1verified"),
  ),
  filesOf("Y13-claims-nonsense", refused("SK3041"), flat("experimental", "official")),
  filesOf("Y14-garbage", refused("SK3031"), flat("license: MIT", "license: MIT OR ((((")),
  filesOf("Y14-nested", refused("SK3031"), flat("license: MIT", `license: ${"(".repeat(500)}`)),
  filesOf("Y15-domain", refused("SK5003"), flat("filesystem:none", "kernel:read")),
  filesOf("Y15-level", refused("SK5003"), flat("filesystem:none", "filesystem:own")),
  filesOf("Y15-grammar", refused("SK5002"), flat("filesystem:none", '":::"')),
  filesOf("Y15-glob", refused("SK5002"), flat("filesystem:none", `"filesystem:read:${"*".repeat(1000)}a"`)),
  filesOf("Y15-contradiction", refused("SK5004"), flat("network:none", "filesystem:read")),
];

function broken(files: Record<string, string>): Record<string, string | Uint8Array> {
  const [name, text] = Object.entries(files).find(([path]) => /skill\.md$/i.test(path)) ?? ["SKILL.md", ""];
  return { ...files, [name]: Buffer.concat([Buffer.from(text), Buffer.from([0x0a, 0xc0, 0xaf])]) };
}

export const hostileManifests: HostilePackage[] = [...yaml, ...json, ...fields];
