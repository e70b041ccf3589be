import type { CodeLine } from "../code/code-lines.ts";
import { CodeText } from "../code/code-text.tsx";
import type { DiffLine } from "../line-diff.ts";
import { shortText } from "../plain-text.ts";

/** What changed in one file; `groups` null: `why` says why that is not shown. */
export interface ShownDiff {
  path: string;
  groups: DiffLine[][] | null;
  why: string;
  /** The parts of the lines of both texts, by their numbers from 0; null: plain. */
  code?: { older: CodeLine[] | null; newer: CodeLine[] | null };
}

const MOST_LINES = 1_000;
const MARKS = { same: " ", added: "+", dropped: "−" } as const;

/** The lines that came and went, each with its number and a mark: colour says nothing alone. */
export function DiffBlock({ diff, address }: { diff: ShownDiff; address: string }) {
  const { path, groups, why, code } = diff;
  let left = MOST_LINES;
  return (
    <article class="diff" aria-label={shortText(path, 120)}>
      <h3>
        <a href={address}>
          <code>{shortText(path, 160)}</code>
        </a>
        {groups === null ? <span class="quiet"> {why}</span> : null}
      </h3>
      {groups === null || groups.length === 0 ? null : (
        <pre tabindex={0} class="source">
          {groups.map((group, at) => {
            const shown = group.slice(0, Math.max(0, left));
            left -= shown.length;
            return (
              <>
                {at === 0 || shown.length === 0 ? null : <span class="diff-gap">⋯</span>}
                {shown.map((line) => (
                  <Line line={line} parts={(line.kind === "dropped" ? code?.older : code?.newer)?.[line.line - 1]} />
                ))}
              </>
            );
          })}
          {left <= 0 ? <span class="diff-gap">and more</span> : null}
        </pre>
      )}
    </article>
  );
}

function Line({ line: { kind, text, line }, parts }: { line: DiffLine; parts: CodeLine | undefined }) {
  const inner = (
    <>
      <span class="line-number">{line}</span>
      <span class="line-mark">{MARKS[kind]}</span>
      <CodeText text={text} parts={parts} limit={2_000} />
    </>
  );
  if (kind === "added") return <ins class="line">{inner}</ins>;
  if (kind === "dropped") return <del class="line">{inner}</del>;
  return <span class="line">{inner}</span>;
}
