import { raw } from "hono/html";
import { notFoundPage } from "../pages/problem.tsx";
import type { Page, Visit } from "../visit.ts";
import { asHere } from "./as-here.ts";
import { DOC_PAGES, GROUPS } from "../contents/contents.ts";
import { DocsFrame } from "./frame.tsx";
import { nouns } from "../contents/nouns.ts";

/** `/docs/:page`: one page, made from the documents of the repository. */
export async function docPage(visit: Visit, slug: string): Promise<Page> {
  const page = DOC_PAGES.find((one) => one.slug === slug);
  const { renderDoc } = await import("./render.ts");
  const doc = renderDoc(slug);
  if (page === undefined || doc === null) return notFoundPage(visit, null);
  return {
    title: page.title,
    description: page.summary,
    canonical: `/docs/${slug}`,
    body: (
      <DocsFrame path={`/docs/${slug}`} entries={doc.headings.filter(({ level }) => level <= 3)}>
        <h1>{page.title}</h1>
        <p class="lead">{page.summary}</p>
        <div class="prose-of">{raw(asHere(doc.html, visit.publicUrl))}</div>
      </DocsFrame>
    ),
  };
}

/** `/docs`: the tasks, each with its pages. */
export async function docsPage({ registryName }: Visit): Promise<Page> {
  return {
    title: "Documentation",
    description: `How to publish, sign, find, verify and run skills with ${registryName}, and its API.`,
    canonical: "/docs",
    body: (
      <DocsFrame path="/docs" entries={[]}>
        <h1>Documentation</h1>
        <p class="lead">
          How to publish, sign, find, verify and run skills with {registryName}. Commands on these pages name this
          registry: copy them as they are.
        </p>
        {[
          ...GROUPS,
          {
            title: "API reference",
            pages: nouns.map(({ slug, title, summary }) => ({ slug: `api/${slug}`, title, summary })),
          },
        ].map((group) => (
          <section class="docs-task">
            <h2>{group.title === "API reference" ? <a href="/docs/api">{group.title}</a> : group.title}</h2>
            <dl>
              {group.pages.map(({ slug, title, summary }) => (
                <div>
                  <dt>
                    <a href={`/docs/${slug}`}>{title}</a>
                  </dt>
                  <dd>{summary}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DocsFrame>
    ),
  };
}
