import { createContext, Script } from "node:vm";
import MarkdownIt from "markdown-it";
import type { Fence } from "../code/code-blocks.ts";
import { safeHtml } from "./readme-html.ts";

/** A read-me as HTML that may stand in a page, or as text when it was too much to render. */
export type Readme = { kind: "html"; html: string; fences: Fence[] } | { kind: "text"; text: string; reason: string };

const LIMITS = { inputChars: 262_144, outputChars: 1_048_576, textChars: 65_536, timeoutMs: 1_000, fences: 60 };
const CACHE = { entries: 256, chars: 8_388_608 };

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });
markdown.set({ maxNesting: 32 });
markdown.core.ruler.push("images-in-links", ({ tokens }) => {
  for (const { children } of tokens) {
    let open = 0;
    for (const token of children ?? []) {
      if (token.type === "link_open" || token.type === "link_close") open += token.nesting;
      if (token.type === "image") token.meta = { insideLink: open > 0 };
    }
  }
});
// No picture is ever fetched by reading a page (X2): it becomes a link, or its words where it already stands in one.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const alt = markdown.utils.escapeHtml(token?.content.trim() || "image");
  const src = markdown.utils.escapeHtml(String(token?.attrGet("src") ?? ""));
  return token?.meta?.insideLink ? alt : `<a href="${src}">Image: ${alt}</a>`;
};

// A script inside a context is the one way to put a deadline on code that never yields; what it calls is ours.
const timed = new Script("work()");

const rendered = new Map<string, Readme>();
let renderedChars = 0;

/**
 * Renders Markdown that a stranger wrote (X1, X2, X3, X6). `key` names the content for the cache: use the release digest, since links
 * into the package carry its name and version. `fileHref` gives the page of a file of the package. Never throws; bounded in time and size.
 */
export function renderReadme(input: { key: string; text: string; fileHref: (path: string) => string }): Readme {
  const kept = rendered.get(input.key);
  if (kept !== undefined) {
    rendered.delete(input.key);
    rendered.set(input.key, kept);
    return kept;
  }
  const readme = renderNow(input.text, input.fileHref);
  rendered.set(input.key, readme);
  renderedChars += sizeOf(readme);
  for (const [oldest, value] of rendered) {
    if (rendered.size <= CACHE.entries && renderedChars <= CACHE.chars) break;
    rendered.delete(oldest);
    renderedChars -= sizeOf(value);
  }
  return readme;
}

function renderNow(text: string, fileHref: (path: string) => string): Readme {
  if (text.length > LIMITS.inputChars) return asText(text, "it is larger than 256 KiB");
  try {
    const fences: Fence[] = [];
    const work = () => {
      const tokens = markdown.parse(text, {});
      for (const { type, info, content } of tokens) if (type === "fence") fences.push({ named: info, text: content });
      return safeHtml(markdown.renderer.render(tokens, markdown.options, {}), fileHref);
    };
    const html: unknown = timed.runInContext(createContext({ work }), { timeout: LIMITS.timeoutMs });
    if (typeof html !== "string" || html.length > LIMITS.outputChars)
      return asText(text, "it grows too large when rendered");
    return { kind: "html", html, fences: fences.filter(({ named }) => named !== "").slice(0, LIMITS.fences) };
  } catch {
    return asText(text, "it could not be rendered in time");
  }
}

function asText(text: string, reason: string): Readme {
  return { kind: "text", text: text.slice(0, LIMITS.textChars).toWellFormed(), reason };
}

const sizeOf = (readme: Readme): number =>
  readme.kind === "html"
    ? readme.fences.reduce((sum, { text }) => sum + text.length, readme.html.length)
    : readme.text.length;
