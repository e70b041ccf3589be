import type { PageRoute } from "../asked.ts";
import { assetResponse } from "../assets.ts";
import { cliPage } from "../pages/cli.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { statusPage } from "../pages/status.tsx";
import { guardHeaders, textResponse } from "../respond.ts";
import { show } from "../showing/show.ts";
import { chooseTheme, themeOf, themeStyle } from "../theme.ts";

/** The site itself: how it looks, and what it gives out. */
export const SITE_ROUTES: readonly PageRoute[] = [
  {
    method: "GET",
    path: "/cli",
    policy: { access: "anyone", cache: "none" },
    answer: (asked) => show(asked, null, cliPage),
  },
  {
    method: "GET",
    path: "/status",
    policy: { access: "anyone", cache: "none" },
    answer: (asked) => show(asked, null, statusPage),
  },
  {
    method: "GET",
    path: "/theme.css",
    policy: { access: "anyone", whenClosed: "open", cache: "none" },
    answer({ request, env }) {
      const headers = {
        ...guardHeaders(env.publicUrl),
        "cache-control": "private, no-cache",
        vary: "Cookie, Accept-Encoding",
      };
      return textResponse(request, { body: themeStyle(themeOf(request)), type: "text/css; charset=utf-8", headers });
    },
  },
  {
    method: "POST",
    path: "/theme",
    policy: { access: "anyone", whenClosed: "open", cache: "none", bodyLimitBytes: 8_192 },
    answer: chooseTheme,
  },
  {
    method: "GET",
    path: "/assets/:file",
    policy: { access: "anyone", whenClosed: "open", cache: "static" },
    answer(asked) {
      const { request, env } = asked;
      const found = assetResponse(request, new URL(request.url).pathname, guardHeaders(env.publicUrl));
      return found ?? show(asked, null, (visit) => notFoundPage(visit, null));
    },
  },
];
