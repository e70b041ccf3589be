import { z } from "zod";
import { count, listOf, maybeText, text, time, yes } from "./shapes.ts";

const pinnedKey = z.object({
  key_id: text,
  public_key: text.describe("PEM"),
  fingerprint: text,
  added_at: time,
  handed_to: text.optional(),
  retired_at: text.optional(),
});

export const TRUST: Record<"add" | "list" | "remove", z.ZodType> = {
  add: z.object({
    registry: text,
    keys: listOf(pinnedKey),
    policy: maybeText.describe("the log's, as C2SP tlog-policy; null: no log is pinned"),
  }),
  list: z.object({
    keys: listOf(pinnedKey.extend({ registry: text })),
    logs: listOf(
      z.object({ registry: text, policy: text, max_age_seconds: count, refuses_stale: yes, added_at: time }),
    ),
  }),
  remove: z.object({ registry: text, removed: listOf(pinnedKey) }),
};
