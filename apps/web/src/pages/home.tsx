import type { components } from "@gaia/client";
import { TIERS } from "@gaia/policy";
import type { Child } from "hono/jsx";
import { countText, waitText } from "../figures.tsx";
import { Notice } from "../parts/banner.tsx";
import { filterWords } from "../finding/facets.tsx";
import { FirstPublish } from "../finding/first-publish.tsx";
import { Mark, TierMark, VerdictMark } from "../parts/marks.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { ensureData, findData, type SkillSummary, type Tier } from "../registry-api.ts";
import { searchAddress } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";

const SHOWN = 5;
const NEW_FEED = "/feeds/new.atom";

/**
 * `/`: search, what is verified, new and rising (each ends in its search), and what the marks mean; empty, how the first skill comes.
 * @param state.isUnclaimed nobody who runs this registry signs in yet: whoever does is led to the first account
 */
export async function homePage(
  { api, publicUrl, registryName }: Visit,
  { isUnclaimed }: { isUnclaimed: boolean },
): Promise<Page> {
  const list = (query: { tier?: Tier[]; sort: "updated" | "created" | "rising" }) =>
    ensureData(api.GET("/skills", { params: { query: { ...query, limit: SHOWN } } }));
  const [counts, verified, newest, most, status] = await Promise.all([
    ensureData(api.GET("/search", { params: { query: { q: "", limit: 1 } } })),
    list({ tier: ["verified"], sort: "updated" }),
    list({ sort: "created" }),
    list({ sort: "rising" }),
    // The page is whole without it.
    findData(api.GET("/status")).catch(() => null),
  ]);
  const rising = most.items.filter(({ rising: pace }) => typeof pace === "number");
  return {
    title: registryName,
    description:
      "Agent skills with their marks: who signed them, what they may do, what the scanners said, and how to check it yourself.",
    canonical: "/",
    feed: NEW_FEED,
    ownSearch: true,
    body: (
      <>
        {isUnclaimed ? (
          <Notice tone="unscanned" shape="circle" title="No account signs in here yet">
            Its operator makes the first account, with the token in the file that its start names:{" "}
            <a href="/claim">make the first account</a>.
          </Notice>
        ) : null}
        <section class="opening">
          <h1>Agent skills, scanned and signed</h1>
          <p class="lead">
            Every version is scanned by Bandit, pip-audit and detect-secrets, signatures are checked against the
            publisher’s keys, and every decision about a version is signed, so that you can verify it without us.
          </p>
          <SearchField label="Search by name, purpose, tag or tool" />
          {counts.total === 0 ? null : <Tally total={counts.total} tiers={counts.facets.tier} />}
          <VerdictTime status={status} />
        </section>
        {counts.total === 0 ? (
          <FirstPublish publicUrl={publicUrl} />
        ) : (
          <div class="lists">
            <List
              title="Verified"
              skills={verified.items}
              more={searchAddress({ tier: ["verified"], sort: "updated" })}
              moreText="All verified skills"
            >
              No version has been audited here yet. A publisher asks for the audit once a version is signed.
            </List>
            <List
              title="New"
              skills={newest.items}
              more={searchAddress({ sort: "created" })}
              moreText="All skills, the newest first"
              feed={NEW_FEED}
            />
            <List
              title="Rising"
              skills={rising}
              more={searchAddress({ sort: "rising" })}
              moreText="All skills, by how much they rise"
            >
              Nothing was downloaded ten times in the last seven days. A skill rises when it is taken more than in the
              four weeks before.
            </List>
          </div>
        )}
        <Marks />
      </>
    ),
  };
}

/** How soon a publish has its verdict, as it was lately; nothing where nothing was published. */
function VerdictTime({ status }: { status: components["schemas"]["RegistryStatus"] | null }) {
  const lately = status?.publish_to_verdict;
  const times = lately?.last_7_days.count ? lately.last_7_days : lately?.last_30_days;
  if (typeof times?.p95_seconds !== "number") return null;
  return (
    <p class="verdict-time quiet">
      95 of 100 publishes had their verdict within {waitText(times.p95_seconds)}: <a href="/status">status</a>.
    </p>
  );
}

/** Every skill has a version of the lowest tier or a higher one. */
const HIGHER = TIERS.slice(1).toReversed();

/** How many skills have a version of each tier: one of a higher tier is counted with the lower ones, as the search does it. */
function Tally({ total, tiers }: { total: number; tiers: Record<string, number> }) {
  return (
    <ul class="tally">
      <li>
        <a href="/search">
          <b>{countText(total)}</b> {total === 1 ? "skill" : "skills"}
        </a>
      </li>
      {HIGHER.map((tier) => (
        <li>
          <a href={searchAddress({ tier: [tier] })}>
            <b>{countText(tiers[tier] ?? 0)}</b> {filterWords("tier", tier)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function List(props: {
  title: string;
  skills: SkillSummary[];
  more: string;
  moreText: string;
  feed?: string;
  children?: Child;
}) {
  const id = props.title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.skills.length > 0 ? <SkillRows skills={props.skills} /> : <p class="empty">{props.children}</p>}
      {props.skills.length > 0 ? (
        <p class="more">
          <a href={props.more}>{props.moreText}</a>
          {props.feed ? (
            <>
              {" "}
              · <a href={props.feed}>Feed</a>
            </>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

function Marks() {
  return (
    <section class="legend" aria-labelledby="marks">
      <h2 id="marks">What tier, verdict and signature mean</h2>
      <div class="pair">
        <dl>
          <dt>
            <TierMark tier="verified" />
          </dt>
          <dd>An auditor who is not its publisher approved this very version; the registry countersigned it.</dd>
          <dt>
            <TierMark tier="community" />
          </dt>
          <dd>Signed by its publisher, permissions declared, and its scan was passed, or cleared by an admin.</dd>
          <dt>
            <TierMark tier="experimental" />
          </dt>
          <dd>Only its author vouches for it. Installing it takes an explicit flag.</dd>
        </dl>
        <dl>
          <dt>
            <VerdictMark verdict="ALLOW" />
          </dt>
          <dd>All scanners finished; nothing they found is dangerous.</dd>
          <dt>
            <VerdictMark verdict="REVIEW" />
          </dt>
          <dd>Something needs a person’s eyes, or a scanner could not finish. The report says which.</dd>
          <dt>
            <VerdictMark verdict="BLOCK" />
          </dt>
          <dd>A finding that is not acceptable: the version is withheld.</dd>
          <dt>
            <span class="marked unscanned">
              <Mark shape="circle" tone="unscanned" missing /> Not scanned
            </span>
          </dt>
          <dd>No report yet. Never the same as clean: a dashed mark is a missing mark.</dd>
        </dl>
      </div>
      <p class="quiet">
        More: <a href="/docs/tiers">what each tier asks for, and when it falls</a>,{" "}
        <a href="/docs/scanning">what the scan promises</a>, <a href="/docs/trust">who vouches for what</a>.
      </p>
    </section>
  );
}
