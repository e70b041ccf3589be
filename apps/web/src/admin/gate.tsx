import type { Asked } from "../asked.ts";
import { errorOf, type Shown } from "../deeds/deeds.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page, Visit } from "../visit.ts";

/** A page for admins: who is not signed in is asked to, and for others there is no such page. */
export const forAdmins =
  (make: (visit: Visit, shown: Shown, asked: Asked) => Promise<Page>) =>
  (asked: Asked, shown: Shown): Promise<Response> =>
    show(asked, null, async (visit) => {
      const page = ensureMe(visit).role === "admin" ? await make(visit, shown, asked) : await notFoundPage(visit, null);
      return { ...page, isPersonal: true };
    });

/** What the frame of a page for admins says of a form that was refused. */
export const errorAndStatus = (shown: Shown) => ({ error: errorOf(shown), status: shown.status });
