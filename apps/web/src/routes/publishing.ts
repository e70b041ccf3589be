import { isHandle } from "../naming/handle.ts";
import type { Asked, PageRoute } from "../asked.ts";
import { type Deed, showing, type Shown, taking } from "../deeds/deeds.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { dashboardPage } from "../publishing/dashboard.tsx";
import { DASHBOARD_DEEDS } from "../publishing/dashboard-deeds.ts";
import { KEY_DEEDS, keysPage } from "../publishing/keys.tsx";
import { MEMBER_DEEDS, membersPage } from "../publishing/members.tsx";
import { showBatch, showMany, takeBatch, takeMany } from "../publishing/publish-many.tsx";
import { showPublish, takePublish } from "../publishing/publish.tsx";
import { showSign, takeSign } from "../publishing/sign.tsx";
import { scanEvents } from "../publishing/scan-events.ts";
import { SETTING_DEEDS } from "../publishing/setting-deeds.ts";
import { settingsPage } from "../publishing/settings.tsx";
import { REVIEW_DEEDS, reviewPage } from "../reports/review-form.tsx";
import { show } from "../showing/show.ts";
import { isSkillName, isVersionText } from "../skill-address.ts";
import { HOOK_DEEDS } from "../webhooks/hook-deeds.tsx";
import { hooksPage } from "../webhooks/hooks-page.tsx";

/** A public key of 64 KiB, each byte of it three characters. */
const FORM_BYTES = 262_144;

/** A page of forms, and what takes them; `isKnown`: whether the address can be one of ours at all. */
function page(
  path: string,
  deeds: Readonly<Record<string, Deed>>,
  make: (asked: Asked, shown: Shown) => Promise<Response>,
  isKnown: (asked: Asked) => boolean,
): PageRoute[] {
  const policy = { access: "anyone", cache: "none" } as const;
  const known = (answer: (asked: Asked) => Promise<Response>) => (asked: Asked) =>
    isKnown(asked) ? answer(asked) : show(asked, null, (visit) => notFoundPage(visit, null));
  return [
    { method: "GET", path, policy, answer: known(showing(make)) },
    { method: "POST", path, policy: { ...policy, bodyLimitBytes: FORM_BYTES }, answer: known(taking(deeds, make)) },
  ];
}

const ofPublisher = (asked: Asked): boolean => isHandle(asked.param("handle"));
/** A package as a form sends it: as long as the API takes one, or carried along as text. */
const UPLOAD_BYTES = 24 * 1024 * 1024;
const open = { access: "anyone", cache: "none" } as const;

/** Each holds its whole body, and what is made of it: few are there at once. */
const UPLOAD = { ...open, bodyLimitBytes: UPLOAD_BYTES, cost: 4, atOnce: { perCaller: 2, all: 8 } } as const;
/** Its body is handed on as it comes; the API bounds it. */
const MANY = { ...open, bodyLimitBytes: 101 * 1024 * 1024, cost: 10, atOnce: { perCaller: 1, all: 2 } } as const;

const ofBatch = (answer: (asked: Asked) => Promise<Response>) => (asked: Asked) =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked.param("id"))
    ? answer(asked)
    : show(asked, null, (visit) => notFoundPage(visit, null));

const ofSkill = (asked: Asked): boolean => isSkillName(asked.param("name"));

/** Only an address that can be a version's is asked about. */
function ofVersion(answer: (asked: Asked) => Promise<Response>) {
  return (asked: Asked): Promise<Response> =>
    isSkillName(asked.param("name")) && isVersionText(asked.param("version"))
      ? answer(asked)
      : show(asked, null, (visit) => notFoundPage(visit, null));
}

/** What one publishes: a publisher's own pages, those of its skills, and what others say of them. */
export const PUBLISHING_ROUTES: readonly PageRoute[] = [
  ...page("/publishers/:handle/dashboard", DASHBOARD_DEEDS, dashboardPage, ofPublisher),
  ...page("/publishers/:handle/keys", KEY_DEEDS, keysPage, ofPublisher),
  ...page("/publishers/:handle/members", MEMBER_DEEDS, membersPage, ofPublisher),
  ...page("/publishers/:handle/webhooks", HOOK_DEEDS, hooksPage, ofPublisher),
  ...page("/skills/:name/settings", SETTING_DEEDS, settingsPage, ofSkill),
  ...page("/skills/:name/review", REVIEW_DEEDS, reviewPage, ofSkill),
  { method: "GET", path: "/publish", policy: open, answer: showPublish },
  { method: "POST", path: "/publish", policy: UPLOAD, answer: takePublish },
  { method: "GET", path: "/publish/many", policy: open, answer: showMany },
  { method: "POST", path: "/publish/many", policy: MANY, answer: takeMany },
  { method: "GET", path: "/publish/many/:id", policy: open, answer: ofBatch(showBatch) },
  { method: "POST", path: "/publish/many/:id", policy: { ...open, bodyLimitBytes: 8_192 }, answer: ofBatch(takeBatch) },
  { method: "GET", path: "/skills/:name/:version/scan-events", policy: open, answer: ofVersion(scanEvents) },
  { method: "GET", path: "/skills/:name/:version/sign", policy: open, answer: ofVersion(showSign) },
  {
    method: "POST",
    path: "/skills/:name/:version/sign",
    policy: { ...open, bodyLimitBytes: FORM_BYTES },
    answer: ofVersion(takeSign),
  },
];
