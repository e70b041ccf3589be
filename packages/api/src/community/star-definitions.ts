import { z } from "@hono/zod-openapi";
import { Stars } from "./schemas.ts";
import { SkillName } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const starring = {
  path: "/skills/{name}/star" as const,
  tags: ["community"],
  access: "account" as const,
  cache: { drops: "skill" as const },
  request: { params: z.object({ name: SkillName }) },
};

export const starSkill = defineRoute({
  ...starring,
  operationId: "starSkill",
  method: "put",
  summary: "Give a skill your star: one an account, for any skill that you see",
  description: "Stars are counted and shown, and rank nothing. Only the registry's admins see who gave one.",
  responses: { 200: json(Stars, "It has your star"), ...problems(403, 404, 410) },
});

export const unstarSkill = defineRoute({
  ...starring,
  operationId: "unstarSkill",
  method: "delete",
  summary: "Remove your star",
  responses: { 200: json(Stars, "It has no star of yours"), ...problems(403, 404, 410) },
});
