import type { Asked } from "../asked.ts";
import { errorAndStatus, forAdmins } from "../admin/gate.tsx";
import { DoneNote, errorOf, type Shown } from "../deeds/deeds.tsx";
import { cursorOf } from "../finding/next-page.tsx";
import { formPage } from "../parts/form.tsx";
import { PublisherTabs } from "../parts/publisher-tabs.tsx";
import { ensureData, findData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page, Visit } from "../visit.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { type Hook, hookCalls, type HookCalls, type HookList } from "./hook-calls.ts";
import { HOOK_DEEDS } from "./hook-deeds.tsx";
import { HookEntries, NewHookForm } from "./hook-entries.tsx";

const LEAD = (
  <>
    A webhook is sent a signed message about each event that you choose. <a href="/docs/webhooks">How they work</a>
  </>
);

/** `/publishers/{handle}/webhooks`: for its owners. */
export function hooksPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    const me = ensureMe(visit);
    const handle = asked.param("handle");
    const calls = hookCalls(visit.api, asked);
    // Who is no owner of it is told so; who is a stranger to it is refused.
    const list = await (me.publishers.includes(handle) ? findData : ensureData)(calls.list());
    return {
      ...formPage({
        title: `Webhooks of ${handle}`,
        lead: LEAD,
        error: errorOf(shown),
        ...(shown.status !== undefined && { status: shown.status }),
        children: (
          <>
            <PublisherTabs handle={handle} here="webhooks" />
            <DoneNote deeds={HOOK_DEEDS} url={visit.url} />
            {list === null ? (
              <p class="empty">Owners of {handle} see and change its webhooks.</p>
            ) : (
              await content({ visit, shown, calls, list, isRegistrys: false })
            )}
          </>
        ),
      }),
      isPersonal: true,
    };
  });
}

/** `/admin/webhooks`: the registry's own. */
export const adminHooksPage = forAdmins(async (visit, shown, asked) => {
  const calls = hookCalls(visit.api, asked);
  const list = await ensureData(calls.list());
  return adminPage({
    at: "/admin/webhooks",
    title: "Webhooks",
    lead: LEAD,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={HOOK_DEEDS} url={visit.url} />,
    children: await content({ visit, shown, calls, list, isRegistrys: true }),
  });
});

async function content(input: { visit: Visit; shown: Shown; calls: HookCalls; list: HookList; isRegistrys: boolean }) {
  const { visit, shown, calls, list, isRegistrys } = input;
  const { webhooks } = list;
  const action = visit.url.pathname;
  const opened = openedIn(visit.url, webhooks);
  const cursor = cursorOf(visit.url);
  const log =
    opened === null
      ? null
      : await ensureData(calls.deliveries(opened.id, { limit: 20, ...(cursor !== null && { cursor }) }));
  return (
    <>
      <section aria-labelledby="hooks">
        <h2 id="hooks">{isRegistrys ? "Of the registry" : "In use"}</h2>
        <HookEntries hooks={webhooks} opened={opened} action={action} />
      </section>
      {opened === null || log === null ? null : <DeliveryLog hook={opened} log={log} action={action} />}
      <NewHookForm action={action} shown={shown} isRegistrys={isRegistrys} />
    </>
  );
}

/** Whose log is shown: the one that the address names, or the only one. */
function openedIn(url: URL, hooks: readonly Hook[]): Hook | null {
  const asked = url.searchParams.get("log");
  if (asked === null) return (hooks.length === 1 ? hooks[0] : null) ?? null;
  return hooks.find(({ id }) => id === asked) ?? null;
}
