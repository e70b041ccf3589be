import { nearestKey } from "@gaia/text";
import { Notice } from "../parts/banner.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { shortText } from "../plain-text.ts";
import { type ApiProblem, findData, type SkillSummary } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { gonePage } from "./gone.tsx";
import { label, type Wanted } from "./wanted.ts";

/** The page for an address that leads nowhere, with what the visitor may have meant, and ways on. */
export async function notFoundPage(visit: Visit, wanted: Wanted | null): Promise<Page> {
  const words = wanted?.name ?? wordOf(visit.url.pathname);
  const near = words === null ? NOTHING_NEAR : await findNear(visit, words, wanted?.isPublisher === true);
  const exact = wanted?.version ? near.skills.find(({ name }) => name === wanted.name) : undefined;
  return {
    status: 404,
    title: "Not found",
    ownSearch: true,
    body: (
      <div class="problem">
        <h1>{wanted === null ? "There is no such page" : `There is no ${shortText(label(wanted), 120)}`}</h1>
        <p class="lead">
          {wanted === null
            ? "The address may be mistyped, or the page may have moved."
            : wanted.isPublisher
              ? "The handle may be mistyped; no publisher has it."
              : "It may be mistyped, not published yet, or not for everybody to see."}
        </p>
        {exact === undefined ? null : (
          <p>
            <a href={skillAddress(exact.name)}>{exact.name}</a> exists; its current version is {exact.latest_version}.
          </p>
        )}
        <SearchField
          label="Search by name, purpose, tag or tool"
          value={wanted === null ? "" : wanted.name.slice(0, 64)}
        />
        {exact ? null : <Near near={near} publishersFirst={wanted?.isPublisher === true} />}
        <ul class="ways" aria-label="Ways on">
          <li>
            <a href="/search">All skills</a>
          </li>
          <li>
            <a href="/publishers">All publishers</a>
          </li>
          <li>
            <a href="/tags">All tags</a>
          </li>
          <li>
            <a href="/">Home</a>
          </li>
        </ul>
      </div>
    ),
  };
}

function Near({ near, publishersFirst }: { near: NearNames; publishersFirst: boolean }) {
  const publishers =
    near.publishers.length === 0 ? null : (
      <section aria-labelledby="near-publishers">
        <h2 id="near-publishers">Publishers near that</h2>
        <ul>
          {near.publishers.map((handle) => (
            <li>
              <a href={`/publishers/${encodeURIComponent(handle)}`}>{handle}</a>
            </li>
          ))}
        </ul>
      </section>
    );
  const skills =
    near.skills.length === 0 ? null : (
      <section aria-labelledby="near">
        <h2 id="near">Did you mean</h2>
        <SkillRows skills={near.skills} />
      </section>
    );
  return publishersFirst ? (
    <>
      {publishers}
      {skills}
    </>
  ) : (
    skills
  );
}

/** The page for a problem that the registry answered with. */
export async function problemPage(visit: Visit, problem: ApiProblem, wanted: Wanted | null): Promise<Page> {
  if (problem.status === 404) return notFoundPage(visit, wanted);
  if (problem.status === 410) return gonePage(visit, problem, wanted);
  if (problem.status === 403) return withheldPage(visit, problem, wanted);
  if (problem.status === 429) return busyPage(problem);
  if (problem.status === 400) return refusedPage(problem);
  return failurePage(problem.problem?.request_id ?? null, problem.status === 503 ? 503 : 502);
}

/** The page for an error that nobody expected. It names the request, never the reason. */
export function failurePage(requestId: string | null, status = 500): Page {
  return {
    status,
    title: "Something went wrong",
    body: (
      <div class="problem">
        <h1>{status === 503 ? "The registry is not ready" : "Something went wrong here"}</h1>
        <p class="lead">
          It is not your doing. Try again in a moment; if it stays, tell the people who run this registry.
        </p>
        {requestId === null ? null : (
          <p>
            Request <code>{shortText(requestId, 100)}</code>
          </p>
        )}
      </div>
    ),
  };
}

