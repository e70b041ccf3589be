import { z } from "@hono/zod-openapi";
import {
  Audience,
  Exchange,
  Exchanged,
  NewTrustedPublisher,
  SkillSettings,
  SkillSettingsChange,
  TrustedPublisher,
  TrustedPublisherList,
} from "./schemas.ts";
import { SkillName, Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const name = z.object({ name: SkillName });
const tags = ["trusted publishing"];

export const getAudience = defineRoute({
  operationId: "getAudience",
  method: "get",
  path: "/trusted-publishing/audience",
  tags,
  summary: "For whom a CI job has to have its identity made",
  access: "anyone",
  whenClosed: "open",
  cache: "static",
  responses: { 200: json(Audience, "The audience"), ...problems() },
});

export const exchangeIdentity = defineRoute({
  operationId: "exchangeIdentity",
  method: "post",
  path: "/trusted-publishing/exchange",
  tags,
  summary: "Exchange a CI job's identity for a token of 15 minutes for the one skill that trusts it",
  description:
    "Each identity is exchanged once: the second time is 409. 401: it is not valid; 403: it is, and nothing here trusts it, " +
    "`detail` says why.",
  access: "anyone",
  whenClosed: "open",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: Exchange } } } },
  responses: { 200: json(Exchanged, "The token"), ...problems(403, 409) },
});

export const listTrustedPublishers = defineRoute({
  operationId: "listTrustedPublishers",
  method: "get",
  path: "/skills/{name}/trusted-publishers",
  tags,
  summary: "Which workflows may publish a skill; for its publisher's members",
  access: "account",
  cache: "none",
  request: { params: name },
  responses: { 200: json(TrustedPublisherList, "Trusted publishers"), ...problems() },
});

export const addTrustedPublisher = defineRoute({
  operationId: "addTrustedPublisher",
  method: "post",
  path: "/skills/{name}/trusted-publishers",
  tags,
  summary: "Trust a workflow with publishing a skill, also one that is not published yet",
  access: "account",
  cache: "none",
  request: {
    params: name,
    body: { required: true, content: { "application/json": { schema: NewTrustedPublisher } } },
  },
  responses: { 201: json(TrustedPublisher, "Trusted"), ...problems(409) },
});

export const removeTrustedPublisher = defineRoute({
  operationId: "removeTrustedPublisher",
  method: "delete",
  path: "/skills/{name}/trusted-publishers/{id}",
  tags,
  summary: "Trust a workflow no longer; the tokens that it has end at once",
  access: "account",
  cache: "none",
  request: { params: z.object({ name: SkillName, id: Uuid }) },
  responses: { 204: { description: "It is trusted no longer" }, ...problems() },
});

export const getSkillSettings = defineRoute({
  operationId: "getSkillSettings",
  method: "get",
  path: "/skills/{name}/settings",
  tags: ["publish"],
  summary: "What a skill's publisher decided about it; for its members",
  access: "account",
  cache: "none",
  request: { params: name },
  responses: { 200: json(SkillSettings, "The settings"), ...problems() },
});

export const changeSkillSettings = defineRoute({
  operationId: "changeSkillSettings",
  method: "patch",
  path: "/skills/{name}/settings",
  tags: ["publish"],
  summary: "Change those settings that are given; for owners of the publisher",
  access: "account",
  cache: { drops: "skill" },
  request: {
    params: name,
    body: { required: true, content: { "application/json": { schema: SkillSettingsChange } } },
  },
  responses: { 200: json(SkillSettings, "The settings as they are now"), ...problems() },
});
