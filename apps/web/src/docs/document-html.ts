import sanitize from "sanitize-html";
import { DROPPED, TAGS } from "../readme/readme-html.ts";

/** HTML made from the repository's own documents, by the allow list of read-mes and with the ids that links lead to. */
export const documentHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: ["h2", "copy-command", ...TAGS.split(" ")],
    nonTextTags: DROPPED.split(" "),
    allowedAttributes: {
      a: ["href"],
      td: ["align"],
      th: ["align"],
      ...Object.fromEntries(["h2", "h3", "h4", "h5", "h6"].map((name) => [name, ["id"]])),
      pre: ["tabindex"],
      table: ["tabindex"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    transformTags: {
      // What may scroll must be reachable by keyboard.
      pre: (tagName) => ({ tagName, attribs: { tabindex: "0" } }),
      table: (tagName) => ({ tagName, attribs: { tabindex: "0" } }),
      td: cell,
      th: cell,
    },
  });

function cell(tagName: string, attribs: sanitize.Attributes) {
  const side = /text-align:\s*(left|center|right)/.exec(attribs["style"] ?? "")?.[1];
  return { tagName, attribs: side === undefined ? {} : { align: side } };
}
