import { xmlText } from "../crawled/xml.ts";

/** The registry that the documents speak of: on the site it is the one that the reader is at. */
const EXAMPLE = /https:\/\/((?:[^\s/<>"@]+@)?)skills\.example\.(?:com|org)/g;

/** HTML of a document with this registry's address in the place of the example's. */
export function asHere(html: string, publicUrl: string): string {
  const [scheme = "https", rest = ""] = publicUrl.split("://");
  const here = xmlText(rest);
  return html
    .replaceAll(EXAMPLE, (_, user: string) => `${scheme}://${user}${here}`)
    .replaceAll(/skills\.example\.(?:com|org)/g, () => here);
}
