import { isHandle } from "../naming/handle.ts";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, formOf, type Shown } from "../deeds/deeds.tsx";
import { sizeText } from "../figures.tsx";
import { seeOther } from "../form.ts";
import { notFoundPage } from "../pages/problem.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { ensureData, findData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";

const handleOf = (asked: Asked) => ({ handle: asked.param("handle") });

/** What is done to a publisher. */
export const PUBLISHER_DEEDS: Readonly<Record<string, Deed>> = {
  quota: deed({
    fields: ["mebibytes"],
    said: "The quota is set. What it takes already stays.",
    judge: ({ mebibytes = "" }) => ({
      mebibytes: /^\d{0,10}$/.test(mebibytes) && Number(mebibytes) <= 2_000_000_000 ? null : "A whole number of MiB.",
    }),
    about: { 400: "mebibytes" },
    act: ({ api }, { mebibytes = "" }, asked) =>
      api.PUT("/admin/publishers/{handle}/quota", {
        params: { path: handleOf(asked) },
        body: { mebibytes: mebibytes === "" ? null : Number(mebibytes) },
      }),
  }),
};

/** `/admin/publishers?handle=…`: to the page of that one. */
export const goToPublisher = (asked: Asked): Response => {
  const handle = new URL(asked.request.url).searchParams.get("handle")?.trim().toLowerCase() ?? "";
  const headers = { "cache-control": "no-cache", vary: "Cookie" };
  return seeOther(asked, isHandle(handle) ? `/admin/publishers/${handle}` : "/admin/people", headers);
};

/** `/admin/publishers/:handle`: what it takes of the storage, who belongs to it. */
export const publisherAdminPage = forAdmins(async (visit, shown: Shown, asked) => {
  const path = handleOf(asked);
  if (!isHandle(path.handle)) return notFoundPage(visit, null);
  const { api, url } = visit;
  const publisher = await findData(api.GET("/publishers/{handle}", { params: { path } }));
  if (publisher === null) return notFoundPage(visit, null);
  const { members } = await ensureData(api.GET("/publishers/{handle}/members", { params: { path } }));
  const storage = publisher.storage ?? null;
  const { hidden, field } = formOf(shown, "quota");
  return adminPage({
    at: "/admin/people",
    title: path.handle,
    lead: publisher.kind === "organisation" ? "An organisation." : "The publisher of one account.",
    ...errorAndStatus(shown),
    note: <DoneNote deeds={PUBLISHER_DEEDS} url={url} />,
    children: (
      <>
        <section aria-labelledby="storage">
          <h2 id="storage">Storage</h2>
          {storage === null ? null : (
            <p>
              {storage.versions} versions take {sizeText(storage.used_bytes)}
              {storage.limit_bytes === null ? ", without a limit." : ` of ${sizeText(storage.limit_bytes)}.`}
            </p>
          )}
          <Form
            action={`/admin/publishers/${path.handle}`}
            hidden={hidden}
            submit="Set the quota"
            consequence="A publish beyond it is refused. What is stored stays."
          >
            <Line
              {...field}
              name="mebibytes"
              label="Quota in MiB"
              optional
              maxlength={10}
              hint="Empty: as the registry lets everybody (PUBLISHER_QUOTA_MIB). 0: no limit."
            />
          </Form>
        </section>
        <section aria-labelledby="members">
          <h2 id="members">Members</h2>
          <ul class="entries">
            {members.map(({ account, role, since }) => (
              <li>
                <span>
                  <a href={`/admin/people/${account}`}>{account}</a> <span class="note">{role}</span>
                </span>
                <span class="hint">
                  since <Moment at={since} />
                </span>
              </li>
            ))}
          </ul>
          {publisher.kind === "organisation" ? (
            <p>
              <a href={`/publishers/${path.handle}/members`}>Change members, invite, withdraw an invitation</a>
            </p>
          ) : null}
        </section>
        <p>
          <a href={`/admin/audit?publisher=${path.handle}`}>What was done to it and its skills</a> ·{" "}
          <a href={`/admin/held?publisher=${path.handle}`}>What is held of it</a>
        </p>
      </>
    ),
  });
});
