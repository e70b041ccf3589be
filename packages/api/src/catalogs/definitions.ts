import { AriaCatalog, MiaosCatalog, MiaosRepoSkills } from "./schemas.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const catalog = {
  method: "get" as const,
  tags: ["catalog"],
  access: "anyone" as const,
  cache: { keeps: "catalog" as const },
};

export const getMiaosCatalog = defineRoute({
  ...catalog,
  operationId: "getMiaosCatalog",
  path: "/catalogs/miaos.json",
  summary: "Verified MiaOS skills whose npm package an audit confirmed, as MiaOS reads its catalog",
  responses: { 200: json(MiaosCatalog, "A bare array"), 304: { description: "Not modified" }, ...problems() },
});

export const getMiaosRepoSkills = defineRoute({
  ...catalog,
  operationId: "getMiaosRepoSkills",
  path: "/catalogs/miaos-repo.json",
  summary: "The operator's own MiaOS skills, from MIAOS_REPO_SKILLS_DIR",
  responses: { 200: json(MiaosRepoSkills, "A bare array"), 304: { description: "Not modified" }, ...problems() },
});

export const getAriaCatalog = defineRoute({
  ...catalog,
  operationId: "getAriaCatalog",
  path: "/catalogs/aria.json",
  summary: "Verified Aria skills, each as its skill.json",
  responses: { 200: json(AriaCatalog, "By layer, then name"), 304: { description: "Not modified" }, ...problems() },
});
