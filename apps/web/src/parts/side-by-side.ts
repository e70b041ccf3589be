import type { components } from "@gaia/client";
import { codeLines } from "../code/code-lines.ts";
import { linesOf, MOST_SHOWN_BYTES, readFileText } from "../file-text.ts";
import { lineDiff } from "../line-diff.ts";
import type { ShownDiff } from "./diff-block.tsx";
import { ensureData } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

type Comparison = components["schemas"]["Comparison"];
type OneFile = components["schemas"]["FileList"]["files"][number];

/** Each costs two reads of a package. */
const MOST_DIFFS = 10;
/** What setting the files of one page side by side may take, all together. */
const MOST_DIFFS_MS = 300;
/** What each file has in any case, so that no file takes the time of those after it. */
const LEAST_DIFF_MS = 50;
/** So many pairs of files that were too much are remembered for a while, so that nobody has one compared again and again. */
const MOST_TOO_MUCH = 20_000;
const TOO_MUCH_FOR_MS = 600_000;
const tooMuchUntil = new Map<string, number>();
/** So many characters of one page have their colours, which it waits for so long. */
const CODE = { chars: 384 * 1024, waitMs: 1_500 };

/** What changed in the files of two versions: what people read first, then code; no more than a page holds. */
export async function diffsOf(visit: Visit, { name, from, to, files }: Comparison): Promise<ShownDiff[]> {
  const paths = files.changed.toSorted((a, b) => Number(isProse(b)) - Number(isProse(a))).slice(0, MOST_DIFFS);
  const listed = await Promise.all([from, to].map((version) => filesOf(visit, { name, version })));
  const left = { ms: MOST_DIFFS_MS, chars: CODE.chars };
  const diffs: Promise<ShownDiff>[] = [];
  for (const path of paths) {
    const both = listed.map((of) => of.get(path));
    const pair = both.map((file) => file?.sha256 ?? "").join(" ");
    const isLarge = both.some((file) => (file?.size_bytes ?? 0) > MOST_SHOWN_BYTES);
    if ((tooMuchUntil.get(pair) ?? 0) > Date.now()) {
      diffs.push(Promise.resolve({ path, groups: null, why: TOO_MUCH }));
      continue;
    }
    const texts = isLarge
      ? [null, null]
      : await Promise.all([from, to].map((version) => readFileText(visit, { name, version, path })));
    const [older, newer] = texts.map((text) => (text === null ? null : linesOf(text ?? "")));
    if (older && newer) diffs.push(shownDiff(visit, { path, pair, older, newer, left }));
    else diffs.push(Promise.resolve({ path, groups: null, why: isLarge ? "too large to be shown here" : "no text" }));
  }
  return Promise.all(diffs);
}

/** `left` is what the files after this one may still take. */
async function shownDiff(
  { highlight }: Visit,
  file: { path: string; pair: string; older: string[]; newer: string[]; left: { ms: number; chars: number } },
): Promise<ShownDiff> {
  const { path, pair, older, newer, left } = file;
  const timeoutMs = Math.max(left.ms, LEAST_DIFF_MS);
  const beganAt = performance.now();
  const groups = lineDiff(older, newer, timeoutMs);
  left.ms -= performance.now() - beganAt;
  const why = TOO_MUCH;
  // With the least of time it may be the files before it that were too much.
  if (groups === null && timeoutMs > LEAST_DIFF_MS) remember(pair);
  const chars = [older, newer].reduce((sum, lines) => sum + lines.reduce((all, line) => all + line.length, 0), 0);
  if (groups === null || chars > left.chars) return { path, groups, why };
  left.chars -= chars;
  const parts = (lines: string[]) => codeLines(highlight, { lines, named: path, waitMs: CODE.waitMs });
  const [olderCode, newerCode] = await Promise.all([parts(older), parts(newer)]);
  return { path, groups, why, code: { older: olderCode, newer: newerCode } };
}

const TOO_MUCH = "changed too much to be compared line by line, or not within the time for it";

function remember(pair: string): void {
  tooMuchUntil.delete(pair);
  tooMuchUntil.set(pair, Date.now() + TOO_MUCH_FOR_MS);
  const [oldest] = tooMuchUntil.keys();
  if (tooMuchUntil.size > MOST_TOO_MUCH && oldest !== undefined) tooMuchUntil.delete(oldest);
}

const isProse = (path: string): boolean => /\.(?:md|markdown|mdx|txt|rst)$/i.test(path);

async function filesOf({ api }: Visit, path: { name: string; version: string }): Promise<Map<string, OneFile>> {
  const { files } = await ensureData(api.GET("/skills/{name}/{version}/files", { params: { path } }));
  return new Map(files.map((file) => [file.path, file]));
}
