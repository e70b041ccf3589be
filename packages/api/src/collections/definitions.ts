import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Handle, SkillName } from "../defining/values.ts";
import { Collection, CollectionList, NewCollection } from "./schemas.ts";

const params = z.object({ handle: Handle, collection: SkillName });

export const getCollection = defineRoute({
  operationId: "getCollection",
  method: "get",
  path: "/collections/{handle}/{collection}",
  tags: ["collections"],
  summary: "Skills that a publisher names together, in its order",
  description: "Only members of its publisher find one that is not public. `ETag` is of what the caller is shown.",
  access: "anyone",
  cache: "none",
  request: { params },
  responses: { 200: json(Collection, "The collection"), ...problems(404) },
});

export const putCollection = defineRoute({
  operationId: "putCollection",
  method: "put",
  path: "/collections/{handle}/{collection}",
  tags: ["collections"],
  summary: "Make a collection, or put this in its place",
  description:
    "The skills may be of any publisher. The caller has to see them, and one that is not there for the caller is refused (400). " +
    "Skills that the " +
    "collection has and the caller may not see stay, behind the others. With `If-Match` it is refused (409) where the collection is no " +
    "longer the one that was read.",
  access: "publisher",
  cache: "none",
  request: { params, body: { required: true, content: { "application/json": { schema: NewCollection } } } },
  responses: { 200: json(Collection, "Changed, or as it was"), 201: json(Collection, "Made"), ...problems(404, 409) },
});

export const deleteCollection = defineRoute({
  operationId: "deleteCollection",
  method: "delete",
  path: "/collections/{handle}/{collection}",
  tags: ["collections"],
  summary: "Delete a collection; its skills stay as they are",
  access: "publisher",
  cache: "none",
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(404) },
});

export const listCollections = defineRoute({
  operationId: "listCollections",
  method: "get",
  path: "/publishers/{handle}/collections",
  tags: ["collections"],
  summary: "The collections of a publisher, by name",
  access: "anyone",
  cache: "none",
  request: { params: z.object({ handle: Handle }) },
  responses: { 200: json(CollectionList, "Those that the caller may see"), ...problems(404) },
});
