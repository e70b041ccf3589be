import sanitize from "sanitize-html";
import { safeLink } from "../safe-href.ts";
import { shortText } from "../plain-text.ts";

/**
 * No `div`: a browser closes one silently where a new `li` opens inside it, and the `</div>` that is then left over would close an
 * element of the page around. `section` is not closed that way, so divs become sections, and the page never puts a section around a
 * read-me.
 */
export const TAGS =
  "a abbr b blockquote br code dd del details dl dt em h3 h4 h5 h6 hr i ins kbd li ol p pre q s samp " +
  "section small span strong sub summary sup table tbody td tfoot th thead tr u ul var";

/** Elements whose content is not text for people: dropped with everything inside. */
export const DROPPED =
  "script style textarea option select xmp noscript noembed noframes iframe object embed template title svg math head";

/**
 * HTML from a stranger -> HTML that may stand in a page: an allow list of elements, no `id`, `name`, `class` or `style`, headings from
 * h3 down without gaps, links only where `safeLink` lets them and with the host they lead to beside them.
 */
export function safeHtml(html: string, fileHref: (path: string) => string): string {
  let lastHeading = 2;
  const heading = (tagName: string) => {
    const level = Math.min(Number(tagName.slice(1)) + 2, lastHeading + 1, 6);
    lastHeading = level;
    return { tagName: `h${level}`, attribs: {} };
  };
  const cell = (tagName: string, attribs: sanitize.Attributes) => {
    const side = /text-align:\s*(left|center|right)/.exec(attribs["style"] ?? "")?.[1];
    return { tagName, attribs: side === undefined ? {} : { align: side } };
  };
  const safe = sanitize(html, {
    allowedTags: TAGS.split(" "),
    nonTextTags: DROPPED.split(" "),
    allowedAttributes: {
      a: ["href", "data-host", "rel"],
      td: ["align"],
      th: ["align"],
      pre: ["tabindex"],
      table: ["tabindex"],
      details: ["open"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    nestingLimit: 48,
    transformTags: {
      ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading])),
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs["href"] ?? "", fileHref) }),
      div: () => ({ tagName: "section", attribs: {} }),
      img: (_, attribs) => ({ tagName: "span", attribs: {}, text: shortText(attribs["alt"] || "image", 300) }),
      // What may scroll must be reachable by keyboard.
      pre: (tagName) => ({ tagName, attribs: { tabindex: "0" } }),
      table: (tagName) => ({ tagName, attribs: { tabindex: "0" } }),
      td: cell,
      th: cell,
    },
  });
  return withoutEchoedHosts(safe);
}

function linkAttributes(written: string, fileHref: (path: string) => string): sanitize.Attributes {
  const link = safeLink(written);
  if (link === null) return {};
  if (link.kind === "file") return { href: fileHref(link.path) };
  if (link.kind === "mail") return { href: link.href };
  return { href: link.href, "data-host": link.host, rel: "nofollow ugc noopener" };
}

/** `<https://a.example/b>` names its host already; only a link that shows its whole address is spared the mark (X3). */
function withoutEchoedHosts(html: string): string {
  return html.replace(
    /<a href="([^"]*)" data-host="[^"]*" rel="([^"]*)">([^<]*)<\/a>/g,
    (whole, href: string, rel: string, text: string) =>
      text === href || `${text}/` === href ? `<a href="${href}" rel="${rel}">${text}</a>` : whole,
  );
}
