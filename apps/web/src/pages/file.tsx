import { type CodeLine, codeLines } from "../code/code-lines.ts";
import { CodeText } from "../code/code-text.tsx";
import { linesOf, MOST_SHOWN_BYTES, readFileText } from "../file-text.ts";
import { countText, plural, sizeText } from "../figures.tsx";
import { asComment } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import { ensureData, findData, type ScanReport } from "../registry-api.ts";
import { filePageAddress, skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { notFoundPage } from "./problem.tsx";

type Finding = ScanReport["findings"][number];

const MOST_LINES = 5_000;
/** What a page waits for its colours. */
const WAIT_MS = 1_500;

/** `/skills/{name}/{version}/files/{path}`: one file as text, each line with an address of its own, findings at their lines. */
export async function filePage(visit: Visit, at: { name: string; version: string; path: string }): Promise<Page> {
  const { api } = visit;
  const { name, version, path } = at;
  const params = { path: { name, version } };
  const [facts, { files }, scan] = await Promise.all([
    ensureData(api.GET("/skills/{name}/{version}", { params })),
    ensureData(api.GET("/skills/{name}/{version}/files", { params })),
    findData(api.GET("/skills/{name}/{version}/scan", { params })),
  ]);
  const file = files.find((one) => one.path === path);
  if (file === undefined) return notFoundPage(visit, null);
  const isForAll = (facts.visibility === undefined || facts.visibility === "public") && facts.held !== true;
  const text = file.size_bytes > MOST_SHOWN_BYTES ? null : await readFileText(visit, at);
  const findings = scan?.findings.filter((finding) => finding.file === path) ?? [];
  const isHeld = facts.held === true;
  const lines = text === null ? [] : linesOf(text);
  const code = isHeld
    ? null
    : await codeLines(visit.highlight, { lines: lines.slice(0, MOST_LINES), named: path, waitMs: WAIT_MS });
  const raw = `/api/v1${filePageAddress(name, version, path)}`;
  return {
    title: `${path} of ${name} ${version}`,
    description: `${path}, a file of the skill ${name} ${version}.`,
    ...(isForAll && { canonical: filePageAddress(name, version, path) }),
    body: (
      <>
        <div class="heading">
          <h1 class="file-name">{shortText(path, 240)}</h1>
          <nav aria-label="Where this file is">
            <p class="links">
              <a href={skillAddress(name, version)}>
                {name} {version}
              </a>
              <a href={skillAddress(name, version, "files")}>All files</a>
              <a href={raw} rel="nofollow">
                Download it
              </a>
            </p>
          </nav>
          <p class="heading-facts">
            <span>{sizeText(file.size_bytes)}</span>
            {text === null ? null : <span>{plural(lines.length, "line")}</span>}
            <span>{findings.length === 0 ? "No finding" : plural(findings.length, "finding")}</span>
            <span class="file-digest">
              SHA-256 <code class="digest">{file.sha256}</code>
            </span>
          </p>
        </div>
        {text === null ? (
          <p class="empty">
            {file.size_bytes > MOST_SHOWN_BYTES
              ? `This file is larger than the ${sizeText(MOST_SHOWN_BYTES)} that a page shows. Download it to read it.`
              : "This file is no text. Download it to look into it."}
          </p>
        ) : (
          <Source lines={lines} code={code} findings={findings} isHeld={isHeld} />
        )}
      </>
    ),
  };
}

interface SourceProps {
  lines: string[];
  code: CodeLine[] | null;
  findings: Finding[];
  isHeld: boolean;
}

function Source({ lines, code, findings, isHeld }: SourceProps) {
  const byLine = Map.groupBy(findings, ({ line }) => line ?? 0);
  const unplaced = [...byLine].flatMap(([line, of]) => (line < 1 || line > lines.length ? of : []));
  return (
    <>
      {isHeld ? (
        <p class="quiet measure">
          This version is held for review: its lines are shown as comments, so that no shell runs them.
        </p>
      ) : null}
      {unplaced.map((finding) => (
        <FindingNote finding={finding} />
      ))}
      <pre tabindex={0} class="source file">
        {lines.slice(0, MOST_LINES).map((line, at) => (
          <>
            <span class={byLine.has(at + 1) ? "line found" : "line"} id={`L${at + 1}`}>
              <a class="line-number" href={`#L${at + 1}`} aria-label={`Line ${at + 1}`}>
                {at + 1}
              </a>
              {isHeld ? shortText(asComment(line), 4_000) : <CodeText text={line} parts={code?.[at]} limit={4_000} />}
            </span>
            {byLine.get(at + 1)?.map((finding) => (
              <FindingNote finding={finding} />
            ))}
          </>
        ))}
      </pre>
      {lines.length > MOST_LINES ? (
        <p class="quiet">
          The first {countText(MOST_LINES)} of {countText(lines.length)} lines.
        </p>
      ) : null}
    </>
  );
}

function FindingNote({ finding: { severity, rule, message } }: { finding: Finding }) {
  return (
    <span class={`line-finding ${severity}`} dir="auto">
      <strong>{severity}</strong> {shortText(rule, 120)}: {shortText(message, 400)}
    </span>
  );
}
