import type { Asked } from "../asked.ts";
import { type Deed, deed } from "../deeds/deeds.tsx";
import { judgeText } from "../typed.ts";

/** A form's row is `name@version`. */
const releaseOf = (row = "") => {
  const [name = "", version = ""] = row.split("@");
  return { path: { name, version } };
};

/** What is done on a publisher's dashboard. */
export const DASHBOARD_DEEDS: Readonly<Record<string, Deed>> = {
  approve: deed({
    fields: ["digest"],
    said: "It is approved, and goes live.",
    act: ({ api }, { row, digest = "" }) =>
      api.POST("/skills/{name}/{version}/approve", { params: releaseOf(row), body: { content_digest: digest } }),
  }),
  reject: deed({
    fields: ["reason"],
    said: "It is rejected: its number is free again.",
    judge: ({ reason = "" }) => ({ reason: reason === "" ? null : judgeText(reason, 1_000) }),
    sure: ({ row = "" }) => ({
      title: `Reject ${row.replace("@", " ")}?`,
      consequence: "Its files are deleted. The number is free again, so the version can be staged anew.",
      submit: "Reject it",
    }),
    act: ({ api }, { row, reason = "" }) =>
      api.POST("/skills/{name}/{version}/reject", { params: releaseOf(row), body: reason === "" ? {} : { reason } }),
  }),
  contest: deed({
    fields: ["reason"],
    said: "An admin reads it. Their answer comes with your notices.",
    judge: ({ reason = "" }) => ({ reason: judgeText(reason, 4_000) }),
    about: { 400: "reason", 409: "reason" },
    act: ({ api }, { row, reason = "" }) =>
      api.POST("/skills/{name}/{version}/contest", { params: releaseOf(row), body: { reason } }),
  }),
  promote: deed({
    fields: ["note"],
    said: "The audit is asked for. What comes of it comes with your notices.",
    judge: ({ note = "" }) => ({ note: note.length > 2_000 ? "That is longer than 2000 characters." : null }),
    about: { 400: "note", 403: "note", 409: "note" },
    act: ({ api }, { row, note = "" }) =>
      api.POST("/skills/{name}/{version}/promotion", {
        params: releaseOf(row),
        body: { tier: "verified", ...(note.trim() !== "" && { note }) },
      }),
  }),
  "accept-transfer": deed({
    said: "The skill is yours.",
    sure: () => ({
      title: "Take this skill over?",
      consequence: "Your publisher answers for it from now on: for every version, its reports and its users.",
      submit: "Take it over",
    }),
    act: ({ api }, { row = "" }) => api.POST("/transfers/{id}/accept", { params: { path: { id: row } } }),
  }),
  "decline-transfer": deed({
    said: "The offer is declined.",
    act: ({ api }, { row = "" }) => api.POST("/transfers/{id}/decline", { params: { path: { id: row } } }),
  }),
};

/** The publisher whose dashboard it is. */
export const publisherOf = (asked: Asked): string => asked.param("handle");
