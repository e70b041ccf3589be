import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, formOf, type Shown } from "../deeds/deeds.tsx";
import { plural } from "../figures.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { Line, Text } from "../parts/fields.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { isCaseId } from "../reports/kinds.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { isSkillName, skillAddress } from "../skill-address.ts";
import { Case, Decide, judgeReason, MAX_REASON } from "./case.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";

type Rescan = components["schemas"]["Rescan"];
type WithItems = components["schemas"]["RescanWithItems"];

const idOf = (asked: Asked) => ({ id: asked.param("id") });

/** What is done on `/admin/rescans`. */
export const RESCANS_DEEDS: Readonly<Record<string, Deed>> = {
  start: deed({
    fields: ["reason", "skill"],
    said: "Begun.",
    judge: (values) => ({
      ...judgeReason(values),
      skill: values["skill"] === "" || isSkillName(values["skill"] ?? "") ? null : "That is no name of a skill.",
    }),
    about: { 400: "reason", 404: "skill" },
    act: ({ api }, { reason = "", skill = "" }) =>
      api.POST("/admin/rescans", { body: { reason, ...(skill !== "" && { skill }) } }),
  }),
};

/** What is done to one. */
export const RESCAN_DEEDS: Readonly<Record<string, Deed>> = {
  resume: deed({
    fields: ["reason"],
    said: "It goes on; what it held is applied.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/rescans/{id}/resume", { params: { path: idOf(asked) }, body: { reason } }),
  }),
  cancel: deed({
    fields: ["reason"],
    said: "It is ended; what it held is not applied.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/rescans/{id}/cancel", { params: { path: idOf(asked) }, body: { reason } }),
  }),
};

const progressOf = ({ done, total, worsened, held, failed }: Rescan): string =>
  [
    `${done} of ${plural(total, "version")}`,
    ...(worsened > 0 ? [`${worsened} worse`] : []),
    ...(held > 0 ? [`${held} held back`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(", ");

const LEAD =
  "Published versions are scanned again when rules, scanners or advisories change. " +
  "A re-scan that would make too many of them worse pauses and waits for an admin.";

/** `/admin/rescans`: re-scans, the newest first, those that paused above. */
export const rescansPage = forAdmins(async ({ api, url }, shown: Shown) => {
  const cursor = url.searchParams.get("cursor");
  const query = { limit: 25, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/rescans", { params: { query } }));
  const paused = await ensureData(api.GET("/admin/rescans", { params: { query: { status: "paused", limit: 50 } } }));
  const { hidden, field } = formOf(shown, "start");
  return adminPage({
    at: "/admin/rescans",
    title: "Re-scans",
    lead: LEAD,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={RESCANS_DEEDS} url={url} />,
    children: (
      <>
        <section aria-labelledby="paused">
          <h2 id="paused">Paused</h2>
          {paused.items.length === 0 ? <p class="empty">None is paused.</p> : <Rescans items={paused.items} />}
        </section>
        <section aria-labelledby="all">
          <h2 id="all">All of them</h2>
          {list.items.length === 0 ? <p class="empty">There was none yet.</p> : <Rescans items={list.items} />}
          {list.next_cursor === null ? null : (
            <p>
              <a rel="next" href={`/admin/rescans?cursor=${encodeURIComponent(list.next_cursor)}`}>
                Older ones
              </a>
            </p>
          )}
        </section>
        <section aria-labelledby="start">
          <h2 id="start">Scan again</h2>
          <Form
            action="/admin/rescans"
            hidden={hidden}
            submit="Begin a re-scan"
            consequence="It runs in the background, beside publishes. A worse verdict counts at once, unless there are too many."
          >
            <Line {...field} name="skill" label="Skill" optional maxlength={64} hint="Empty: every version here." />
            <Text {...field} name="reason" label="Reason" maxlength={MAX_REASON} rows={2} />
          </Form>
        </section>
      </>
    ),
  });
});

const Rescans = ({ items }: { items: Rescan[] }) => (
  <ul class="entries">
    {items.map((one) => (
      <li>
        <span>
          <a href={`/admin/rescans/${one.id}`}>
            <b>{shortText(one.detail, 160)}</b>
          </a>{" "}
          <span class="note">{one.status}</span>
          <br />
          <span class="hint">{progressOf(one)}</span>
        </span>
        <span class="hint">
          by {one.created_by}, <Moment at={one.started_at} />
        </span>
      </li>
    ))}
  </ul>
);

/** `/admin/rescans/:id`: what it would change, and whether it goes on. */
export const rescanPage = forAdmins(async (visit, shown: Shown, asked) => {
  const path = idOf(asked);
  if (!isCaseId(path.id)) return notFoundPage(visit, null);
  const one = await findData(visit.api.GET("/admin/rescans/{id}", { params: { path } }));
  if (one === null) return notFoundPage(visit, null);
  const form = { action: `/admin/rescans/${one.id}`, shown, cannot: null };
  return adminPage({
    at: "/admin/rescans",
    title: `Re-scan: ${shortText(one.detail, 80)}`,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={RESCAN_DEEDS} url={visit.url} />,
    children: (
      <Case
        evidence={<Items one={one} />}
        decision={
          <>
            {one.status === "paused" ? (
              <Decide
                {...form}
                deed="resume"
                button="Go on"
                follows="What it holds back is applied, and it does not ask again."
              />
            ) : null}
            {one.status === "paused" || one.status === "running" ? (
              <Decide
                {...form}
                deed="cancel"
                button="End it"
                isGrave
                follows="What it holds back is not applied. What was applied stays."
              />
            ) : (
              <p>It is {one.status}: there is nothing to decide.</p>
            )}
          </>
        }
      />
    ),
  });
});

const Items = ({ one }: { one: WithItems }) => (
  <section aria-labelledby="items">
    <h2 id="items">What it found</h2>
    <p>
      {progressOf(one)}. Begun by {one.created_by}, <Moment at={one.started_at} />
      {one.paused_at === null ? (
        "."
      ) : (
        <>
          , paused <Moment at={one.paused_at} />.
        </>
      )}
    </p>
    {one.decision_reason === null ? null : (
      <p>
        {one.decided_by}: <q dir="auto">{shortText(one.decision_reason, 2_000)}</q>
      </p>
    )}
    {one.items.length === 0 ? <p class="empty">No version changes by it so far.</p> : null}
    <ul class="entries">
      {one.items.map(({ name, version, status, before, after, reason }) => (
        <li>
          <span>
            <a href={skillAddress(name, version, "scan")}>
              {name} {version}
            </a>{" "}
            <span class="note">{status}</span>
            {reason === null ? null : (
              <>
                <br />
                <span class="hint" dir="auto">
                  {shortText(reason, 300)}
                </span>
              </>
            )}
          </span>
          <span>
            {before ?? "none"} → {after ?? "none"}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
