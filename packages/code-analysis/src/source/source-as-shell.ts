import type { Reading } from "../engine/reader.ts";

const VARIABLE = /^\s{0,40}set\s{1,4}(?:(?:-\w{1,6}|--\w{1,12})\s{1,4}){0,4}([A-Za-z_]\w{0,60})\s{1,4}(.{1,4000})$/;
const LET =
  /^\s{0,40}(?:let|mut|const)\s{1,4}([A-Za-z_]\w{0,60})\s{0,4}(?::\s{0,4}\w{1,20}\s{0,4})?=\s{0,4}(.{1,4000})$/;

/** Reads fish and Nushell as the shell lines that they come to: what is theirs alone is put into the shell's words, line by line. */
export function asShell(reading: Reading, mostCharacters: number): Reading {
  const { unit } = reading;
  const isNu = unit.language === "nushell";
  const lines = unit.text.slice(0, mostCharacters).split(/\r\n|\r|\n/);
  const text = lines.map((line) => (isNu ? fromNu(line) : fromFish(line))).join("\n");
  reading.embedded.push({ ...unit, language: "bash", text, from: "string" });
  return reading;
}

/** Blocks have no words of their own here: what stands in them is read as if it ran. */
const withoutBlocks = (line: string): string =>
  line
    .replace(/^\s{0,40}(?:end|else|begin|\}|\{|\}\s{0,4}else\s{0,4}\{)\s{0,4}$/, "")
    .replace(/^\s{0,40}(?:function|for|switch|case|def|export\sdef|use|module|source-env)\b.*$/, "")
    .replace(/^\s{0,40}(?:else\s{1,4})?(?:if|while|and|or|not)\s{1,4}(?:not\s{1,4})?/, "");

function fromFish(line: string): string {
  const set = VARIABLE.exec(line);
  const plain = set === null ? withoutBlocks(line) : `${set[1]}=${substituted(set[2] ?? "")}`;
  return set === null ? substituted(plain) : plain;
}

/** `(command)` is `$(command)` in a shell. */
const substituted = (line: string): string => line.replaceAll(/(?<![$\\\w(])\((?!\()/g, "$(");

function fromNu(line: string): string {
  const bound = LET.exec(line);
  // A value that begins a line is no program.
  const plain = nuWords(bound === null ? withoutBlocks(line) : (bound[2] ?? ""));
  if (bound === null) return plain.replace(/^(\s{0,40})(?=\$(?!\())/, "$1echo ");
  const value = plain.trim();
  return (
    `${bound[1]}` +
    `=` +
    `${/^["'$][^|]{0,4000}$/.test(value) && !value.startsWith("$(") ? value : `$(${value.replace(/^\$?\((.*)\)$/, "$1")})`}`
  );
}

const nuWords = (line: string): string =>
  line
    .replaceAll(/\^(?=[\w"(./~])/g, "")
    .replaceAll(/\$env\.([A-Za-z_]\w{0,60})/g, "$$$1")
    .replaceAll(/\$env\b(?!\.)/g, "env")
    .replaceAll(
      /\$"([^"]{0,2000})"/g,
      (_all, inner: string) =>
        `"${inner.replaceAll(/\(\$?([A-Za-z_]\w{0,60})\)/g, "$${$1}").replaceAll(/\(\$env\.(\w{1,60})\)/g, "$${$1}")}"`,
    )
    .replaceAll(/\(\s{0,4}(?=http\s|open\s|sys\s|\w{2,20}\s)/g, "$(")
    .replaceAll(/\bhttp\s{1,4}get\s{1,4}(?:-\S{1,20}\s{1,4}){0,3}(?=\S)/g, "curl -s ")
    .replaceAll(
      /\|?\s{0,4}\bhttp\s{1,4}(?:post|put)\s{1,4}(?:-\S{1,20}\s{1,4}){0,3}(\S{1,400})(?:\s{1,4}(\S.{0,1000}))?$/g,
      (all, url: string, body?: string) =>
        body === undefined || all.startsWith("|")
          ? `${all.startsWith("|") ? "| " : ""}curl -d @- ${url}`
          : `curl ${url} -d ${body.replace(/^\$?\((.*)\)$/, '"$($1)"')}`,
    )
    .replaceAll(/\bopen\s{1,4}(?:--raw\s{1,4}|-r\s{1,4})?(?=["'~$/\w.])/g, "cat ")
    .replaceAll(/\|\s{0,4}save\s{1,4}(?:(?:-\w{1,6}|--\w{1,12})\s{1,4}){0,3}(\S{1,400})/g, "> $1")
    .replaceAll(/\|\s{0,4}decode\s{1,4}(?:base64|hex)(?:\s\S{1,20})?/g, "| base64 -d")
    .replaceAll(/\|\s{0,4}(?:to|from)\s{1,4}\w{2,8}/g, "")
    .replaceAll(/\|\s{0,4}(?:str|lines|get|first|complete|ignore)\b[^|;)]{0,80}/g, "")
    .replaceAll(/\bnu\s{1,4}-c\b/g, "sh -c");
