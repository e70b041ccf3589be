import { DIAGNOSTIC_CODES, type DiagnosticCode } from "@gaia/manifest";
import { archiveCodesOf, type CodeRow, ELSEWHERE_CODES, STYLE_ROWS } from "@gaia/manifest/kernel";
import { DIAGNOSTIC_MEANINGS } from "./diagnostic-meanings.ts";
import { FIXABLE_CODES } from "./edit/fixes-for.ts";

type AnyCode = DiagnosticCode | keyof typeof ELSEWHERE_CODES;

const GROUPS: [start: string, title: string][] = [
  ["SK1", "Files"],
  ["SK2", "Text"],
  ["SK3", "Identity"],
  ["SK4", "Tools and code"],
  ["SK5", "Permissions and trust"],
  ["SK6", "Dependencies"],
  ["SK7", "Instructions"],
  ["SK9", "Conversion"],
];

const HEAD = `# Diagnostics

Every code that validation, publish, conversion and the command line speak in. This page is made from the tables in \`packages/manifest\`; a test keeps it current.

- **At publish** is what \`POST /api/v1/skills\`, \`POST /api/v1/validate\` and \`gaia-skill validate\` say: an error refuses the package, and all of them are said at once. **At import** is what \`migrate\`,
  \`convert\` and \`download?as=\` say of what people wrote elsewhere. A format may raise or lower a severity where its own specification says so.
- **Fix**: \`gaia-skill lint --fix\` repairs it; \`--output sarif\` carries the edit.
- **Said by**: no entry is the reading of a package. What the archive reader refuses it refuses before anything is read, under codes of its own, which are finer: they stand in the last column, and in \`errors[].code\` of the answer.
`;

/** docs/diagnostics.md: all codes, those that other rooms report among them. */
export function diagnosticsPage(): string {
  const rows = new Map<string, CodeRow>([...Object.entries(DIAGNOSTIC_CODES), ...Object.entries(ELSEWHERE_CODES)]);
  const sections = GROUPS.map(([start, title]) => {
    const codes = [...rows.keys()].filter((code) => code.startsWith(start)).toSorted();
    const lines = codes.map((code) => rowOf(code as AnyCode, rows.get(code)));
    return `\n## ${title}\n\n${TABLE_HEAD}\n${lines.join("\n")}\n`;
  });
  return `${HEAD}${sections.join("")}`;
}

const TABLE_HEAD = [
  "| code | title | at publish | at import | says | hint | fix | said by |",
  "|---|---|---|---|---|---|---|---|",
].join("\n");

function rowOf(code: AnyCode, row: CodeRow | undefined): string {
  if (row === undefined) return "";
  const isFixable = FIXABLE_CODES.includes(code);
  const cells = [
    `\`${code}\``,
    row.title,
    row.severity,
    row.atImport ?? row.severity,
    DIAGNOSTIC_MEANINGS[code],
    row.hint ?? "",
    isFixable ? "yes" : "",
    saidBy(code),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("<", "&lt;")).join(" | ")} |`;
}

function saidBy(code: AnyCode): string {
  const known: { [code: string]: { by: string; as: readonly string[] } } = ELSEWHERE_CODES;
  const elsewhere = Object.hasOwn(known, code) ? known[code] : undefined;
  const own = elsewhere?.as ?? archiveCodesOf(code);
  const by = elsewhere?.by ?? (code in STYLE_ROWS ? "`lint`" : own.length > 0 ? "here; the archive reader" : "");
  return own.length === 0 ? by : `${by}: ${own.map((one) => `\`${one}\``).join(", ")}`;
}
