import type { Random } from "../bench/random.ts";
import type { CodeEvasion } from "./code-evasions.ts";
import { hexEscapes, toBase64 } from "./fill.ts";
import { inParts, mapLiterals, mapOutside } from "./literals.ts";

/** JavaScript and TypeScript. */
export function evadeScript(code: string, evasion: Exclude<CodeEvasion, "none">, random: Random): string {
  switch (evasion) {
    case "base64":
      return encoded(code, random);
    case "escapes":
      return mapLiterals(code, (inner) => `"${hexEscapes(inner)}"`).replace(
        /\b(eval|fetch|Function)(?=\()/g,
        (word) => `\\u${word.charCodeAt(0).toString(16).padStart(4, "0")}${word.slice(1)}`,
      );
    case "split":
      return mapLiterals(code, (inner) =>
        inner.length < 3
          ? `"${inner}"`
          : random.next() < 0.6
            ? `(${inParts(inner, random.next, " + ")})`
            : `[${inParts(inner, random.next, ", ")}].join("")`,
      );
    case "indirection":
      return stringArray(code, random);
    case "two-step":
      return twoStep(code, random);
    case "noise":
    case "homoglyph":
      return mapOutside(code, (part) =>
        part
          .replace(/\.(?=[a-zA-Z]+\()/g, () => random.pick([".", "/* a */.", " .\n  "]))
          .replace(/\((?=\s*\w)/g, () => random.pick(["(", "(/* ok */ ", "( "])),
      );
  }
}

function encoded(code: string, random: Random): string {
  const data = toBase64(code);
  if (/^import |\bawait\b/m.test(code))
    return random.pick([
      `await import("data:text/javascript;base64,${data}");`,
      `const text = Buffer.from("${data}", "base64").toString();\nawait new (async () => {}).constructor(text)();`,
    ]);
  return random.pick([
    `eval(Buffer.from("${data}", "base64").toString());`,
    `const table = "${data}";\nnew Function("require", atob(table))(require);`,
    `require("vm").runInThisContext(Buffer.from("${Buffer.from(code).toString("hex")}", "hex").toString());`,
    `setTimeout(atob("${data}"), 10);`,
  ]);
}

/** All strings in one array, read by number; methods by a name in brackets. */
function stringArray(code: string, random: Random): string {
  const strings: string[] = [];
  const index = (text: string): string => `_0x[0x${(strings.push(text) - 1).toString(16)}]`;
  const replaced = mapLiterals(code, (inner) => index(inner));
  const called = mapOutside(replaced, (part) =>
    part.replace(/(?<=[\w)\]])\.([a-zA-Z]{3,})(?=\()/g, (_, method: string) =>
      random.next() < 0.7 ? `[${index(method)}]` : `.${method}`,
    ),
  );
  const imports = called.split("\n").filter((line) => line.startsWith("import "));
  const rest = called.split("\n").filter((line) => !line.startsWith("import "));
  return [...imports, `const _0x = ${JSON.stringify(strings)};`, ...rest].join("\n");
}

function twoStep(code: string, random: Random): string {
  const text = JSON.stringify(code);
  if (/^import |\bawait\b/m.test(code))
    return `import { writeFileSync as put } from "node:fs";\nput("/tmp/step.mjs", ${text});\nawait import("/tmp/step.mjs");`;
  return random.pick([
    `const { writeFileSync } = require("fs"), { execFileSync } = require("child_process");\nwriteFileSync("/tmp/step.js", ${text});\nexecFileSync("node", ["/tmp/step.js"]);`,
    `require("fs").writeFileSync("/tmp/.part.js", ${text});\nrequire("/tmp/.part.js");`,
  ]);
}
