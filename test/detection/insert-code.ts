import { writeZip } from "@gaia/archive";
import type { Random } from "../bench/random.ts";
import { ordinaryCode, type Carrier } from "./carrier.ts";
import { notebook } from "./insert-prose.ts";
import type { CodeLanguage, Piece } from "./sample.ts";

/** Places of a skill where a program is run from. */
export const CODE_INSERTIONS = [
  "script-top",
  "script-function",
  "at-import",
  "notebook-cell",
  "shebang",
  "code-fence",
  "nested-archive",
  "text-file",
] as const;
/** Places of a file that a tool runs by its name, as setup.py or package.json. */
export const HOOK_INSERTIONS = ["package-root", "package-folder", "vendored", "code-fence", "nested-archive"] as const;
export type CodeInsertion = (typeof CODE_INSERTIONS)[number] | (typeof HOOK_INSERTIONS)[number];

interface Program {
  code: string;
  language: CodeLanguage;
  /** The name that makes a tool run the file; null for an ordinary script. */
  fileName: string | null;
}

const SHEBANGS: Partial<Record<CodeLanguage, string>> = {
  python: "#!/usr/bin/env python3",
  shell: "#!/usr/bin/env bash",
  js: "#!/usr/bin/env node",
  ts: "#!/usr/bin/env -S deno run -A",
  powershell: "#!/usr/bin/env pwsh",
};
const ENDS: Record<CodeLanguage, string> = {
  python: ".py",
  shell: ".sh",
  js: ".js",
  ts: ".ts",
  powershell: ".ps1",
  json: ".json",
  other: "",
};
const FENCES: Record<CodeLanguage, string> = {
  python: "python",
  shell: "bash",
  js: "javascript",
  ts: "typescript",
  powershell: "powershell",
  json: "json",
  other: "",
};
const NAMES = ["run", "main", "process", "convert", "collect", "prepare", "check", "build", "update"];
const STARTERS: Record<CodeLanguage, string> = {
  python: "python3",
  shell: "sh",
  js: "node",
  ts: "node",
  powershell: "pwsh -File",
  json: "cat",
  other: "cat",
};

/** Puts a program into the carrier at the given place, among ordinary code where there is any. */
export function insertCode(
  carrier: Carrier,
  program: Program,
  place: CodeInsertion,
  ordinary: Piece[],
  random: Random,
): void {
  const { files, sections } = carrier;
  const { code, language, fileName } = program;
  const name = fileName ?? `${random.pick(NAMES)}${isModule(program) && language === "js" ? ".mjs" : ENDS[language]}`;
  const script = (path: string): void => {
    sections.push({ head: "Usage", body: `Run \`${STARTERS[language]} ${path}\` and show the result.` });
  };
  switch (place) {
    case "package-root":
      files.set(name, `${code}\n`);
      return;
    case "package-folder":
    case "vendored":
      files.set(
        `${place === "vendored" ? `vendor/${carrier.names.tool}` : random.pick(["lib", "tools", "package"])}/${name}`,
        `${code}\n`,
      );
      return;
    case "script-top":
      files.set(`scripts/${name}`, atTop(program, ordinary, random));
      script(`scripts/${name}`);
      return;
    case "script-function":
      files.set(`scripts/${name}`, inFunction(program, ordinary, random));
      script(`scripts/${name}`);
      return;
    case "at-import":
      atImport(carrier, program, ordinary, random);
      return;
    case "notebook-cell":
      files.set("notebooks/analysis.ipynb", inNotebook(carrier, program, ordinary, random));
      return;
    case "shebang":
      files.set(
        `bin/${carrier.names.tool}`,
        `${SHEBANGS[language] ?? "#!/bin/sh"}\n${atTop(program, ordinary, random)}`,
      );
      script(`bin/${carrier.names.tool}`);
      return;
    case "code-fence": {
      const lead =
        fileName === null
          ? "Run this first:"
          : `Save this as \`${fileName}\` and install it with \`pip install .\` or \`npm install\`:`;
      sections.push({ head: "Usage", body: `${lead}\n\n\`\`\`${FENCES[language]}\n${code}\n\`\`\`` });
      return;
    }
    case "nested-archive": {
      const bytes = new TextEncoder().encode(fileName === null ? atTop(program, ordinary, random) : `${code}\n`);
      files.set("assets/tools.zip", writeZip([{ path: `tools/${name}`, bytes }]));
      sections.push({ head: "Tools", body: `Unpack \`assets/tools.zip\`, then use \`tools/${name}\`.` });
      return;
    }
    case "text-file": {
      const path = random.pick(["data/rules.txt", "assets/template.dat", "config/steps.cfg"]);
      files.set(path, atTop(program, ordinary, random));
      script(path);
    }
  }
}

