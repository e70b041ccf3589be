import type { Random } from "../bench/random.ts";
import type { CodeEvasion } from "./code-evasions.ts";
import { hexEscapes, toBase64 } from "./fill.ts";
import { inParts, mapLiterals, mapOutside } from "./literals.ts";

const CALL =
  /\b(os|requests|subprocess|socket|shutil|urllib\.request|sys|json|pyperclip|ImageGrab)\.([a-zA-Z_]+)(?=\()/g;
const BUILT_IN = /(?<![.\w])(exec|eval|open|compile|__import__)(?=\()/g;
/** Identifiers that Python folds to these names (PEP 3131: NFKC). */
const FOLDED =
  /\b(?:exec|eval|system|popen|post|get|urlopen|connect|create_connection|environ|run|call|Popen|open|b64decode|getattr|globals|import_module|modules|dup2|spawn|rmtree|write|sendall|send|read_text|read_bytes|write_text|write_bytes|copy|paste|sub|subclasses|loads|kill|walk|expanduser)\b/g;
const REMARKS = [
  "# keep in order",
  "# see the notes",
  "# pylint: disable=all",
  "# done in two parts",
  "# TODO tidy up",
];

export function evadePython(code: string, evasion: Exclude<CodeEvasion, "none">, random: Random): string {
  switch (evasion) {
    case "base64":
      return encoded(code, random);
    case "escapes":
      return mapLiterals(code, (inner) => `"${hexEscapes(inner)}"`);
    case "split":
      return mapLiterals(code, (inner) =>
        inner.length < 3
          ? `"${inner}"`
          : random.next() < 0.7
            ? `(${inParts(inner, random.next, " + ")})`
            : `"".join([${inParts(inner, random.next, ", ")}])`,
      );
    case "indirection":
      return indirect(code, random);
    case "two-step":
      return random.next() < 0.5
        ? `import pathlib, subprocess, sys, tempfile\nstep = pathlib.Path(tempfile.gettempdir()) / "step.py"\nstep.write_text(${JSON.stringify(code)})\nsubprocess.run([sys.executable, str(step)])`
        : `import runpy\nwith open("/tmp/.part", "w") as part:\n    part.write(${JSON.stringify(code)})\nrunpy.run_path("/tmp/.part")`;
    case "noise":
      return noisy(code, random);
    case "homoglyph":
      return mapOutside(code, (part) => part.replace(FOLDED, toMathematical));
  }
}

function encoded(code: string, random: Random): string {
  const data = toBase64(code);
  return random.pick([
    `import base64\nexec(base64.b64decode("${data}"))`,
    `import base64 as b\nsource = b.b64decode(b"${data}").decode()\neval(compile(source, "<cache>", "exec"))`,
    `exec(__import__("codecs").decode(b"${data}", "base64"))`,
    `from base64 import b64decode as load\nrows = "${data}"\n(lambda run: run(load(rows)))(exec)`,
    `exec(bytes.fromhex("${Buffer.from(code).toString("hex")}").decode())`,
  ]);
}

/** Calls by a name that is put together, instead of by the name. */
function indirect(code: string, random: Random): string {
  const name = (text: string): string => (text.length < 4 ? `"${text}"` : inParts(text, random.next, " + "));
  return mapOutside(code, (part) =>
    part
      .replace(CALL, (_, owner: string, method: string) => `getattr(${owner}, ${name(method)})`)
      .replace(BUILT_IN, (_, method: string) => `getattr(__import__("builtins"), ${name(method)})`),
  );
}

/** Spaces around dots, remarks and empty lines between statements: the same program to the parser. */
function noisy(code: string, random: Random): string {
  const spaced = mapOutside(code, (part) =>
    part.replace(/(?<=\w)\.(?=[a-zA-Z_])/g, () => random.pick([".", " . ", " ."])),
  );
  return spaced
    .split("\n")
    .flatMap((line) => {
      const indent = line.match(/^\s*/)?.[0] ?? "";
      return random.next() < 0.4 && !line.startsWith("from ") ? [`${indent}${random.pick(REMARKS)}`, line] : [line];
    })
    .join("\n")
    .replace(/^(import|from) .*$/gm, (line) => (line.startsWith("import") ? line.replaceAll(" . ", ".") : line));
}

function toMathematical(word: string): string {
  return [...word]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (code >= 97 && code <= 122) return String.fromCodePoint(0x1d5ba + code - 97);
      if (code >= 65 && code <= 90) return String.fromCodePoint(0x1d5a0 + code - 65);
      return letter;
    })
    .join("");
}
