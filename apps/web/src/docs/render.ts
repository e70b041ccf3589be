import MarkdownIt from "markdown-it";
import { DOC_PAGES } from "../contents/contents.ts";
import { documentHtml } from "./document-html.ts";
import { type Heading, type Piece, plans } from "./plan.ts";

/** A page of the documentation: its HTML, and its headings for "On this page". */
export interface RenderedDoc {
  html: string;
  headings: readonly Heading[];
}

/** Languages of what a reader pastes somewhere. */
const COPIED = new Set(["sh", "yaml", "json", "toml", "markdown"]);

// The documents have no HTML of their own: what looks like it is an example.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  const code = `<pre><code>${markdown.utils.escapeHtml(content)}</code></pre>`;
  return COPIED.has(info.trim()) ? `<copy-command>${code}</copy-command>\n` : code;
};
// An option is never cut after its dashes.
markdown.renderer.rules.code_inline = (tokens, index) =>
  `<code>${markdown.utils
    .escapeHtml(tokens[index]?.content ?? "")
    .replaceAll(/(?<![^\s])--?[a-z][\w-]{0,30}(?![^\s])/g, "<span>$&</span>")}</code>`;

type Token = ReturnType<(typeof markdown)["parse"]>[number];

const rendered = new Map<string, RenderedDoc>();

/** The page of this slug as it is for every registry; null: there is none. Rendered at the first request, and kept. */
export function renderDoc(slug: string): RenderedDoc | null {
  const kept = rendered.get(slug);
  if (kept !== undefined) return kept;
  const plan = plans().pages.get(slug);
  if (plan === undefined) return null;
  const doc = {
    html: documentHtml(plan.pieces.map(renderPiece).join("\n")),
    headings: plan.pieces.flatMap(({ headings }) => headings),
  };
  rendered.set(slug, doc);
  return doc;
}

function renderPiece({ file, text, headings }: Piece): string {
  const tokens = markdown.parse(text, {});
  const ids = headings.values();
  for (const token of tokens) {
    if (token.type === "heading_open") token.attrSet("id", ids.next().value?.id ?? "");
    if (token.type === "inline" && token.children) token.children = linked(token.children, file);
  }
  return markdown.renderer.render(tokens, markdown.options, {});
}

/** Links between the documents as addresses of the site. One to what is not on the site becomes its words. */
function linked(tokens: Token[], file: string): Token[] {
  let isDropped = false;
  let isInside = false;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") {
      const address = addressOf(String(token.attrGet("href") ?? ""), file);
      isDropped = address === null;
      isInside = true;
      if (address !== null) token.attrSet("href", address);
    }
    const isEnd = token.type === "link_close";
    if (isEnd) isInside = false;
    if ((token.type === "link_open" || isEnd) && isDropped) return [];
    return token.type === "code_inline" && !isInside ? named(token) : [token];
  });
}

/** `docs/TRUST.md` in a sentence is the page by its title. */
function named(token: Token): Token[] {
  const path = /^docs\/(\S+\.md)$/.exec(token.content)?.[1];
  const address = path === undefined ? undefined : plans().addresses.get(path);
  const page = DOC_PAGES.find(({ slug }) => address === `/docs/${slug}`);
  if (address === undefined || page === undefined) return [token];
  return markdown.parseInline(`[${page.title}](${address})`, {})[0]?.children ?? [token];
}

/** Where a link of this file leads on the site; null: to nothing that is there. */
function addressOf(written: string, file: string): string | null {
  if (/^(?:https?:|mailto:)/.test(written)) return written;
  const [path = "", anchor = ""] = written.split("#");
  const target = path === "" ? file : new URL(path, `file:///${file}`).pathname.slice(1);
  if (target === "openapi.json") return "/api/v1/openapi.json";
  const { addresses } = plans();
  return (anchor === "" ? undefined : addresses.get(`${target}#${anchor}`)) ?? addresses.get(target) ?? null;
}

/** Whether a link of this file leads somewhere on the site or outside; for the test of the documents. */
export const isKnownLink = (written: string, file: string): boolean => addressOf(written, file) !== null;
