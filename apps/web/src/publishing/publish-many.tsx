import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { askToSignIn } from "../deeds/second-step.tsx";
import { readForm, refuseOtherSite, seeOther } from "../form.ts";
import { bodyOf, inPerson, needsSecondFactor, outcome, refusalOf } from "../in-person.ts";
import { ensureMe } from "../showing/me.ts";
import { ensureData } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import { batchPage, manyPage } from "./batch-pages.tsx";

type Batch = components["schemas"]["Batch"];

/** `/publish/many`: an archive of many skills is chosen. */
export const showMany = (asked: Asked): Promise<Response> => chooseMany(asked, null);

const chooseMany = (asked: Asked, refused: { error: string; status: number } | null): Promise<Response> =>
  show(asked, null, async (visit) => {
    const me = ensureMe(visit);
    const { data } = await visit.api.GET("/batches");
    return manyPage({ me, before: data?.items ?? [], refused, publicUrl: visit.publicUrl });
  });

/** Takes an archive; its page shows the dry run as it goes. The body goes on to the API as it comes. */
export async function takeMany(asked: Asked): Promise<Response> {
  const other = refuseOtherSite(asked);
  if (other !== null) return other;
  // Before a byte of the body is read.
  const me = await outcome(inPerson(asked).api.GET("/whoami"));
  if (!me.isOk) return askToSignIn(asked, new URLSearchParams());
  if (!/^multipart\/form-data\b/.test(asked.request.headers.get("content-type") ?? ""))
    return chooseMany(asked, { error: "Choose an archive: a .zip or a .tar.gz.", status: 400 });
  const told = await outcome<Batch>(inPerson(asked).api.POST("/batches", bodyOf(asked)));
  if (told.isOk) return seeOther(asked, `/publish/many/${told.data.id}`, {});
  const hint = told.problem?.errors?.[0]?.hint;
  const error = needsSecondFactor(told)
    ? "This asks for your second factor: confirm it at /confirm, then choose the archive again."
    : `${refusalOf(told)}${hint ? ` ${hint}` : ""}`;
  return chooseMany(asked, { error, status: told.status });
}

/** `/publish/many/ID`: what each skill of the archive would come to, or came to. */
export const showBatch = (asked: Asked): Promise<Response> => shown(asked, null);

const shown = (asked: Asked, refused: { error: string; status: number } | null): Promise<Response> =>
  show(asked, null, async (visit) => {
    ensureMe(visit);
    const batch = await ensureData(visit.api.GET("/batches/{id}", { params: { path: { id: asked.param("id") } } }));
    return batchPage(batch, refused);
  });

/** The one word that publishes all of it that can be. */
export async function takeBatch(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const id = asked.param("id");
  const told = await outcome(inPerson(asked).api.POST("/batches/{id}/publish", { params: { path: { id } } }));
  if (told.isOk) return seeOther(asked, `/publish/many/${id}`, {});
  if (told.status === 401) return askToSignIn(asked, form);
  const error = needsSecondFactor(told) ? "Confirm your second factor at /confirm first." : refusalOf(told);
  return shown(asked, { error, status: told.status });
}
