import { notFoundPage } from "../../pages/problem.tsx";
import type { Page, Visit } from "../../visit.ts";
import { DocsFrame } from "../frame.tsx";
import { curlOf } from "./curl.ts";
import { API_DESCRIPTION, type Operation, operationsOf, SCHEMAS, shapesOf } from "./document.ts";
import { exampleOf } from "./example.ts";
import { type Noun, nouns } from "../../contents/nouns.ts";
import { Answers, Body, Parameters, Shape } from "./tables.tsx";
import { Described, WhoMay } from "./words.tsx";

/** `/docs/api/:noun`: the operations about one thing, and the shapes that they send and take. */
export async function nounPage(visit: Visit, slug: string): Promise<Page> {
  const noun = nouns.find((one) => one.slug === slug);
  if (noun === undefined) return notFoundPage(visit, null);
  const operations = operationsOf(slug);
  const shapes = shapesOf(slug);
  const entries = [
    ...operations.map(({ operationId, method, path }) => ({
      id: operationId,
      level: 2,
      words: (
        <>
          <span class="method">{method}</span>{" "}
          {path.split(/(?<=\/)/).map((part) => (
            <>
              {part}
              <wbr />
            </>
          ))}
        </>
      ),
    })),
    ...(shapes.length > 0 ? [{ id: "shapes", level: 2, words: "Shapes" }] : []),
  ];
  return {
    title: `${noun.title}: API`,
    description: noun.summary,
    canonical: `/docs/api/${slug}`,
    body: (
      <DocsFrame path={`/docs/api/${slug}`} entries={entries}>
        <h1>{noun.title}</h1>
        <p class="lead">{noun.summary}</p>
        {operations.map((operation) => (
          <OperationPart operation={operation} publicUrl={visit.publicUrl} />
        ))}
        <Shapes names={shapes} />
      </DocsFrame>
    ),
  };
}

function OperationPart({ operation, publicUrl }: { operation: Operation; publicUrl: string }) {
  const { operationId, method, path, summary, description, parameters = [] } = operation;
  const answer = Object.entries(operation.responses).find(([status]) => status < "300")?.[1].content?.[
    "application/json"
  ];
  return (
    <section class="operation">
      <h2 id={operationId}>
        <a href={`#${operationId}`}>{summary}</a>
      </h2>
      <p class="call">
        <span class="method">{method}</span> <code>/api/v1{path}</code>
      </p>
      {description ? (
        <p class="measure">
          <Described text={description} />
        </p>
      ) : null}
      <p class="measure who">
        <WhoMay operation={operation} />
      </p>
      <copy-command label={`the command for ${operationId}`}>
        <pre tabindex={0}>
          <code>{curlOf(operation, publicUrl)}</code>
        </pre>
      </copy-command>
      <Parameters parameters={parameters} />
      <Body operation={operation} />
      <Answers operation={operation} />
      {answer?.schema ? (
        <details>
          <summary>An answer, for example</summary>
          <pre tabindex={0}>
            <code>{JSON.stringify(exampleOf(answer.schema, true), null, 2)}</code>
          </pre>
        </details>
      ) : null}
    </section>
  );
}

function Shapes({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h2 id="shapes">Shapes</h2>
      {names.map((name) => (
        <Shape name={name} schema={SCHEMAS[name] ?? {}} />
      ))}
    </>
  );
}

/** `/docs/api`: what holds for every operation, and the pages with them. */
export async function apiPage({ publicUrl, registryName }: Visit): Promise<Page> {
  const entries = [
    { id: "begin", level: 2, words: "Begin" },
    { id: "operations", level: 2, words: "Operations" },
    { id: "refusals", level: 2, words: "Refusals" },
    { id: "shapes", level: 2, words: "Shapes" },
  ];
  return {
    title: "API reference",
    description: `Every operation of the HTTP API of ${registryName}, with commands to try it.`,
    canonical: "/docs/api",
    body: (
      <DocsFrame path="/docs/api" entries={entries}>
        <h1>API reference</h1>
        <p class="lead">
          <Described text={API_DESCRIPTION} />
        </p>
        <Begin publicUrl={publicUrl} />
        <h2 id="operations">Operations</h2>
        <dl class="docs-list">{nouns.map(NounRow)}</dl>
        <Refusals />
        <Shapes names={shapesOf("")} />
      </DocsFrame>
    ),
  };
}

function Begin({ publicUrl }: { publicUrl: string }) {
  return (
    <>
      <h2 id="begin">Begin</h2>
      <p class="measure">
        The API is below <code>{publicUrl}/api/v1</code>. Its document is{" "}
        <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1), from which clients can be generated.{" "}
        <a href="/docs/protocol">The protocol</a> says what holds for every answer: names, limits, caching, paging.
      </p>
      <p class="measure">
        A token travels as <code>Authorization: Bearer gsk_…</code>. Make one at{" "}
        <a href="/account/tokens">your tokens</a> or by <code>gaia-skill token create</code>. The commands on these
        pages read it from <code>GAIA_TOKEN</code>:
      </p>
      <copy-command label="the command that asks who a token speaks for">
        <pre tabindex={0}>
          <code>{`export GAIA_TOKEN=gsk_…\ncurl ${publicUrl}/api/v1/whoami \\\n  -H "Authorization: Bearer $GAIA_TOKEN"`}</code>
        </pre>
      </copy-command>
    </>
  );
}

const NounRow = ({ slug, title, summary }: Noun) => (
  <div>
    <dt>
      <a href={`/docs/api/${slug}`}>{title}</a>
    </dt>
    <dd>
      {summary} <span class="quiet">{operationsOf(slug).length} operations</span>
    </dd>
  </div>
);

/** Statuses of refusals with what each means, as the operations that answer them say it. */
function Refusals() {
  const meanings = new Map<string, string>();
  for (const { slug } of nouns)
    for (const { responses } of operationsOf(slug))
      for (const [status, { description }] of Object.entries(responses))
        if (status >= "400") meanings.set(status, description);
  return (
    <>
      <h2 id="refusals">Refusals</h2>
      <p class="measure">
        A refusal is <code>application/problem+json</code>, the shape <a href="#shape-Problem">Problem</a>. Decide by
        its <code>code</code>: <a href="/docs/protocol#every-answer">which code comes with which status</a>.
      </p>
      <dl class="docs-list">
        {[...meanings].toSorted().map(([status, meaning]) => (
          <div>
            <dt id={`answer-${status}`}>
              <code>{status}</code>
            </dt>
            <dd>
              <Described text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
