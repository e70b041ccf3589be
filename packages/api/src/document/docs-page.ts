import { html, raw } from "hono/html";

/** As much of an OpenAPI 3.1 document as the page shows. */
interface Document {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  operationId?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    schema?: { type?: string; enum?: string[]; default?: unknown };
  }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: { $ref?: string } }> }>;
}

const STYLE = `body{font:15px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h1{font-size:1.6rem}h2{margin-top:2.5rem;text-transform:capitalize}article{border-top:1px solid #8886;padding:1rem 0}
h3{font-size:1rem;margin:0}code{font:13px/1.4 ui-monospace,monospace}.method{display:inline-block;min-width:4.5rem;font-weight:700}
dt{font-weight:600;margin-top:.5rem}dd{margin:0 0 0 1rem}li{margin:.1rem 0}`;

/**
 * The API for a reader: one static page made from the OpenAPI document, without a script.
 * @returns HTML and the Content-Security-Policy that fits it
 */
export function docsPage(document: Document): { body: string; policy: string } {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? "other"))];
  const sections = tags.map(
    (tag) =>
      html`<section>
        <h2>${tag}</h2>
        ${operations.filter(({ operation }) => (operation.tags?.[0] ?? "other") === tag).map(article)}
      </section>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}: API</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${document.info.title}: HTTP API ${document.info.version}</h1>
          <p>${document.info.description ?? ""}</p>
          <p>Base address: <code>/api/v1</code>. For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
          ${sections}
        </main>
      </body>
    </html>`;
  return {
    body: String(page),
    policy: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  };
}

function article({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const parameters = operation.parameters ?? [];
  const bodies = Object.keys(operation.requestBody?.content ?? {});
  return html`<article id="${operation.operationId ?? ""}">
    <h3><span class="method">${method}</span> <code>${path}</code></h3>
    <p>${operation.summary ?? ""}${operation.security ? " Needs a token." : ""}</p>
    <dl>
      ${
        parameters.length > 0
          ? html`<dt>Parameters</dt>
              <dd>
                <ul>
                  ${parameters.map(parameter)}
                </ul>
              </dd>`
          : ""
      }
      ${
        bodies.length > 0
          ? html`<dt>Body</dt>
              <dd>${bodies.map((type) => html`<code>${type}</code> `)}</dd>`
          : ""
      }
      <dt>Answers</dt>
      <dd>
        <ul>
          ${Object.entries(operation.responses).map(answer)}
        </ul>
      </dd>
    </dl>
  </article>`;
}

function parameter({ name, in: place, required, schema }: NonNullable<Operation["parameters"]>[number]) {
  const kind = schema?.enum ? schema.enum.join(" | ") : (schema?.type ?? "");
  const fallback = schema?.default === undefined ? "" : `, ${String(schema.default)} unless given`;
  return html`<li><code>${name}</code> in ${place}${required ? ", required" : ""}: ${kind}${fallback}</li>`;
}

function answer([status, { description, content }]: [string, Operation["responses"][string]]) {
  const shape = Object.values(content ?? {})[0]
    ?.schema?.$ref?.split("/")
    .at(-1);
  return html`<li><code>${status}</code> ${description}${shape ? html` (<code>${shape}</code>)` : ""}</li>`;
}
