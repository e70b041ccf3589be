import type { Asked } from "../asked.ts";
import { DOC_PATHS } from "../contents/stops.ts";
import { ensureData } from "../registry-api.ts";
import { asAnybody, crawled } from "./as-anybody.ts";
import { xmlText } from "./xml.ts";

const XML = "application/xml; charset=utf-8";
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Pages that are always there. */
const PAGES = ["/", "/search", "/publishers", "/tags", "/cli", "/keys", "/status", ...DOC_PATHS];

/**
 * `/sitemap.xml` (sitemaps.org): the public skills; where there are more than 10,000, it is an index of `/sitemap.xml?page=N`, each with so
 * many.
 */
export const sitemap = (asked: Asked): Promise<Response> =>
  crawled(asked, XML, async () => {
    const { api, publicUrl } = asAnybody(asked);
    const given = /^[1-9][0-9]{0,2}$/.exec(new URL(asked.request.url).searchParams.get("page") ?? "");
    const page = given === null ? 1 : Number(given[0]);
    const { items, pages } = await ensureData(api.GET("/names", { params: { query: { page } } }));
    if (given === null && pages > 1) {
      const parts = Array.from({ length: pages }, (_, at) => `${publicUrl}/sitemap.xml?page=${at + 1}`);
      return document(
        "sitemapindex",
        parts.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>`),
      );
    }
    const own = page === 1 ? PAGES.map((path) => `<url><loc>${xmlText(`${publicUrl}${path}`)}</loc></url>`) : [];
    const skills = items.map(({ name, updated_at }) => {
      const address = `${publicUrl}/skills/${encodeURIComponent(name)}`;
      return `<url><loc>${xmlText(address)}</loc><lastmod>${xmlText(updated_at)}</lastmod></url>`;
    });
    return document("urlset", [...own, ...skills]);
  });

const document = (root: string, lines: string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} ${NAMESPACE}>`, ...lines, `</${root}>`, ""].join("\n");
