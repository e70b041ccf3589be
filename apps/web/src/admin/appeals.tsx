import type { components } from "@gaia/client";
import { type Deed, deed, DoneNote, type Shown } from "../deeds/deeds.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { isCaseId, KIND_WORDS } from "../reports/kinds.ts";
import { skillAddress } from "../skill-address.ts";
import { Case, Decide, judgeReason } from "./case.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";

type Report = components["schemas"]["Report"];

const judge = (values: Record<string, string>) => ({
  ...judgeReason(values),
  "": isCaseId(values["row"] ?? "") ? null : "There is no such case.",
});

/** What may be decided of an appeal. */
export const APPEAL_DEEDS: Readonly<Record<string, Deed>> = {
  grant: deed({
    fields: ["reason"],
    said: "Granted: what the report did to the version is undone. Publisher and reporter were notified.",
    judge,
    about: { 400: "reason" },
    act: ({ api }, { reason = "", row = "" }) =>
      api.POST("/admin/appeals/{id}/grant", { params: { path: { id: row } }, body: { reason } }),
  }),
  reject: deed({
    fields: ["reason"],
    said: "Rejected: the decision stands. Publisher and reporter were notified.",
    judge,
    about: { 400: "reason" },
    act: ({ api }, { reason = "", row = "" }) =>
      api.POST("/admin/appeals/{id}/reject", { params: { path: { id: row } }, body: { reason } }),
  }),
};

/** `/admin/appeals`: appeals that wait, oldest first. */
export const appealsPage = forAdmins(async ({ api, url }, shown) => {
  const cursor = url.searchParams.get("cursor");
  const query = { status: "pending" as const, limit: 25, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/appeals", { params: { query } }));
  return adminPage({
    at: "/admin/appeals",
    title: "Appeals",
    lead: "What publishers say against upheld reports, oldest first. Another admin than the one who upheld the report decides.",
    ...errorAndStatus(shown),
    note: <DoneNote deeds={APPEAL_DEEDS} url={url} />,
    children: (
      <>
        {list.items.length === 0 ? <p class="empty">No appeal waits for a decision.</p> : null}
        <ul class="cases">
          {list.items.map((one) => (
            <li>
              <OneAppeal one={one} shown={shown} />
            </li>
          ))}
        </ul>
        {list.next_cursor === null ? null : (
          <p>
            <a rel="next" href={`/admin/appeals?cursor=${encodeURIComponent(list.next_cursor)}`}>
              Newer ones
            </a>
          </p>
        )}
      </>
    ),
  });
});

const UNDONE = { demotion: "Its tier comes back", quarantine: "It is served again" };

function OneAppeal({ one, shown }: { one: Report; shown: Shown }) {
  const { appeal, effect } = one;
  const version = effect?.version ?? one.version;
  const form = { action: "/admin/appeals", shown, row: one.id, cannot: one.cannot_decide ?? null };
  return (
    <article aria-labelledby={`case-${one.id}`}>
      <h2 id={`case-${one.id}`}>
        <a href={skillAddress(one.name, version)}>
          {one.name}
          {version === null ? "" : ` ${version}`}
        </a>{" "}
        of {one.publisher}
      </h2>
      <Case
        id={one.id}
        evidence={
          <>
            <Said title="The report" text={one.text} by={one.reporter} at={one.created_at}>
              {KIND_WORDS[one.kind]}
            </Said>
            <Said title="The decision" text={one.reason ?? ""} by={one.decided_by} at={one.decided_at}>
              {effect === null
                ? null
                : `${effect.version} ${effect.kind === "demotion" ? "lost its tier" : "was withheld"}`}
            </Said>
            {appeal === null ? null : (
              <Said title="The appeal" text={appeal.text} by={appeal.appealed_by} at={appeal.appealed_at} />
            )}
          </>
        }
        decision={
          <>
            <Decide
              {...form}
              deed="grant"
              button="Grant the appeal"
              follows={`${effect === null ? "The decision is undone" : UNDONE[effect.kind]}, unless another case says the same of it.`}
            />
            <Decide
              {...form}
              deed="reject"
              button="Reject the appeal"
              follows="The decision stands. An appeal is made once."
            />
          </>
        }
      />
    </article>
  );
}

function Said(about: { title: string; text: string; by: string | null; at: string | null; children?: string | null }) {
  const { title, text, by, at, children } = about;
  return (
    <div>
      <h3>{title}</h3>
      <blockquote class="said" dir="auto">
        {shortText(text, 4_000)}
      </blockquote>
      <p class="hint">
        {by ?? "a deleted account"}
        {at === null ? null : (
          <>
            , <Moment at={at} />
          </>
        )}
        {children ? ` · ${children}` : ""}
      </p>
    </div>
  );
}
