import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, type Shown } from "../deeds/deeds.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Line } from "../parts/fields.tsx";
import { Moment } from "../parts/form.tsx";
import { Mark, TierMark } from "../parts/marks.tsx";
import { ScanTab } from "../parts/scan-tab.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData, type Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import type { Visit } from "../visit.ts";
import { Case, Decide, judgeReason } from "./case.tsx";
import { DifferenceTo, findDifference } from "./difference.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { formOf } from "../deeds/deeds.tsx";

type Promotion = components["schemas"]["Promotion"];

const FIELDS = ["reason", "inspection", "npm"] as const;
const idOf = (asked: Asked) => ({ id: asked.param("id") });

/** What may be decided of a request for an audit. */
export const PROMOTION_DEEDS: Readonly<Record<string, Deed>> = {
  approve: deed({
    fields: FIELDS,
    said: "Approved: it is verified, and the registry signed that. Its publisher was notified.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "", inspection = "", npm = "" }, asked) =>
      api.POST("/admin/promotions/{id}/approve", {
        params: { path: idOf(asked) },
        body: { reason, inspection_id: inspection, ...(npm !== "" && { npm_package: npm }) },
      }),
  }),
  reject: deed({
    fields: FIELDS,
    said: "Rejected: it keeps its tier. Its publisher was notified.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "", inspection = "" }, asked) =>
      api.POST("/admin/promotions/{id}/reject", {
        params: { path: idOf(asked) },
        body: { reason, inspection_id: inspection },
      }),
  }),
};

