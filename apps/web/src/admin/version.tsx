import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, type Shown } from "../deeds/deeds.tsx";
import { plural } from "../figures.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { Moment } from "../parts/form.tsx";
import { TierMark, VerdictMark } from "../parts/marks.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData, type Version } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { STATE_WORDS } from "../skill/standing-words.tsx";
import { isSkillName, isVersionText, skillAddress } from "../skill-address.ts";
import { Case, judgeReason } from "./case.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { VersionDecisions } from "./version-decisions.tsx";

type Downloaders = components["schemas"]["DownloaderList"];

const pathOf = (asked: Asked) => ({ name: asked.param("name"), version: asked.param("version") });
const common = { fields: ["reason"], judge: judgeReason, about: { 400: "reason" } } as const;
const asked = (at: Asked, reason = "") => ({ params: { path: pathOf(at) }, body: { reason } });

/** What an admin does to any version. */
export const VERSION_DEEDS: Readonly<Record<string, Deed>> = {
  quarantine: deed({
    ...common,
    said: "Quarantined: it is withheld from everybody.",
    act: ({ api }, { reason }, at) => api.POST("/admin/skills/{name}/{version}/quarantine", asked(at, reason)),
  }),
  release: deed({
    ...common,
    said: "Released: it is served again, in the state that it had.",
    act: ({ api }, { reason }, at) => api.POST("/admin/skills/{name}/{version}/release", asked(at, reason)),
  }),
  demote: deed({
    ...common,
    said: "Demoted: it is experimental, and rises no more until that is undone.",
    act: ({ api }, { reason = "" }, at) =>
      api.POST("/admin/skills/{name}/{version}/demote", {
        params: { path: pathOf(at) },
        body: { reason, tier: "experimental" },
      }),
  }),
  "undo-demotion": deed({
    ...common,
    said: "The demotion is undone.",
    act: ({ api }, { reason }, at) => api.POST("/admin/skills/{name}/{version}/undo-demotion", asked(at, reason)),
  }),
  unyank: deed({
    ...common,
    said: "It is yanked no longer.",
    act: ({ api }, { reason }, at) => api.POST("/admin/skills/{name}/{version}/unyank", asked(at, reason)),
  }),
  notify: deed({
    ...common,
    said: "Notified: each of them has a notice, and a letter where there is an address.",
    act: ({ api }, { reason }, at) => api.POST("/admin/skills/{name}/{version}/downloaders/notify", asked(at, reason)),
  }),
};

/** `/admin/skills/:name/:version`: what state a version is in, who has it, and what an admin may do to it. */
export const versionAdminPage = forAdmins(async (visit, shown: Shown, at) => {
  const path = pathOf(at);
  if (!isSkillName(path.name) || !isVersionText(path.version)) return notFoundPage(visit, null);
  const { api, url } = visit;
  const version = await findData(api.GET("/skills/{name}/{version}", { params: { path } }));
  if (version === null) return notFoundPage(visit, null);
  const cursor = url.searchParams.get("cursor");
  const query = { limit: 100, ...(cursor !== null && { cursor }) };
  const who = await ensureData(api.GET("/admin/skills/{name}/{version}/downloaders", { params: { path, query } }));
  const action = `/admin/skills/${encodeURIComponent(path.name)}/${encodeURIComponent(path.version)}`;
  return adminPage({
    at: "/admin",
    title: `${path.name} ${path.version}`,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={VERSION_DEEDS} url={url} />,
    children: (
      <Case
        evidence={
          <>
            <State version={version} />
            <WhoHasIt who={who} action={action} />
          </>
        }
        decision={<VersionDecisions version={version} who={who} action={action} shown={shown} />}
      />
    ),
  });
});

function State({ version }: { version: Version }) {
  const { name, status, standing, status_reason: why, security_tier: tier, demoted_reason: demoted, verdict } = version;
  const owner = version.owner ?? version.publisher;
  return (
    <section aria-labelledby="state">
      <h2 id="state">State</h2>
      <p>
        <a href={skillAddress(name, version.version)}>
          {name} {version.version}
        </a>{" "}
        of <a href={`/publishers/${encodeURIComponent(owner)}`}>{owner}</a> is{" "}
        <b>{standing === undefined ? status : STATE_WORDS[standing.state].toLowerCase()}</b>
        {why ? (
          <>
            : <q dir="auto">{shortText(why, 1_000)}</q>
          </>
        ) : (
          "."
        )}
      </p>
      <p>
        <TierMark tier={tier} /> {verdict === null ? null : <VerdictMark verdict={verdict} />}
      </p>
      {demoted ? (
        <p>
          Demoted: <q dir="auto">{shortText(demoted, 1_000)}</q>
        </p>
      ) : null}
      <p>
        <a href={skillAddress(name, version.version, "scan")}>Its scan report</a> ·{" "}
        <a href={`/admin/audit?skill=${encodeURIComponent(name)}`}>What was done to it</a>
      </p>
    </section>
  );
}

function WhoHasIt({ who, action }: { who: Downloaders; action: string }) {
  const open = who.items.filter(({ notified }) => !notified).length;
  return (
    <section aria-labelledby="who">
      <h2 id="who">Who has it</h2>
      {who.total === 0 ? (
        <p class="empty">
          No account downloaded it while it was signed in. Who downloads without an account is not known.
        </p>
      ) : (
        <p>
          {plural(who.total, "account")} downloaded it while signed in. Who downloads without an account is not known.
          {who.withdrawn === null || open > 0 ? "" : " Those on this page were notified that it was withdrawn."}
        </p>
      )}
      <ul class="entries">
        {who.items.map(({ account, first_at: at, notified }) => (
          <li>
            <span>
              <a href={`/admin/people/${account}`}>{account}</a>
              {notified ? <span class="note">notified</span> : null}
            </span>
            <span class="hint">
              first <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      {who.next_cursor === null ? null : (
        <p>
          <a rel="next" href={`${action}?cursor=${encodeURIComponent(who.next_cursor)}`}>
            Later ones
          </a>
        </p>
      )}
    </section>
  );
}
