import { shortText } from "../plain-text.ts";
import type { Page, Visit } from "../visit.ts";

/** What a link to the page looks like elsewhere (ogp.me), and its feed. A page that is not to be indexed says nothing of itself. */
export function SharedMeta({ visit, page, title }: { visit: Visit; page: Page; title: string }) {
  return (
    <>
      {page.feed ? <link rel="alternate" type="application/atom+xml" title={title} href={page.feed} /> : null}
      {page.canonical ? (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={visit.registryName} />
          <meta property="og:title" content={shortText(page.title, 120)} />
          <meta property="og:url" content={`${visit.publicUrl}${page.canonical}`} />
          {page.description ? <meta property="og:description" content={shortText(page.description, 300)} /> : null}
          <meta name="twitter:card" content="summary" />
        </>
      ) : null}
    </>
  );
}