async function withheldPage({ api }: Visit, { problem }: ApiProblem, wanted: Wanted | null): Promise<Page> {
  const path = wanted?.version ? { name: wanted.name, version: wanted.version } : null;
  const scan = path === null ? null : await findData(api.GET("/skills/{name}/{version}/scan", { params: { path } }));
  const worst = scan?.findings.filter(({ severity }) => severity === "critical" || severity === "high") ?? [];
  return {
    status: 403,
    title: "Quarantined",
    body: (
      <div class="problem">
        <h1>{wanted === null ? "This is withheld" : `${shortText(plainName(wanted), 160)} is quarantined`}</h1>
        <Notice tone="block" shape="octagon" title="Quarantined">
          The registry withholds it from everybody: it can be neither installed nor downloaded.
        </Notice>
        {problem?.detail ? <p dir="auto">{shortText(problem.detail, 600)}</p> : null}
        {scan === null ? null : (
          <section aria-labelledby="why">
            <h2 id="why">What the scan said</h2>
            <p dir="auto">{shortText(scan.reason, 600)}</p>
            <ul>
              {worst.slice(0, 10).map((finding) => (
                <li>
                  <code>{shortText(finding.rule, 120)}</code>: {shortText(finding.message, 300)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <ul class="ways" aria-label="Ways on">
          {wanted?.version ? (
            <li>
              <a href={skillAddress(wanted.name)}>Other versions of {shortText(wanted.name, 64)}</a>
            </li>
          ) : null}
          <li>
            <a href="/search">All skills</a>
          </li>
          <li>
            <a href="/#marks">What tiers and verdicts mean</a>
          </li>
        </ul>
      </div>
    ),
  };
}

function busyPage({ retryAfter }: ApiProblem): Page {
  const seconds = /^\d{1,6}$/.exec(retryAfter ?? "")?.[0];
  return {
    status: 429,
    title: "Too many requests",
    body: (
      <div class="problem">
        <h1>Too many requests</h1>
        <p class="lead">
          {seconds
            ? `Wait ${seconds} seconds, then load this page again.`
            : "Wait a little, then load this page again."}
        </p>
      </div>
    ),
  };
}

function refusedPage({ problem }: ApiProblem): Page {
  return {
    status: 400,
    title: "Not understood",
    ownSearch: true,
    body: (
      <div class="problem">
        <h1>The registry did not understand that address</h1>
        {problem?.detail ? <p dir="auto">{shortText(problem.detail, 300)}</p> : null}
        <SearchField label="Start a new search" />
      </div>
    ),
  };
}

/** What a name may have meant. */
interface NearNames {
  skills: SkillSummary[];
  /** Handles of publishers whose own name or skills fit. */
  publishers: string[];
}

const NOTHING_NEAR: NearNames = { skills: [], publishers: [] };
const MOST_NEAR = 5;

/** The one word of an address such as `/web-serch`, which may have been meant as a name; null: it is none. */
const wordOf = (path: string): string | null => /^\/([a-z0-9][a-z0-9-]{1,62})\/?$/.exec(path)?.[1] ?? null;

async function findNear({ api }: Visit, name: string, isPublisher: boolean): Promise<NearNames> {
  const q = name
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 64);
  if (q === "") return NOTHING_NEAR;
  const result = await findData(api.GET("/search", { params: { query: { q, limit: MOST_NEAR } } })).catch(() => null);
  const publishers = Object.keys(result?.facets.publisher ?? {}).slice(0, MOST_NEAR);
  if (!isPublisher || publishers.length > 0) return { skills: result?.hits ?? [], publishers };
  // Search forgives no typo in a short word.
  const some = await findData(api.GET("/publishers", { params: { query: { limit: 100 } } })).catch(() => null);
  const nearest = nearestKey(name, some?.items.map(({ handle }) => handle) ?? []);
  return { skills: result?.hits ?? [], publishers: nearest === null ? [] : [nearest] };
}

const plainName = ({ name, version }: Wanted) => (version === null ? name : `${name} ${version}`);
