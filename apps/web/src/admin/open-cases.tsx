import { type Deed, deed, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { adminPage } from "../showing/admin-page.tsx";
import { Notice } from "../parts/banner.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import type { Visit } from "../visit.ts";
import { Choice, Line, Text } from "../parts/fields.tsx";
import { judgeText, judgeVersion } from "../typed.ts";
import { type Case, EFFECT_WORDS, isCaseId, isOneOf, KIND_WORDS } from "../reports/kinds.ts";
import { findWaiting, StillWaiting } from "./waiting.tsx";

const ADDRESS = "/admin/reports";
const MAX_REASON = 2_000;

const judge = ({ row = "", reason = "" }: Record<string, string>) => ({
  "": isCaseId(row) ? null : "There is no such case.",
  reason: judgeText(reason, MAX_REASON),
});
/** Back to the list, which then says how this case was closed. */
const after = (_asked: unknown, _case: unknown, { row = "" }: Record<string, string>): string =>
  `${ADDRESS}?case=${row}`;

/** What may be decided of a case. */
export const CASE_DEEDS: Readonly<Record<string, Deed>> = {
  uphold: deed({
    fields: ["reason", "effect", "version"],
    said: "Upheld.",
    judge: (values) => ({
      ...judge(values),
      effect: isOneOf(EFFECT_WORDS, values["effect"] ?? "") ? null : "Choose what follows.",
      version: judgeVersion(values["version"] ?? ""),
    }),
    about: { 400: "reason", 404: "version" },
    act: ({ api }, { row = "", reason = "", effect = "", version = "" }) =>
      api.POST("/admin/reports/{id}/uphold", {
        params: { path: { id: row } },
        body: {
          reason,
          // Judged above: an effect is one of the table's.
          effect: isOneOf(EFFECT_WORDS, effect) ? effect : "demotion",
          ...(version !== "" && { version }),
        },
      }),
    after,
  }),
  dismiss: deed({
    fields: ["reason"],
    said: "Dismissed.",
    judge,
    about: { 400: "reason" },
    act: ({ api }, { row = "", reason = "" }) =>
      api.POST("/admin/reports/{id}/dismiss", { params: { path: { id: row } }, body: { reason } }),
    after,
  }),
};

/** `/admin/reports`: the open cases, oldest first. */
export const casesPage = forAdmins(async (visit, shown) => {
  const { api, url } = visit;
  const cursor = url.searchParams.get("cursor");
  const query = { status: "open" as const, limit: 25, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/reports", { params: { query } }));
  const { error, typedInto } = await placeOf(visit, list.items, shown);
  const waiting = await findWaiting(visit);
  const decided = await findCase(visit, url.searchParams.get("case"));
  return adminPage({
    at: ADDRESS,
    title: "Open cases",
    ...errorAndStatus(shown),
    error,
    children: (
      <>
        {decided === null || decided.status === "open" ? null : (
          <div role="status">
            <Notice tone="unscanned" shape="circle" title={decided.status === "upheld" ? "Upheld" : "Dismissed"}>
              Case <code class="digest">{decided.id}</code> of {decided.name} is closed; the people concerned were
              notified.
            </Notice>
          </div>
        )}
        <StillWaiting waiting={waiting} />
        {list.items.length === 0 ? <p class="empty">No report waits for a decision.</p> : null}
        <ul class="cases">
          {[...typedInto, ...list.items].map((one) => (
            <li>
              <OneCase one={one} shown={shown} />
            </li>
          ))}
        </ul>
        {list.next_cursor === null ? null : (
          <p>
            <a href={`${ADDRESS}?cursor=${encodeURIComponent(list.next_cursor)}`}>Newer ones</a>
          </p>
        )}
      </>
    ),
  });
});

const findCase = async ({ api }: Visit, id: string | null): Promise<Case | null> =>
  id === null || !isCaseId(id) ? null : ensureData(api.GET("/admin/reports/{id}", { params: { path: { id } } }));

/** Where what is wrong is said: beside the field, or above where the case is open no more. A case that the list has not is shown first. */
async function placeOf(visit: Visit, open: Case[], shown: Shown): Promise<{ error: string | null; typedInto: Case[] }> {
  const error = errorOf(shown);
  const [first] = Object.values(shown.typed.errors);
  const row = shown.form?.split(":")[1] ?? null;
  if (first === undefined || open.some(({ id }) => id === row)) return { error, typedInto: [] };
  const found = await findCase(visit, row).catch(() => null);
  return { error: error ?? first, typedInto: found?.status === "open" ? [found] : [] };
}

function OneCase({ one, shown }: { one: Case; shown: Shown }) {
  const title = `${one.name}${one.version === null ? "" : ` ${one.version}`}`;
  return (
    <article aria-labelledby={`case-${one.id}`}>
      <h2 id={`case-${one.id}`}>
        <a href={skillAddress(one.name, one.version)}>{title}</a> of {one.publisher}
      </h2>
      <p class="said" dir="auto">
        {shortText(one.text, 4_000)}
      </p>
      <p class="hint">
        {KIND_WORDS[one.kind]} · case <code>{one.id}</code> · reported by {one.reporter ?? "a deleted account"},{" "}
        <Moment at={one.created_at} />
      </p>
      <Decision one={one} deed="uphold" shown={shown} />
      <Decision one={one} deed="dismiss" shown={shown} />
    </article>
  );
}

function Decision({ one, deed, shown }: { one: Case; deed: "uphold" | "dismiss"; shown: Shown }) {
  const { hidden, field, isTyped } = formOf(shown, deed, one.id);
  const words = deed === "uphold" ? "Uphold" : "Dismiss";
  return (
    <details open={isTyped}>
      <summary>{words}</summary>
      <Form action={ADDRESS} hidden={hidden} submit={words}>
        {deed === "uphold" ? (
          <>
            <Choice {...field} name="effect" label="What follows" words={EFFECT_WORDS} />
            <Line
              {...field}
              name="version"
              label="Version"
              optional
              hint={one.version === null ? "Empty: the newest one." : `Empty: ${one.version}, which was reported.`}
            />
          </>
        ) : null}
        <Text
          {...field}
          name="reason"
          label="Reason"
          maxlength={MAX_REASON}
          rows={3}
          hint="Its reporter and the publisher read it."
        />
      </Form>
    </details>
  );
}
