import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { plainIssue } from "./plain-issue.ts";

test.each([
  [z.string().min(3), "a", "has to have at least 3 characters"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().max(2), "abc", "has to have at most 2 characters"],
  [z.number().int().max(2), 3, "has to be at most 2"],
  [z.array(z.string()).min(2), ["a"], "has to have at least 2 entries"],
  [z.enum(["public", "private"]), "hidden", "has to be public or private"],
  [z.uuid(), "x", "has to be an id, as 0b0e3a5c-8d5e-4c56-9a39-0f6a2d3a7f10"],
  [z.string().regex(/^[a-z]+$/), "A", "is not of the form that is taken here (/^[a-z]+$/)"],
  [z.string().regex(/^[a-z]+$/, "must be small"), "A", "must be small"],
  [z.string(), undefined, "is missing"],
  [z.string(), 3, "has to be a text"],
])("what a schema refuses is said in plain words: %#", (schema, value, words) => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  expect(issues.map((issue) => plainIssue({ ...issue }))).toEqual([words]);
});
