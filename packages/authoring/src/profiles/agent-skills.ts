import { type PackageView, quoted, type Report } from "@gaia/manifest/kernel";
import { isUtf8 } from "node:buffer";
import { readStrictYaml } from "./strict-yaml.ts";
import type { StrictValue } from "./strict-yaml.ts";

const LIMITS = { name: 64, description: 1024, compatibility: 500 };

const ALLOWED_FIELDS = ["name", "description", "license", "allowed-tools", "metadata", "compatibility"];

/**
 * The rules of the Agent Skills reference validator, to the letter where they are stricter or looser than the specification's words: it
 * reads StrictYAML, ends the front matter at the next `---` wherever that stands, and takes letters of any script in a name.
 */
export function checkAgentSkills(pkg: PackageView, folder: string | undefined, report: Report): void {
  const file = pkg.find("SKILL.md") ?? pkg.find("skill.md");
  if (file === null) {
    const place = { file: "SKILL.md", line: null, column: null };
    report.note("SK1001", place, "There is no SKILL.md at the root of the package.");
    return;
  }
  const front = frontMatter(file.path, file.bytes, report);
  if (front === null) return;
  const place = (at: number) => ({
    file: file.path,
    line: 1 + (front.text.slice(0, at).match(/\n/g)?.length ?? 0),
    column: null,
  });
  const reading = readStrictYaml(front.text);
  if ("problem" in reading) {
    const code = reading.problem === "flow style" ? "SK2019" : "SK2013";
    const message = `The reference validator of Agent Skills refuses ${reading.problem} in the front matter.`;
    report.note(code, place(reading.at), message, { severity: "error" });
    return;
  }
  if (!(reading.value instanceof Map)) {
    report.note("SK2016", place(0), "The front matter is no mapping.");
    return;
  }
  checkFields(reading.value, folder, (code, message) =>
    report.note(code, place(0), message, { severity: "error", hint: null }),
  );
}

/** What stands between the first two `---`, line ends as Python reads them. */
function frontMatter(file: string, bytes: Uint8Array, report: Report): { text: string } | null {
  const start = { file, line: 1, column: 1 };
  if (!isUtf8(bytes)) {
    report.note("SK2001", { file, line: null, column: null }, "The file is not valid UTF-8.");
    return null;
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replace(/\r\n?/g, "\n");
  if (text.startsWith("\uFEFF")) {
    report.note("SK2002", start, "The file starts with a byte-order mark.", { severity: "error" });
    return null;
  }
  if (!text.startsWith("---")) {
    report.note("SK2010", start, "The file does not start with ---.", { severity: "error" });
    return null;
  }
  const end = text.indexOf("---", 3);
  if (end === -1) {
    report.note("SK2012", start, "The front matter is not closed by ---.");
    return null;
  }
  return { text: text.slice(3, end) };
}

type Note = (
  code: "SK3001" | "SK3002" | "SK3003" | "SK3004" | "SK3020" | "SK3021" | "SK3040" | "SK3041",
  message: string,
) => void;

function checkFields(fields: Map<string, StrictValue>, folder: string | undefined, note: Note): void {
  const extra = [...fields.keys()].filter((name) => !ALLOWED_FIELDS.includes(name)).toSorted();
  if (extra.length > 0)
    note(
      "SK3040",
      `Agent Skills has no field ${extra.slice(0, 10).map(quoted).join(", ")}; it allows ${ALLOWED_FIELDS.join(", ")}.`,
    );
  checkName(fields.get("name"), folder, note);
  const description = fields.get("description");
  if (description === undefined || description === "") note("SK3020", "There is no description.");
  else if (typeof description !== "string" || stripped(description) === "")
    note("SK3020", "The description is no text.");
  else if (lengthOf(description) > LIMITS.description)
    note("SK3021", `The description has ${lengthOf(description)} characters; the limit is ${LIMITS.description}.`);
  const compatibility = fields.get("compatibility");
  if (compatibility === undefined) return;
  if (typeof compatibility !== "string") note("SK3041", "compatibility must be text.");
  else if (lengthOf(compatibility) > LIMITS.compatibility)
    note("SK3041", `compatibility has ${lengthOf(compatibility)} characters; the limit is ${LIMITS.compatibility}.`);
}

function checkName(value: StrictValue | undefined, folder: string | undefined, note: Note): void {
  if (typeof value !== "string" || stripped(value) === "") {
    note("SK3001", "There is no name.");
    return;
  }
  const name = stripped(value).normalize("NFKC");
  const length = lengthOf(name);
  if (length > LIMITS.name) note("SK3003", `The name has ${length} characters; the limit is ${LIMITS.name}.`);
  if (name !== name.toLowerCase()) note("SK3002", `The name ${quoted(name)} must be lower case.`);
  if (name.startsWith("-") || name.endsWith("-")) note("SK3002", `The name ${quoted(name)} has a hyphen at its edge.`);
  if (name.includes("--")) note("SK3002", `The name ${quoted(name)} has two hyphens in a row.`);
  if (!/^[\p{L}\p{N}-]*$/u.test(name))
    note("SK3002", `The name ${quoted(name)} has more in it than letters, digits and hyphens.`);
  if (folder !== undefined && folder.normalize("NFKC") !== name)
    note("SK3004", `The name ${quoted(name)} differs from its folder ${quoted(folder)}.`);
}

/** Without what Python takes for space at either end. */
function stripped(text: string): string {
  const isSpace = (char: string | undefined) => char !== undefined && /[\t-\r\u001c-\u0020\u0085\p{Z}]/u.test(char);
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
