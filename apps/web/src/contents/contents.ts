import type { DocPage, Group } from "./doc-page.ts";
import { FOR_OPERATORS } from "./pages-for-operators.ts";
import { FOR_PUBLISHERS } from "./pages-for-publishers.ts";
import { FOR_USERS } from "./pages-for-users.ts";

/** Which file of `docs/` stands under which address. What is for developers of the registry is not: `files.ts` in `src/docs` names it. */
export const GROUPS: readonly Group[] = [...FOR_PUBLISHERS, ...FOR_USERS, ...FOR_OPERATORS];

export const DOC_PAGES: readonly DocPage[] = GROUPS.flatMap(({ pages }) => pages);
