import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { plainIssue, valueAt } from "./plain-issue.ts";

const kinds = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("gpg"), key: z.string() }),
  z.object({ kind: z.literal("oms") }),
]);
const person = z.union([z.string(), z.object({ name: z.string(), age: z.number() })]);

test.each<[schema: z.ZodType, value: unknown, words: string]>([
  [z.string().min(3), "a", "has to have at least 3 characters; it has 1"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().max(2), "abc", "has to have at most 2 characters; it has 3"],
  [z.string().length(3), "ab", "has to have exactly 3 characters; it has 2"],
  [z.number().int().max(2), 3, "has to be at most 2; found 3"],
  [z.number().positive(), 0, "has to be more than 0; found 0"],
  [z.number().multipleOf(3), 4, "has to be a multiple of 3; found 4"],
  [z.array(z.string()).min(2), ["a"], "has to have at least 2 entries; it has 1"],
  [z.enum(["public", "private"]), "hidden", 'has to be public or private; found "hidden"'],
  [z.literal("x"), 4, "has to be x; found 4"],
  [z.enum(["a"]), `\u202e${"b".repeat(80)}`, `has to be a; found "\uFFFD${"b".repeat(59)}…"`],
  [z.uuid(), "x", "has to be an id, as 0b0e3a5c-8d5e-4c56-9a39-0f6a2d3a7f10"],
  [z.string().regex(/^[a-z]+$/), "A", "is not of the form that is taken here (/^[a-z]+$/)"],
  [z.string().regex(/^[a-z]+$/, "must be small"), "A", "must be small"],
  [z.string().startsWith("gsk_"), "x", 'has to begin with "gsk_"'],
  [z.url({ protocol: /^redis/ }), "http://x", "has to be an address that begins with redis://"],
  [z.string(), undefined, "is missing"],
  [z.string(), 3, "has to be a text; found a number"],
  [z.array(z.string()), {}, "has to be a list; found an object"],
  [z.string(), null, "has to be a text; found null"],
  [z.coerce.number(), "ten", 'has to be a number; found "ten"'],
  [z.strictObject({ a: z.string() }), { a: "", b: 1, c: 2 }, 'has what is not taken here: "b", "c"'],
  [z.record(z.string().max(1), z.number()), { bb: 1 }, "cannot be named so: the name has to have at most 1 characters"],
  [z.union([z.string(), z.array(z.string())]), 3, "has to be a text or a list; found a number"],
  [person, { name: 1 }, "name has to be a text; found a number; age is missing"],
  [kinds, { kind: "pgp" }, "has to be gpg or oms"],
])("what a schema refuses is said in plain words (first week, A7): %#", (schema, value, words) => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const said = issues.map((issue) => plainIssue({ ...issue }, valueAt(value, issue.path)));
  expect(said).toEqual([words]);
  // None of the validator's own words.
  expect(said.join()).not.toMatch(/Invalid|expected|received|Too (?:big|small)|Unrecognized/);
});

test("what is found is looked up in the value itself, never in what it inherits", () => {
  expect(valueAt({ a: [{ b: 1 }] }, ["a", 0, "b"])).toBe(1);
  for (const path of [["constructor"], ["a", "length"], ["__proto__", "x"]])
    expect(valueAt({ a: "x" }, path)).toBeUndefined();
});
