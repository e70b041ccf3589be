import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, formOf, type Shown } from "../deeds/deeds.tsx";
import { plural } from "../figures.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { Text } from "../parts/fields.tsx";
import { ScanTab } from "../parts/scan-tab.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { isSkillName, isVersionText, skillAddress } from "../skill-address.ts";
import type { Visit } from "../visit.ts";
import { Case, Decide, judgeReason, MAX_REASON } from "./case.tsx";
import { clearAlike } from "./clear-alike.ts";
import { DifferenceTo, findDifference } from "./difference.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { heldAddress, isAlike } from "./held.tsx";

type Held = components["schemas"]["HeldVersion"];

/** The version that an address is about. */
const pathOf = (asked: Asked) => ({ name: asked.param("name"), version: asked.param("version") });
const FIELDS = ["reason", "inspection"] as const;

/** What may be decided of a version that waits. */
export const HELD_DEEDS: Readonly<Record<string, Deed>> = {
  clear: deed({
    fields: FIELDS,
    said: "Cleared. Its publisher was notified.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "", inspection = "" }, asked) =>
      api.POST("/admin/skills/{name}/{version}/clear", {
        params: { path: pathOf(asked) },
        body: { reason, inspection_id: inspection },
      }),
  }),
  release: deed({
    fields: FIELDS,
    said: "Released: it is served again. Its publisher was notified.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/skills/{name}/{version}/release", { params: { path: pathOf(asked) }, body: { reason } }),
  }),
  uphold: deed({
    fields: FIELDS,
    said: "The contest is answered: it stays held.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/skills/{name}/{version}/uphold-hold", { params: { path: pathOf(asked) }, body: { reason } }),
  }),
  quarantine: deed({
    fields: FIELDS,
    said: "Quarantined: it is withheld from everybody.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/skills/{name}/{version}/quarantine", { params: { path: pathOf(asked) }, body: { reason } }),
  }),
  "clear-alike": deed({
    fields: ["reason", "alike"],
    said: "Cleared.",
    judge: (values) => ({
      ...judgeReason(values),
      "": (values["alike"] ?? "") === "" ? "Choose at least one version to clear." : null,
    }),
    about: { 400: "reason" },
    act: ({ api }, { reason = "", alike = "" }) => clearAlike(api, { alike, reason }),
    after: (_, { cleared, left }) => {
      const query = new URLSearchParams([["cleared", String(cleared)], ...left.map((one) => ["left", one])]);
      return `/admin/held?${query}`;
    },
  }),
};

/** `/admin/held/:name/:version`: why it waits on the left, what may be decided on the right. */
export const heldCasePage = forAdmins(async (visit, shown, asked) => {
  const at = pathOf(asked);
  if (!isSkillName(at.name) || !isVersionText(at.version)) return notFoundPage(visit, null);
  const { api, url } = visit;
  const version = await findData(api.GET("/skills/{name}/{version}", { params: { path: at } }));
  if (version === null) return notFoundPage(visit, null);
  const { held, alike } = await findHeld(visit, { ...at, publisher: version.owner ?? version.publisher });
  const scan = await findData(api.GET("/skills/{name}/{version}/scan", { params: { path: at } }));
  const difference = await findDifference(api, version);
  return adminPage({
    at: "/admin/held",
    title: `${at.name} ${at.version}`,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={HELD_DEEDS} url={url} />,
    children: (
      <Case
        evidence={
          <>
            <Why held={held} at={at} publisher={version.owner ?? version.publisher} />
            <DifferenceTo name={at.name} difference={difference} />
            {/* What it says is shown as what is held, whatever its state: nothing is ready to be run (X13). */}
            <ScanTab version={{ ...version, held: true }} scan={scan} />
          </>
        }
        decision={held === null ? <Decided at={at} /> : <Decisions held={held} alike={alike} shown={shown} />}
      />
    ),
  });
});

/** The version in the queue, and those that are held alike; null: it does not wait any more. */
async function findHeld(
  { api }: Visit,
  { name, version, publisher }: { name: string; version: string; publisher: string },
): Promise<{ held: Held | null; alike: Held[] }> {
  const all: Held[] = [];
  let cursor: string | null = null;
  do {
    const query = { publisher, limit: 100, ...(cursor !== null && { cursor }) };
    const list: components["schemas"]["HeldList"] = await ensureData(api.GET("/admin/held", { params: { query } }));
    all.push(...list.items);
    cursor = list.next_cursor;
  } while (cursor !== null && all.length < 500);
  const held = all.find((one) => one.name === name && one.version === version) ?? null;
  const isOther = (one: Held) => held !== null && one !== held && one.state === "held" && isAlike(held, one);
  return { held, alike: all.filter(isOther).slice(0, 50) };
}

