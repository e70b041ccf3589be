import type { Child } from "hono/jsx";
import { GROUPS } from "../contents/contents.ts";
import { API, type Stop, STOPS } from "../contents/stops.ts";

/** What a page of the documentation lists under "On this page". */
export interface Entry {
  id: string;
  level: number;
  words: Child;
}

/** A page of the documentation: all pages on the left, its own headings on the right, on a phone both above it. */
export function DocsFrame({ path, entries, children }: { path: string; entries: readonly Entry[]; children: Child }) {
  return (
    <div class="docs">
      <nav class="docs-all" aria-label="Documentation">
        <details class="docs-fold">
          <summary>All pages</summary>
          <AllPages path={path} />
        </details>
        <div class="docs-side">
          <AllPages path={path} />
        </div>
      </nav>
      {entries.length > 1 ? (
        <nav class="docs-here" aria-label="On this page">
          <details class="docs-fold">
            <summary>On this page</summary>
            <Entries entries={entries} />
          </details>
          <div class="docs-side">
            <h2>On this page</h2>
            <Entries entries={entries} />
          </div>
        </nav>
      ) : null}
      <div class="docs-text">
        {children}
        <Around path={path} />
      </div>
    </div>
  );
}

function AllPages({ path }: { path: string }) {
  return (
    <>
      <p>
        <PageLink at={path} to={{ path: "/docs", title: "Documentation" }} />
      </p>
      {GROUPS.map((group) => (
        <PageGroup
          title={group.title}
          at={path}
          stops={group.pages.map((page) => ({ path: `/docs/${page.slug}`, title: page.title }))}
        />
      ))}
      <PageGroup title="API reference" at={path} stops={API} />
    </>
  );
}

function PageGroup({ title, at, stops }: { title: string; at: string; stops: readonly Stop[] }) {
  return (
    <details class="docs-group" open={stops.some(({ path }) => path === at)}>
      <summary>{title}</summary>
      <ul>
        {stops.map((to) => (
          <li>
            <PageLink at={at} to={to} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const PageLink = ({ at, to }: { at: string; to: Stop }) => (
  <a href={to.path} aria-current={at === to.path ? "page" : undefined}>
    {to.title}
  </a>
);

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map(({ id, level, words }) => (
        <li class={level > 2 ? "deeper" : undefined}>
          <a href={`#${id}`}>{words}</a>
        </li>
      ))}
    </ul>
  );
}

function Around({ path }: { path: string }) {
  const at = STOPS.findIndex((stop) => stop.path === path);
  const [before, after] = [STOPS[at - 1], STOPS[at + 1]];
  if (at < 0) return null;
  return (
    <nav class="docs-around" aria-label="Before and after">
      {before === undefined ? (
        <span />
      ) : (
        <a rel="prev" href={before.path}>
          <span>Before</span> {before.title}
        </a>
      )}
      {after === undefined ? null : (
        <a rel="next" href={after.path}>
          <span>Next</span> {after.title}
        </a>
      )}
    </nav>
  );
}
