import { xmlText } from "./xml.ts";

/** Something that happened to a skill. `id` stays the same for it. */
export interface FeedEntry {
  id: string;
  title: string;
  /** The page to read on. */
  href: string;
  /** RFC 3339. */
  at: string;
  author: string;
  text: string;
}

/** An Atom feed (RFC 4287) of entries, the newest first. `href`: the page that it belongs to; both addresses are absolute. */
export function atomFeed(feed: { title: string; self: string; href: string; entries: readonly FeedEntry[] }): string {
  const entries = feed.entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  // RFC 4287 §4.1.1 wants a time; a feed in which nothing happened has one that never changes.
  const updated = entries[0]?.at ?? "1970-01-01T00:00:00.000Z";
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xmlText(feed.title)}</title>`,
    `<id>${xmlText(feed.self)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(feed.href)}"/>`,
    `<updated>${xmlText(updated)}</updated>`,
    ...entries.map(entryOf),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

const entryOf = ({ id, title, href, at, author, text }: FeedEntry): string =>
  [
    "<entry>",
    `<title>${xmlText(title)}</title>`,
    `<id>${xmlText(id)}</id>`,
    `<link rel="alternate" type="text/html" href="${xmlText(href)}"/>`,
    `<updated>${xmlText(at)}</updated>`,
    `<author><name>${xmlText(author)}</name></author>`,
    `<summary type="text">${xmlText(text)}</summary>`,
    "</entry>",
  ].join("");
