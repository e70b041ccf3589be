import { auditPage } from "../admin/audit.tsx";
import { healthPage } from "../admin/health.tsx";
import { PEOPLE_DEEDS, peoplePage } from "../admin/people.tsx";
import { PERSON_DEEDS, personPage } from "../admin/person.tsx";
import { goToPublisher, PUBLISHER_DEEDS, publisherAdminPage } from "../admin/publisher.tsx";
import { RESCAN_DEEDS, rescanPage, RESCANS_DEEDS, rescansPage } from "../admin/rescans.tsx";
import { APPEAL_DEEDS, appealsPage } from "../admin/appeals.tsx";
import { HELD_DEEDS, heldCasePage } from "../admin/held-case.tsx";
import { heldPage } from "../admin/held.tsx";
import { adminHome, HOME_DEEDS } from "../admin/home.tsx";
import { PROMOTION_DEEDS, promotionPage, promotionsPage } from "../admin/promotions.tsx";
import { VERSION_DEEDS, versionAdminPage } from "../admin/version.tsx";
import type { Asked, PageRoute } from "../asked.ts";
import { type Deed, type Shown, showing, taking } from "../deeds/deeds.tsx";
import { CASE_DEEDS, casesPage } from "../admin/open-cases.tsx";
import { HOOK_DEEDS } from "../webhooks/hook-deeds.tsx";
import { adminHooksPage } from "../webhooks/hooks-page.tsx";

const policy = { access: "anyone", cache: "none" } as const;
/** A reason of 2,000 characters, each of three bytes, each byte of three characters, and the names of what it is about. */
const takes = { ...policy, bodyLimitBytes: 65_536 } as const;

/** A page, and what its forms do. */
const page = (
  path: string,
  shows: (asked: Asked, shown: Shown) => Promise<Response>,
  deeds: Readonly<Record<string, Deed>>,
): PageRoute[] => [
  { method: "GET", path, policy, answer: showing(shows) },
  { method: "POST", path, policy: takes, answer: taking(deeds, shows) },
];

/** A page without forms. */
const list = (path: string, shows: (asked: Asked, shown: Shown) => Promise<Response>): PageRoute[] => [
  { method: "GET", path, policy, answer: showing(shows) },
];

/** For those who run the registry. */
export const ADMIN_ROUTES: readonly PageRoute[] = [
  ...page("/admin", adminHome, HOME_DEEDS),
  ...list("/admin/held", heldPage),
  ...page("/admin/held/:name/:version", heldCasePage, HELD_DEEDS),
  ...list("/admin/promotions", promotionsPage),
  ...page("/admin/promotions/:id", promotionPage, PROMOTION_DEEDS),
  ...page("/admin/reports", casesPage, CASE_DEEDS),
  ...page("/admin/appeals", appealsPage, APPEAL_DEEDS),
  ...page("/admin/people", peoplePage, PEOPLE_DEEDS),
  ...page("/admin/people/:handle", personPage, PERSON_DEEDS),
  { method: "GET", path: "/admin/publishers", policy, answer: goToPublisher },
  ...page("/admin/publishers/:handle", publisherAdminPage, PUBLISHER_DEEDS),
  ...page("/admin/skills/:name/:version", versionAdminPage, VERSION_DEEDS),
  ...list("/admin/audit", auditPage),
  ...page("/admin/rescans", rescansPage, RESCANS_DEEDS),
  ...page("/admin/rescans/:id", rescanPage, RESCAN_DEEDS),
  ...page("/admin/webhooks", adminHooksPage, HOOK_DEEDS),
  ...list("/admin/health", healthPage),
];
