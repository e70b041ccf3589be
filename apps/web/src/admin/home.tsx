import type { components } from "@gaia/client";
import { type Deed, deed, DoneNote, type Shown } from "../deeds/deeds.tsx";
import { plural } from "../figures.tsx";
import { Notice } from "../parts/banner.tsx";
import { Moment } from "../parts/form.tsx";
import { ensureData } from "../registry-api.ts";
import { NOTHING_TYPED } from "../typed.ts";
import { FirstWeek } from "./first-week.tsx";
import { ANNOUNCEMENT_DEEDS, AnnouncementForm } from "./announcement.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Settings } from "./settings.tsx";

type Overview = components["schemas"]["AdminOverview"];
type Tested = components["schemas"]["TestedSetting"];

/** What is done on `/admin`. */
export const HOME_DEEDS = {
  ...ANNOUNCEMENT_DEEDS,
  test: deed({
    fields: ["setting"],
    said: "Tried.",
    judge: ({ setting }) => ({ "": isTested(setting) ? null : "There is no such setting to try." }),
    act: ({ api }, { setting }) =>
      api.POST("/admin/settings/test", { body: { setting: isTested(setting) ? setting : "mail" } }),
    // Nothing was changed, so that the page itself is the answer.
    after: (asked, tested) => homePage(tested)(asked, NOTHING),
  }),
} satisfies Record<string, Deed>;

const NOTHING: Shown = { typed: NOTHING_TYPED, form: null };
const isTested = (setting: string | undefined): setting is Tested["setting"] =>
  setting === "mail" || setting === "sign-in";

const homePage = (tested: Tested | null) =>
  forAdmins(async ({ api, url }, shown) => {
    const overview = await ensureData(api.GET("/admin/overview"));
    const announcement = await ensureData(api.GET("/announcement"));
    return adminPage({
      at: "/admin",
      title: `Running ${overview.settings.registry_name}`,
      ...errorAndStatus(shown),
      note: <DoneNote deeds={HOME_DEEDS} url={url} />,
      children: (
        <>
          {tested === null ? null : <CameOf tested={tested} />}
          <WaitsFor overview={overview} />
          <FirstWeek overview={overview} />
          <AnnouncementForm now={announcement} isClosed={overview.settings.read !== "anyone"} shown={shown} />
          <Settings settings={overview.settings} />
        </>
      ),
    });
  });

/** `/admin`: what waits, the first week, and the settings in force. */
export const adminHome = homePage(null);

const CameOf = ({ tested }: { tested: Tested }) => (
  <div role="status">
    <Notice
      tone={tested.works ? "allow" : "block"}
      shape={tested.works ? "shield" : "octagon"}
      title={`${tested.setting === "mail" ? "Mail" : "Sign-in"} ${tested.works ? "works" : "does not work"}`}
    >
      {tested.text}
    </Notice>
  </div>
);

const QUEUES: Record<Overview["waiting"][number]["what"], { path: string; one: string; many?: string }> = {
  held: { path: "/admin/held", one: "version held or withheld", many: "versions held or withheld" },
  contests: { path: "/admin/held?contested=true", one: "contest of a hold", many: "contests of holds" },
  promotions: { path: "/admin/promotions", one: "audit" },
  reports: { path: "/admin/reports", one: "report" },
  appeals: { path: "/admin/appeals", one: "appeal" },
  rescans: { path: "/admin/rescans", one: "paused re-scan" },
  signers: { path: "/admin/held#signers", one: "changed signer" },
};

function WaitsFor({ overview }: { overview: Overview }) {
  const open = overview.waiting
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.oldest ?? "").localeCompare(b.oldest ?? ""));
  return (
    <section aria-labelledby="waits">
      <h2 id="waits">What waits</h2>
      {open.length === 0 ? <p class="empty">Nothing waits for an admin.</p> : null}
      <ul class="entries">
        {open.map(({ what, count, oldest }) => (
          <li>
            <a href={QUEUES[what].path}>{plural(count, QUEUES[what].one, QUEUES[what].many)}</a>
            {oldest === null ? null : (
              <span class="hint">
                the oldest since <Moment at={oldest} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
