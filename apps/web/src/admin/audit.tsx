import type { components } from "@gaia/client";
import { Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { forAdmins, errorAndStatus } from "./gate.tsx";

type Entry = components["schemas"]["AuditEntry"];

/** What the log may be asked for, by the name that the API has for it. */
const FILTERS = [
  ["action", "Action", "version.yank, or version.*"],
  ["actor", "Who did it", "ada"],
  ["skill", "Skill", "web-search"],
  ["account", "Account", "ada"],
  ["publisher", "Publisher", "acme"],
  ["target", "Target", "skill:web-search@1.0.0"],
] as const;
const DAYS = [
  ["since", "From (UTC)"],
  ["until", "Before (UTC)"],
] as const;

/** The filters that were filled in; a day is its first moment. */
function filtersOf(params: URLSearchParams): Record<string, string> {
  const texts = [...FILTERS.map(([name]) => name), "request_id"].map((name): [string, string] => [
    name,
    (params.get(name) ?? "").trim(),
  ]);
  const days = DAYS.map(([name]): [string, string] => {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(params.get(name) ?? "")?.[0];
    return [name, day === undefined ? "" : `${day}T00:00:00Z`];
  });
  return Object.fromEntries([...texts, ...days].filter(([, value]) => value !== ""));
}

/** `/admin/audit`: the audit log, newest first, and the same as a file. */
export const auditPage = forAdmins(async ({ api, url }, shown) => {
  const filters = filtersOf(url.searchParams);
  const cursor = url.searchParams.get("cursor");
  const query = { limit: 100, ...filters, ...(cursor !== null && { cursor }) };
  const list = await ensureData(api.GET("/admin/audit", { params: { query } }));
  const file = (form: string) => `/api/v1/admin/audit?${new URLSearchParams({ ...filters, export: form })}`;
  return adminPage({
    at: "/admin/audit",
    title: "Audit log",
    lead: "Every privileged change, newest first. Rows are never changed or removed.",
    ...errorAndStatus(shown),
    children: (
      <>
        <Filters filters={filters} />
        <p>
          As a file, with these filters: <a href={file("csv")}>CSV</a> · <a href={file("ndjson")}>NDJSON</a>
        </p>
        {list.items.length === 0 ? <p class="empty">No row is like that.</p> : <Rows items={list.items} />}
        {list.next_cursor === null ? null : (
          <p>
            <a rel="next" href={`/admin/audit?${new URLSearchParams({ ...filters, cursor: list.next_cursor })}`}>
              Older ones
            </a>
          </p>
        )}
      </>
    ),
  });
});

function Filters({ filters }: { filters: Record<string, string> }) {
  return (
    <form method="get" action="/admin/audit" class="filters">
      {FILTERS.map(([name, label, example]) => (
        <label class="field">
          <span>{label}</span>
          <input name={name} value={filters[name] ?? ""} placeholder={example} maxlength={256} spellcheck={false} />
        </label>
      ))}
      {DAYS.map(([name, label]) => (
        <label class="field">
          <span>{label}</span>
          <input type="date" name={name} value={filters[name]?.slice(0, 10) ?? ""} />
        </label>
      ))}
      <div class="choices">
        <button type="submit" class="act">
          Show
        </button>
        <a href="/admin/audit">All of it</a>
      </div>
    </form>
  );
}

const Rows = ({ items }: { items: Entry[] }) => (
  <table class="facts audit">
    <thead>
      <tr>
        <th scope="col">When (UTC)</th>
        <th scope="col">Who</th>
        <th scope="col">Did what</th>
        <th scope="col">To what</th>
        <th scope="col">Details</th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ at, actor, action, target, detail, request_id: request }) => (
        <tr>
          <td data-label="When">
            <Moment at={at} />
          </td>
          <td data-label="Who">
            <div>{shortText(actor, 120)}</div>
          </td>
          <td data-label="Did what">
            <code>{shortText(action, 64)}</code>
          </td>
          <td data-label="To what">
            <code>{shortText(target, 256)}</code>
          </td>
          <td data-label="Details">
            <details>
              <summary>{shortText(reasonOf(detail), 80)}</summary>
              <pre tabindex={0}>{shortText(JSON.stringify({ ...detail, request_id: request }, null, 1), 4_000)}</pre>
            </details>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const reasonOf = (detail: Entry["detail"]): string =>
  typeof detail["reason"] === "string" && detail["reason"] !== "" ? detail["reason"] : "Show";