/** `/admin/promotions`: requests for an audit, oldest first. */
export const promotionsPage = forAdmins(async ({ api, url }, shown: Shown) => {
  const cursor = url.searchParams.get("cursor");
  const query = { status: "pending" as const, limit: 50, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/promotions", { params: { query } }));
  return adminPage({
    at: "/admin/promotions",
    title: "Audits",
    lead: "Community versions whose publishers ask for an audit, oldest first. An admin who approves one stands behind it by name.",
    ...errorAndStatus(shown),
    children: (
      <>
        {list.items.length === 0 ? <p class="empty">No audit is asked for.</p> : null}
        <ul class="entries">
          {list.items.map((one) => (
            <li>
              <span>
                <a href={`/admin/promotions/${one.id}`}>
                  <b>
                    {one.name} {one.version}
                  </b>
                </a>{" "}
                of {one.publisher}
                {one.cannot_decide ? <span class="hint"> · not yours to decide</span> : null}
              </span>
              <span class="hint">
                asked by {one.requested_by}, <Moment at={one.requested_at} />
              </span>
            </li>
          ))}
        </ul>
        {list.next_cursor === null ? null : (
          <p>
            <a rel="next" href={`/admin/promotions?cursor=${encodeURIComponent(list.next_cursor)}`}>
              Newer ones
            </a>
          </p>
        )}
      </>
    ),
  });
});

/** `/admin/promotions/:id`: all that the decision needs. */
export const promotionPage = forAdmins(async (visit, shown, asked) => {
  const { api, url } = visit;
  const one = await findPromotion(visit, asked.param("id"));
  if (one === null) return notFoundPage(visit, null);
  const path = { name: one.name, version: one.version };
  const version = await findData(api.GET("/skills/{name}/{version}", { params: { path } }));
  const scan = await findData(api.GET("/skills/{name}/{version}/scan", { params: { path } }));
  const difference = version && (await findDifference(api, version, one.audit?.last_audited ?? undefined));
  return adminPage({
    at: "/admin/promotions",
    title: `Audit of ${one.name} ${one.version}`,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={PROMOTION_DEEDS} url={url} />,
    children: (
      <Case
        evidence={
          <>
            <Asks one={one} version={version} />
            <Checklist one={one} />
            <DifferenceTo name={one.name} difference={difference} />
            {version === null ? null : <ScanTab version={version} scan={scan} />}
          </>
        }
        decision={
          one.status === "pending" ? <Decisions one={one} version={version} shown={shown} /> : <Was one={one} />
        }
      />
    ),
  });
});

/** Lists are all that the API has of requests. */
async function findPromotion({ api }: Visit, id: string): Promise<Promotion | null> {
  let cursor: string | null = null;
  for (let pages = 0; pages < 20; pages += 1) {
    const query = { limit: 100, ...(cursor !== null && { cursor }) };
    const list: components["schemas"]["PromotionList"] = await ensureData(
      api.GET("/admin/promotions", { params: { query } }),
    );
    const found = list.items.find((one) => one.id === id);
    if (found) return found;
    cursor = list.next_cursor;
    if (cursor === null) return null;
  }
  return null;
}

function Asks({ one, version }: { one: Promotion; version: Version | null }) {
  const signers = version?.signatures ?? [];
  return (
    <section aria-labelledby="asks">
      <h2 id="asks">What is asked</h2>
      <p>
        {one.requested_by} asks that{" "}
        <a href={skillAddress(one.name, one.version)}>
          {one.name} {one.version}
        </a>{" "}
        of <a href={`/publishers/${encodeURIComponent(one.publisher)}`}>{one.publisher}</a> goes from{" "}
        <TierMark tier={one.from} /> to <TierMark tier={one.to} />, since <Moment at={one.requested_at} />.
      </p>
      {one.note === null ? null : (
        <blockquote class="said" dir="auto">
          {shortText(one.note, 2_000)}
        </blockquote>
      )}
      <p>
        {signers.length === 0 ? (
          "It is not signed."
        ) : (
          <>
            Signed by <code class="digest">{signers.map(({ signer }) => shortText(signer, 120)).join(", ")}</code>:{" "}
            <a href={skillAddress(one.name, one.version, "trust")}>signatures and log</a>.
          </>
        )}{" "}
        <a href={skillAddress(one.name, one.version, "files")}>Its files</a>.
      </p>
    </section>
  );
}

const STATES = {
  met: { tone: "allow", shape: "shield", sign: "check", word: "met" },
  look: { tone: "review", shape: "triangle", sign: "alarm", word: "to look at" },
  open: { tone: "unscanned", shape: "circle", sign: "bar", word: "yours to judge" },
} as const;

function Checklist({ one: { audit } }: { one: Promotion }) {
  if (!audit) return null;
  return (
    <section aria-labelledby="checklist">
      <h2 id="checklist">Checklist</h2>
      <p class="hint">
        {audit.last_audited === null
          ? "No version of it was audited before."
          : `The last audit was of ${audit.last_audited}.`}
      </p>
      <ul class="checks">
        {audit.checklist.map(({ item, state, text }) => {
          const { tone, shape, sign, word } = STATES[state];
          return (
            <li>
              <Mark shape={shape} sign={sign} tone={tone} />
              <div>
                <b>{item}</b> <span class="hint">{word}</span>
                <p dir="auto">{shortText(text, 1_000)}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Decisions({ one, version, shown }: { one: Promotion; version: Version | null; shown: Shown }) {
  const cannot = one.cannot_decide ?? null;
  const form = { action: `/admin/promotions/${one.id}`, shown, cannot, hidden: { inspection: one.inspection_id } };
  return (
    <>
      <Decide
        {...form}
        deed="approve"
        button="Approve the audit"
        follows="It becomes verified, the registry countersigns it, and your name stands beside it. The publisher reads the reason."
      >
        {version?.format === "miaos" ? (
          <Line
            {...formOf(shown, "approve").field}
            name="npm"
            label="npm package"
            optional
            maxlength={214}
            hint="Only if you found that this package is the publisher’s and holds this skill."
          />
        ) : null}
      </Decide>
      <Decide
        {...form}
        deed="reject"
        button="Reject it"
        follows="It keeps its tier. The publisher reads the reason, and may ask again."
      />
    </>
  );
}

const Was = ({ one }: { one: Promotion }) => (
  <p>
    It was {one.status}
    {one.decided_by === null ? "" : ` by ${one.decided_by}`}
    {one.reason === null ? "." : ": "}
    <span dir="auto">{shortText(one.reason ?? "", 2_000)}</span>
  </p>
);
