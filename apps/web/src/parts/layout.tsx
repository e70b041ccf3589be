import { assetPaths } from "../assets.ts";
import { shortText } from "../plain-text.ts";
import type { Page, Visit } from "../visit.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SharedMeta } from "../crawled/shared-meta.tsx";
import { SearchField } from "./search-field.tsx";
import { Mark } from "./marks.tsx";

/** The whole document around a page. The same for every visitor who is not signed in: the theme is in `/theme.css`. */
export function documentOf(visit: Visit, page: Page): string {
  const { registryName, url } = visit;
  const title = page.title === registryName ? registryName : `${shortText(page.title, 120)} · ${registryName}`;
  const description = page.description ? shortText(page.description, 300) : null;
  const html = (
    <html lang="en" {...(isForOneViewer(visit, page) && { "data-viewer": viewerOf(visit) })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {page.goesOnTo ? <meta http-equiv="refresh" content={`0;url=${page.goesOnTo}`} /> : null}
        {page.changesSoon ? (
          <noscript>
            <meta http-equiv="refresh" content="3" />
          </noscript>
        ) : null}
        <title>{title}</title>
        {description ? <meta name="description" content={description} /> : null}
        {page.canonical ? (
          <link rel="canonical" href={`${visit.publicUrl}${page.canonical}`} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <SharedMeta visit={visit} page={page} title={title} />
        <link rel="icon" type="image/svg+xml" href={assetPaths.icon} />
        <link rel="stylesheet" href={assetPaths.style} />
        <link rel="stylesheet" href="/theme.css" />
        <script type="module" src={assetPaths.script}></script>
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        {visit.announcement === null ? null : (
          <aside class="announcement" aria-label="Announcement">
            <p dir="auto">{visit.announcement}</p>
          </aside>
        )}
        <Header visit={visit} ownSearch={page.ownSearch === true} />
        <main id="main" tabindex={-1}>
          {page.body}
        </main>
        <Footer back={`${url.pathname}${url.search}`} />
      </body>
    </html>
  );
  return `<!doctype html>${String(html)}`;
}

/** Whether a page is made for one viewer: it is kept nowhere, and the script shows it to nobody else at this browser. */
export const isForOneViewer = ({ viewer }: Visit, { isPersonal = false }: Page): boolean =>
  viewer !== "anonymous" || isPersonal;

/** Whose page it is, as the script compares it: a handle, nothing for nobody, `?` where it could not be told. */
const viewerOf = ({ viewer, me }: Visit): string => me?.handle ?? (viewer === "anonymous" ? "" : "?");

function Header({ visit, ownSearch }: { visit: Visit; ownSearch: boolean }) {
  return (
    <header class="top">
      <a class="wordmark" href="/">
        <Mark shape="hexagon" sign="check" tone="ink" />
        <span>{visit.registryName}</span>
      </a>
      {ownSearch ? null : <SearchField label="Search skills" compact />}
      <nav aria-label="Site">
        <a href="/search">Browse</a>
        <a href="/#marks">Tiers and verdicts</a>
        <a href="/cli">Command line</a>
        <a href="/docs">Docs</a>
        <PersonMenu visit={visit} />
      </nav>
    </header>
  );
}

function Footer({ back }: { back: string }) {
  return (
    <footer class="foot">
      <p>
        Skills are written by their publishers. The registry says what it checked, and signs what it says:{" "}
        <a href="/keys">its public keys</a>. <a href="/docs">Documentation</a>, <a href="/docs/api">API reference</a>,{" "}
        <a href="/status">status</a>.
      </p>
      <form class="theme" method="post" action="/theme">
        <input type="hidden" name="back" value={back.length > 2_000 ? "/" : back} />
        <fieldset>
          <legend>Appearance</legend>
          {(["system", "light", "dark"] as const).map((theme) => (
            <button type="submit" name="theme" value={theme}>
              {theme}
            </button>
          ))}
        </fieldset>
      </form>
    </footer>
  );
}
