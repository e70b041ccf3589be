import type { Child } from "hono/jsx";
import { Notice } from "../parts/banner.tsx";
import type { Page } from "../visit.ts";

const PAGES = [
  ["/admin", "Overview"],
  ["/admin/held", "Held"],
  ["/admin/promotions", "Audits"],
  ["/admin/reports", "Reports"],
  ["/admin/appeals", "Appeals"],
  ["/admin/rescans", "Re-scans"],
  ["/admin/people", "People"],
  ["/admin/audit", "Audit log"],
  ["/admin/webhooks", "Webhooks"],
  ["/admin/health", "Health"],
] as const;

type AdminPath = (typeof PAGES)[number][0];

/** The way between the pages of admins. */
const AdminMenu = ({ at }: { at: AdminPath }) => (
  <nav class="admin-menu" aria-label="Administration">
    {PAGES.map(([path, words]) => (
      <a href={path} {...(path === at && { "aria-current": "page" as const })}>
        {words}
      </a>
    ))}
  </nav>
);

/** The frame of a page for admins. `note`: what was done a moment ago. */
export function adminPage(input: {
  at: AdminPath;
  title: string;
  lead?: Child;
  error: string | null;
  status?: number | undefined;
  note?: Child;
  children: Child;
}): Page {
  const { at, title, lead, error, status, note, children } = input;
  return {
    ...(status === undefined ? {} : { status }),
    title,
    body: (
      <div class="admin person">
        <AdminMenu at={at} />
        <h1>{title}</h1>
        {lead ? <p class="lead">{lead}</p> : null}
        {note}
        {error === null ? null : (
          <div role="alert">
            <Notice tone="block" shape="octagon" title="Not done">
              {error}
            </Notice>
          </div>
        )}
        {children}
      </div>
    ),
  };
}
