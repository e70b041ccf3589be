import type { Child } from "hono/jsx";
import { Mark } from "./marks.tsx";

/** One line of a list of what was looked at (`ul.checks`): whether it is well, and what it is. */
export const Check = ({ ok, what, children }: { ok: boolean; what: string; children: Child }) => (
  <li>
    <Mark shape={ok ? "shield" : "triangle"} sign={ok ? "check" : "alarm"} tone={ok ? "allow" : "review"} />
    <div>
      <b>{what}</b> <span class="unseen">{ok ? "(well)" : "(look at it)"}</span>
      <p>{children}</p>
    </div>
  </li>
);
