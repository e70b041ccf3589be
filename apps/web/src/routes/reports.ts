import type { PageRoute } from "../asked.ts";
import { appeal, showReports } from "../reports/own-reports.tsx";
import { report, showReport } from "../reports/report-form.tsx";

const policy = { access: "anyone", cache: "none" } as const;
/** A text of 4,000 characters, each of three bytes, each byte of three characters. */
const taking = { ...policy, bodyLimitBytes: 65_536 } as const;

/** Telling the admins what is wrong with a skill, and what comes of it. */
export const REPORT_ROUTES: readonly PageRoute[] = [
  { method: "GET", path: "/skills/:name/:version/report", policy, answer: showReport },
  { method: "POST", path: "/skills/:name/:version/report", policy: taking, answer: report },
  { method: "GET", path: "/reports", policy, answer: showReports },
  { method: "POST", path: "/reports", policy: taking, answer: appeal },
];
