import { routes } from "@gaia/web";
import type { Everything } from "./one-of-everything.ts";

export type Viewer = "anyone" | "ada" | "boss";

/** An address of the site in a registry with one of everything, and who looks at it. */
export interface Address {
  /** `{promotion}`, `{rescan}` and `{batch}` stand for ids: `pathIn`. */
  path: string;
  as: Viewer;
}

const TABS = ["readme", "tools", "versions", "files", "scan", "trust", "reviews", "history"];
const STATES = ["held", "accused", "yanked", "fallen"];

/** What each parameter of an address stands for, where nothing else is said below. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ":name": "subject",
  ":version": "1.1.0",
  ":versions": "1.0.0...1.1.0",
  ":handle": "ada",
  ":collection": "tools",
  ":path{.+}": "SKILL.md",
  ":file": "subject.svg",
  ":page": "signing",
  ":noun": "skills",
};

/** Addresses that show more than one thing, or of which a parameter stands for something else. */
const SHOWN_AT: Readonly<Record<string, readonly string[]>> = {
  "/search": ["/search", "/search?q=tide&tag=sea&sort=name", "/search?q=tide&tier=verified"],
  "/skills/:name": [
    ...TABS.map((tab) => `/skills/subject?tab=${tab}`),
    ...STATES.map((name) => `/skills/${name}`),
    "/skills/held?tab=scan",
    "/skills/schema?tab=tools",
  ],
  "/skills/:name/:version": [...STATES, "subject"].map((name) => `/skills/${name}/1.0.0`),
  "/skills/:name/:version/files/:path{.+}": ["SKILL.md", "tools.py", "docs/page.html"].map(
    (path) => `/skills/subject/1.1.0/files/${path}`,
  ),
  "/skills/:name/:version/sign": ["/skills/yanked/1.0.0/sign"],
  "/skills/:name/settings": ["/skills/subject/settings", "/skills/held/settings", "/skills/waiting/settings"],
  "/publishers/:name/feed.atom": ["/publishers/ada/feed.atom"],
  "/tags/:name/feed.atom": ["/tags/sea/feed.atom"],
  "/verify": ["/verify?token=none"],
  "/reset": ["/reset", "/reset?token=none"],
  "/cli/auth": ["/cli/auth?redirect_uri=http%3A%2F%2F127.0.0.1%3A9000%2Fcallback&state=one&label_b64=dGlkZXM"],
  "/admin/held/:name/:version": ["/admin/held/held/1.0.0"],
  "/admin/promotions/:id": ["/admin/promotions/{promotion}"],
  "/admin/rescans/:id": ["/admin/rescans/{rescan}"],
  "/publish/many/:id": ["/publish/many/{batch}"],
  "/admin/people": ["/admin/people", "/admin/people?q=ada"],
  "/admin/skills/:name/:version": STATES.map((name) => `/admin/skills/${name}/1.0.0`),
  "/account/address/agree": ["/account/address/agree?token=none"],
  "/account/address/confirm": ["/account/address/confirm?token=none"],
  "/account/address/cancel": ["/account/address/cancel?token=none"],
  "/assets/:file": [],
  // Events for a script, and no page.
  "/skills/:name/:version/scan-events": [],
};

/** Who is led away at once; what is shown then is another page of these. */
export const LED_AWAY: readonly string[] = [
  "/skills",
  "/admin/publishers",
  "/login/with/:provider",
  "/login/from/:provider",
  "/login/welcome",
];

/** What is withheld is a page that says why, but to its publisher. */
export const statusOf = ({ path, as }: Address): number =>
  as === "anyone" && /^\/skills\/accused(\/1\.0\.0)?$/.test(path) ? 403 : 200;

/** What somebody sees of their own: of these, strangers are led to sign in. */
const OWN =
  /^\/(account|publish(?:$|\/many)|reports$|device|confirm|cli\/auth|publishers\/[^/]+\/(dashboard|keys|members|webhooks)|skills\/[^/]+\/(settings|review)$|skills\/[^/]+\/[^/]+\/(sign|report)$)/;

/**
 * Every address of the tables in `apps/web/src/routes/`, at least once, with whoever may look at it.
 * @throws Error where a new page has a parameter of which nothing here says what it stands for
 */
export function everyPage(): Address[] {
  const rows = routes.filter(({ method, path }) => method === "GET" && !LED_AWAY.includes(path));
  const addresses = rows.flatMap(({ path: route }): Address[] =>
    (SHOWN_AT[route] ?? [filled(route)]).map((path) => ({ path, as: viewerOf(route) })),
  );
  // What is shown to nobody else, and how a page of all looks to who is signed in.
  const own = ["/", "/skills/waiting/1.0.0", "/skills/subject", "/skills/accused/1.0.0"];
  return [...addresses, ...own.map((path): Address => ({ path, as: "ada" }))];
}

/** The path of one address in this registry. */
export const pathIn = ({ ids }: Everything, { path }: Address): string =>
  path.replace("{promotion}", ids.promotion).replace("{rescan}", ids.rescan).replace("{batch}", ids.batch);

const viewerOf = (route: string): Viewer => (route.startsWith("/admin") ? "boss" : OWN.test(route) ? "ada" : "anyone");

function filled(route: string): string {
  const parts = route.split("/").map((part) => (part.startsWith(":") ? STANDS_FOR[part] : part));
  if (parts.includes(undefined)) throw new Error(`${route}: say in every-page.ts what its parameter stands for`);
  return parts.join("/");
}

/** The path of every address that takes a form; an id in it is of nothing. */
export function everyForm(): string[] {
  const paths = routes
    .filter(({ method }) => method === "POST")
    .map(({ path }) => (SHOWN_AT[path]?.[0] ?? filled(path)).replace(/\?.*/, ""))
    .map((path) => path.replace(/\{\w+\}/, "00000000-0000-4000-8000-000000000000"));
  return [...new Set(paths)];
}