function Why({ held, at, publisher }: { held: Held | null; at: { name: string; version: string }; publisher: string }) {
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why it waits</h2>
      <p>
        <a href={skillAddress(at.name, at.version)}>
          {at.name} {at.version}
        </a>{" "}
        of <a href={`/publishers/${encodeURIComponent(publisher)}`}>{publisher}</a>
        {held === null ? " does not wait for an admin any more." : null}
        {held === null ? null : (
          <>
            {held.state === "held" ? " is held for review" : " is withheld by a scan"} since <Moment at={held.since} />.
          </>
        )}
      </p>
      {held?.contest ? (
        <>
          <h3>What its publisher says</h3>
          <blockquote class="said" dir="auto">
            {shortText(held.contest.reason, 4_000)}
          </blockquote>
          <p class="hint">
            {held.contest.status === "open" ? "Waits for an answer" : `Answered: ${held.contest.status}`}, since{" "}
            <Moment at={held.contest.contested_at} />.{" "}
            {held.contest.answer === null ? "" : shortText(held.contest.answer, 2_000)}
          </p>
        </>
      ) : null}
    </section>
  );
}

const Decided = ({ at }: { at: { name: string; version: string } }) => (
  <p>
    There is nothing to decide here. <a href={`/admin/audit?skill=${encodeURIComponent(at.name)}`}>What was decided</a>
  </p>
);

function Decisions({ held, alike, shown }: { held: Held; alike: Held[]; shown: Shown }) {
  const action = heldAddress(held.name, held.version);
  const cannot = held.cannot_decide ?? null;
  const form = { action, shown, hidden: { inspection: held.inspection_id ?? "" } };
  const upholds = held.contest?.status === "open";
  return (
    <>
      {held.state === "held" ? (
        <Decide
          {...form}
          deed="clear"
          button="Clear it"
          cannot={cannot}
          follows="The hold ends: lists show it, an install needs --allow-held no more, and it may rise. The publisher reads the reason."
        />
      ) : (
        <Decide
          {...form}
          deed="release"
          button="Release it"
          cannot={null}
          follows="It is served again, in the state that it had. The publisher reads the reason."
        />
      )}
      {upholds ? (
        <Decide
          {...form}
          deed="uphold"
          button="Uphold the hold"
          cannot={cannot}
          follows="It stays as it is. A version is contested once: this answer is the last."
        />
      ) : null}
      {held.state === "held" ? (
        <Decide
          {...form}
          deed="quarantine"
          button="Quarantine it"
          isGrave
          cannot={null}
          follows="It is withheld from everybody until an admin releases it."
        />
      ) : null}
      {held.state === "held" && alike.length > 0 && cannot === null ? (
        <Alike held={held} alike={alike} shown={shown} />
      ) : null}
    </>
  );
}

/** Those of the same publisher that the same rules hold, to be cleared by one reason. */
function Alike({ held, alike, shown }: { held: Held; alike: Held[]; shown: Shown }) {
  const form = formOf(shown, "clear-alike");
  const all = [held, ...alike].filter(({ inspection_id: id }) => id !== null);
  return (
    <details open={form.isTyped}>
      <summary>{plural(alike.length, "other version")} alike: clear them together</summary>
      <Form
        action={heldAddress(held.name, held.version)}
        hidden={form.hidden}
        submit="Clear the chosen"
        consequence="Each has its own row in the audit log. One that was scanned again since is left out, by its name."
      >
        <fieldset class="field boxes">
          <legend>
            Of {held.publisher}, by the same {plural(held.rules?.length ?? 0, "rule")}
          </legend>
          {all.map((one) => (
            <label class="box">
              <input type="checkbox" name="alike" value={`${one.name}@${one.version}@${one.inspection_id}`} />
              <span>
                {one.name} {one.version}
              </span>
            </label>
          ))}
        </fieldset>
        <Text {...form.field} name="reason" label="Reason for all of them" maxlength={MAX_REASON} rows={3} />
      </Form>
    </details>
  );
}
