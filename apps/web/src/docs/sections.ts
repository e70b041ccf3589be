/** What stands below one `##` heading of a Markdown file, the heading included. */
export interface Section {
  /** Of the heading; `""`: what stands before the first one. */
  anchor: string;
  /** The heading's words; empty before the first one. */
  heading: string;
  text: string;
}

/** A heading as the anchor that forges give it: links between the documents are written so. */
export function anchorOf(heading: string): string {
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** The lines of a Markdown file, and which of them stand in a fence: a `#` there is no heading. */
export function linesOf(text: string): { line: string; isCode: boolean }[] {
  let fence: string | null = null;
  return text.split("\n").map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (mark !== null) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    return { line, isCode: fence !== null || mark !== null };
  });
}

/** A Markdown file in its `##` sections, without its title and without comments. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ anchor: "", heading: "", text: "" }];
  for (const { line, isCode } of linesOf(markdown)) {
    const heading = isCode ? null : /^(#{1,2}) (.+)$/.exec(line);
    if (heading?.[1] === "#" || (!isCode && /^<!--.*-->$/.test(line))) continue;
    if (heading) sections.push({ anchor: anchorOf(heading[2] ?? ""), heading: heading[2] ?? "", text: "" });
    const last = sections.at(-1);
    if (last) last.text += `${line}\n`;
  }
  return sections.filter(({ text }) => text.trim() !== "");
}
