import type { WebEnv } from "../../types.d.ts";
import type { Asked } from "../asked.ts";
import { toLogin } from "../form.ts";
import { failurePage, problemPage } from "../pages/problem.tsx";
import type { Wanted } from "../pages/wanted.ts";
import { documentOf, isForOneViewer } from "../parts/layout.tsx";
import { ApiProblem, clientOf } from "../registry-api.ts";
import { guardHeaders, textResponse } from "../respond.ts";
import type { Page, Visit } from "../visit.ts";
import { findAnnouncement } from "./announcement.ts";
import { findMe, NotSignedIn } from "./me.ts";

/** Makes the page, or the page that says why there is none, and sends it. */
export async function show(
  { request, env }: Pick<Asked, "request" | "env">,
  wanted: Wanted | null,
  make: (visit: Visit) => Promise<Page>,
): Promise<Response> {
  const api = clientOf(env, request.headers);
  const viewer = env.viewer ?? "anonymous";
  const [me, announcement] = await Promise.all([findMe(api, viewer), findAnnouncement(api)]);
  const visit: Visit = {
    api,
    viewer,
    me,
    announcement,
    url: new URL(request.url),
    publicUrl: env.publicUrl,
    registryName: env.registryName ?? "Skill registry",
    cli: env.cli ?? null,
    highlight: env.highlight ?? (async () => null),
  };
  const { body, status, isKept, needsSignIn } = await pageOrProblem(visit, env, wanted, make);
  if (needsSignIn) return toLogin({ request, env });
  const headers = {
    ...guardHeaders(env.publicUrl),
    "cache-control": isKept ? "no-cache" : "private, no-store",
    vary: "Authorization, Cookie, Accept-Encoding",
  };
  return textResponse(request, { body, type: "text/html; charset=utf-8", status, headers });
}

type Made = { body: string; status: number | undefined; isKept: boolean; needsSignIn?: true };

async function pageOrProblem(
  visit: Visit,
  env: WebEnv,
  wanted: Wanted | null,
  make: (visit: Visit) => Promise<Page>,
): Promise<Made> {
  // Templates are evaluated when the document is written out: that belongs inside the try.
  const written = (page: Page) => ({
    body: documentOf(visit, page),
    status: page.status,
    isKept: !isForOneViewer(visit, page),
  });
  try {
    return written(await make(visit));
  } catch (error) {
    if (error instanceof NotSignedIn) return { body: "", status: undefined, isKept: false, needsSignIn: true };
    const problem = error instanceof ApiProblem ? error : null;
    if (problem === null || problem.status >= 500) env.onError?.(error);
    const fallback = failurePage(problem?.problem?.request_id ?? env.requestId ?? null);
    if (problem === null) return written(fallback);
    return problemPage(visit, problem, wanted)
      .then(written)
      .catch(() => written(fallback));
  }
}
