import { YAML_SAMPLES } from "./format-samples.ts";
import { filesOf, type HostilePackage, refused } from "./hostile-package.ts";

const sound = YAML_SAMPLES[0]?.files("hostile-code") ?? {};
const tools = sound["tools.py"] ?? "";
const withTools = (code: string | Uint8Array) => ({ ...sound, "tools.py": code });

const skillMd = (code: string): Record<string, string> => {
  const files = YAML_SAMPLES.find(({ format }) => format === "skill-md")?.files("hostile-code") ?? {};
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replace("return { text: params.name };", () => code)]),
  );
};

/** Code that is not what the manifest says, or that nobody can read: never executed, never taken for good. */
export const hostileCode: HostilePackage[] = [
  filesOf("S3-syntax", refused("SK4101"), withTools(`${tools}x = (\n`)),
  filesOf("S3-python2", refused("SK4101"), withTools(`${tools}print "x"\n`)),
  filesOf("S3-nul", refused("SK4103"), withTools(`${tools}# \0\n`)),
  filesOf("S3-utf7", refused("SK4103"), withTools(`# -*- coding: utf-7 -*-\n${tools}`)),
  filesOf("S3-latin1", refused("SK2001"), withTools(Buffer.concat([Buffer.from(tools), Buffer.from([0xe9, 0x0a])]))),
  filesOf("S3-parentheses", refused("SK4101"), withTools(`${tools}x = ${"(".repeat(5000)}`)),
  filesOf("S4-storm-of-calls", refused("SK4102"), withTools("(a,".repeat(340_000))),
  filesOf("S4-storm-of-signs", refused("SK4102"), withTools(`x = ${"-".repeat(1_000_000)}1`)),
  filesOf("S4-too-large", refused("SK4102"), withTools(`${tools}#${"a".repeat(1024 * 1024)}`)),
  filesOf("S5-tool-missing", refused("SK4017"), withTools("x = 1\n")),
  filesOf("S5-tool-undecorated", refused("SK4017"), withTools(tools.replace("@tool", ""))),
  filesOf(
    "S5-tool-hidden",
    refused("SK4018"),
    withTools(`${tools}\n@tool\ndef wipe() -> dict:\n    "x"\n    return {}\n`),
  ),
  filesOf("S5-tool-other-type", refused("SK4019"), withTools(tools.replace("name: str", "name: int"))),
  filesOf("S5-tool-other-name", refused("SK4019"), withTools(tools.replace("name: str", "path: str"))),
  filesOf("S5-tool-no-docstring", refused("SK4105"), withTools(tools.replace(/ {4}""".*\n/, ""))),
  filesOf("S5-tool-bytes", refused("SK4107"), withTools(tools.replace("-> dict", "-> bytes"))),
  filesOf("A13-code-that-turns", refused("SK2005"), withTools(`${tools}# \u202e\n`)),
  filesOf("S3-typescript", refused("SK4031"), skillMd("return {;")),
  filesOf("S3-typescript-open", refused("SK4031"), skillMd("const a = ;")),
];
