import { TIERS } from "@gaia/policy";
import type { Child } from "hono/jsx";
import { countText } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { Notice } from "../parts/banner.tsx";
import { Mark, TierMark, VerdictMark } from "../parts/marks.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { ensureData, type SkillSummary } from "../registry-api.ts";
import type { Page, Visit } from "../visit.ts";

const SHOWN = 5;

/**
 * `/`: search, what is verified, what is new, and what the marks mean.
 * @param state.isUnclaimed nobody who runs this registry signs in yet: whoever does is led to the first account
 */
export async function homePage(
  { api, publicUrl, registryName }: Visit,
  { isUnclaimed }: { isUnclaimed: boolean },
): Promise<Page> {
  const [counts, verified, newest] = await Promise.all([
    ensureData(api.GET("/search", { params: { query: { q: "", limit: 1 } } })),
    ensureData(api.GET("/skills", { params: { query: { tier: "verified", sort: "updated", limit: SHOWN } } })),
    ensureData(api.GET("/skills", { params: { query: { sort: "created", limit: SHOWN } } })),
  ]);
  return {
    title: registryName,
    description:
      "Agent skills with their marks: who signed them, what they may do, what the scanners said, and how to check it yourself.",
    canonical: "/",
    ownSearch: true,
    body: (
      <>
        {isUnclaimed ? (
          <Notice tone="unscanned" shape="circle" title="No account signs in here yet">
            Its operator makes the first account, with the token that its first start printed:{" "}
            <a href="/claim">make the first account</a>.
          </Notice>
        ) : null}
        <section class="opening">
          <h1>Agent skills, each with its marks</h1>
          <p class="lead">
            Every version is scanned by Bandit, pip-audit and detect-secrets, signatures are checked against the
            publisher’s keys, and every decision about a version is signed, so that you can verify it without us.
          </p>
          <SearchField label="Search by name, purpose, tag or tool" />
          <Tally tiers={counts.facets.tier} />
        </section>
        <div class="pair">
          <List title="Verified" skills={verified.items} more="/search?tier=verified" moreText="All verified skills">
            No skill has been audited here yet. Publishers ask for the audit once their skill is signed.
          </List>
          <List title="Newest" skills={newest.items} more="/search" moreText="All skills">
            Nothing has been published yet. <code>{cliCommand("publish DIR", publicUrl)}</code> sends the first one.
          </List>
        </div>
        <Marks />
      </>
    ),
  };
}

function Tally({ tiers }: { tiers: Record<string, number> }) {
  return (
    <ul class="tally">
      {TIERS.toReversed().map((tier) => (
        <li>
          <a href={`/search?tier=${tier}`}>
            <TierMark tier={tier} /> <b>{countText(tiers[tier] ?? 0)}</b>
          </a>
        </li>
      ))}
    </ul>
  );
}

function List(props: { title: string; skills: SkillSummary[]; more: string; moreText: string; children?: Child }) {
  const id = props.title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.skills.length > 0 ? <SkillRows skills={props.skills} /> : <p class="empty">{props.children}</p>}
      {props.skills.length > 0 ? (
        <p class="more">
          <a href={props.more}>{props.moreText}</a>
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
          <dd>
            Signed by its publisher, permissions declared, every scanner finished and found nothing that stops it.
          </dd>
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
    </section>
  );
}