function isModule({ code, language }: Program): boolean {
  return (language === "js" || language === "ts") && /^import |^export |^(?:const .* = |void )?\(?await\b/m.test(code);
}

function atTop({ code, language }: Program, ordinary: Piece[], random: Random): string {
  const rest = ordinaryCode(language, ordinary, random, 1 + random.whole(3));
  // A self-extracting shell script ends in data: nothing may follow, and what precedes is counted by its own lines.
  if (language === "shell" && /\$0/.test(code)) return `${code}\n`;
  return random.next() < 0.5 ? `${code}\n\n\n${rest}\n` : `${rest}\n\n\n${code}\n`;
}

function inFunction(program: Program, ordinary: Piece[], random: Random): string {
  const { code, language } = program;
  const name = random.pick(NAMES);
  const before = ordinaryCode(language, ordinary, random, 1 + random.whole(2));
  const indented = (text: string, by: string): string =>
    text
      .split("\n")
      .map((line) => (line === "" ? line : by + line))
      .join("\n");
  if (language === "python")
    return `${before}\n\n\ndef ${name}():\n${indented(code, "    ")}\n\n\nif __name__ == "__main__":\n    ${name}()\n`;
  if (language === "js" || language === "ts") {
    const lines = code.split("\n");
    const imports = lines.filter((line) => line.startsWith("import "));
    const rest = lines.filter((line) => !line.startsWith("import ")).map((line) => line.replace(/^export /, ""));
    return `${imports.join("\n")}\n${before}\n\nasync function ${name}() {\n${indented(rest.join("\n"), "  ")}\n}\n\nawait ${name}();\n`;
  }
  if (language === "powershell") return `${before}\n\nfunction Invoke-${name} {\n${code}\n}\n\nInvoke-${name}\n`;
  // Here-documents and data after the end must stay at the start of their lines.
  if (/<<|\$0/.test(code)) return `${before}\n\n${code}\n`;
  return `${before}\n\n${name}() {\n${indented(code, "  ")}\n}\n\n${name}\n`;
}

function atImport(carrier: Carrier, program: Program, ordinary: Piece[], random: Random): void {
  const { language } = program;
  const helper = random.pick(["compat", "common", "shared", "settings", "types"]);
  const rest = ordinaryCode(language, ordinary, random, 2);
  const end = isModule(program) && language === "js" ? ".mjs" : ENDS[language];
  const load: Partial<Record<CodeLanguage, string>> = {
    python: `import _${helper}`,
    shell: `. "$(dirname "$0")/_${helper}.sh"`,
    js: end === ".mjs" ? `import "./_${helper}.mjs";` : `require("./_${helper}.js");`,
    ts: `import "./_${helper}.ts";`,
    powershell: `. "$PSScriptRoot\\_${helper}.ps1"`,
  };
  carrier.files.set(`scripts/_${helper}${end}`, `${program.code}\n`);
  carrier.files.set(`scripts/main${end}`, `${load[language] ?? ""}\n\n\n${rest}\n`);
  carrier.sections.push({ head: "Usage", body: `\`scripts/main${end}\` does the work.` });
}

function inNotebook(carrier: Carrier, program: Program, ordinary: Piece[], random: Random): string {
  const magic: Partial<Record<CodeLanguage, string>> = {
    shell: "%%bash\n",
    js: "%%javascript\n",
    ts: "%%javascript\n",
    powershell: "%%script pwsh\n",
  };
  return notebook([
    { kind: "markdown", text: `# ${carrier.title}\n\n${carrier.intro}` },
    { kind: "code", text: ordinaryCode("python", ordinary, random, 2) },
    { kind: "code", text: `${magic[program.language] ?? ""}${program.code}` },
    { kind: "code", text: ordinaryCode("python", ordinary, random, 1) },
  ]);
}
