import { authDocument, openApiDocument } from "@gaia/api";
import { describe, expect, test } from "vitest";
import { withoutAllOf } from "../src/document/without-all-of.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Every object of a document, with its place. */
function* objectsOf(value: Json, at = ""): Generator<[string, { readonly [key: string]: Json }]> {
  if (typeof value !== "object" || value === null) return;
  if (!isList(value)) yield [at, value];
  for (const [key, below] of Object.entries(value)) yield* objectsOf(below, `${at}/${key}`);
}

/** What a dry run says of a version and what a person stores were so before: those generators' clients read no other by these names. */
const UNREAD = new Set(["Version", "Storage"]);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const documents: [string, Json][] = [
  ["docs/openapi.json", JSON.parse(JSON.stringify(openApiDocument()))],
  ["docs/auth.json", JSON.parse(JSON.stringify(authDocument()))],
];

/** What generators of clients lose or misread, as they were seen to. */
describe.each(documents)("%s is read alike by generators of clients", (_, document) => {
  const objects = [...objectsOf(document)];
  const places = (isIt: (value: { readonly [key: string]: Json }, at: string) => boolean) =>
    objects.filter(([at, value]) => isIt(value, at)).map(([at]) => at);

  test("(machines, M-3) it has no allOf: a described word drops its operation, and nulls are not inherited", () => {
    expect(places((value) => isList(value["allOf"] ?? null))).toEqual([]);
  });

  test("(machines, M-3) no named schema is null itself: write orNull(X) where it may be", () => {
    const orNull = ({ type }: { readonly [key: string]: Json }) => isList(type ?? null) || type === "null";
    expect(places((value, at) => /^\/components\/schemas\/\w+$/.test(at) && orNull(value))).toEqual([]);
  });

  test("(machines, M-3) no nested object would be called like a named schema: one generator takes the name from it", () => {
    const named = new Set(
      places((_value, at) => /^\/components\/schemas\/\w+$/.test(at)).map((at) => at.split("/")[3]),
    );
    const called = (key: string) => key.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());
    const clash = places((value, at) => {
      const [, key] = /\/properties\/(\w+)$/.exec(at) ?? [];
      return key !== undefined && "properties" in value && named.has(called(key)) && !UNREAD.has(called(key));
    });
    expect(clash).toEqual([]);
  });

  test("(machines, M-3) its licence has an identifier", () => {
    expect(document).toHaveProperty(["info", "license"], { name: "MIT", identifier: "MIT" });
  });

  test("(machines, M-3) a body has one JSON media type, and a form comes before bytes", () => {
    const bodies = objects.filter(([at]) => at.endsWith("/requestBody/content"));
    expect(bodies.length).toBeGreaterThan(5);
    for (const [at, content] of bodies) {
      const types = Object.keys(content);
      expect(types.filter((type) => type.endsWith("json")).length, at).toBeLessThan(2);
      if (types.includes("multipart/form-data")) expect(types[0], at).toBe("multipart/form-data");
    }
  });
});

describe("withoutAllOf", () => {
  const of = (schema: object) =>
    withoutAllOf({ components: { schemas: { ...named, Asked: schema } } }).components.schemas.Asked;
  const named = {
    Word: { type: "string", enum: ["one", "other"] },
    Thing: {
      type: "object",
      description: "a thing",
      properties: { name: { type: "string" }, size: { type: ["integer", "null"] } },
      required: ["name", "size"],
    },
    More: {
      allOf: [
        { $ref: "#/components/schemas/Thing" },
        { type: "object", properties: { word: { $ref: "#/components/schemas/Word" } }, required: ["word"] },
      ],
    },
  };

  test("(machines, M-3) what is said of a named schema in one place stands beside the reference", () => {
    const said = { description: "of this place", default: "one" };
    expect(of({ allOf: [{ $ref: "#/components/schemas/Word" }, said] })).toEqual({
      $ref: "#/components/schemas/Word",
      ...said,
    });
  });

  test("(machines, M-3) what extends an object that extends another has all properties, nulls and all", () => {
    const own = { type: "object", properties: { last: { type: "number" } }, required: ["last"] };
    expect(of({ allOf: [{ $ref: "#/components/schemas/More" }, own] })).toEqual({
      type: "object",
      properties: { ...named.Thing.properties, word: { $ref: "#/components/schemas/Word" }, last: { type: "number" } },
      required: ["name", "size", "word", "last"],
    });
  });

  test("(machines, M-3) any other is refused, with its place and what to write", () => {
    const nullable = { allOf: [{ $ref: "#/components/schemas/Word" }, { type: ["string", "null"] }] };
    expect(() => of({ type: "object", properties: { word: nullable } })).toThrow(
      "/components/schemas/Asked/properties/word: an allOf that generators of clients misread; write orNull(X)",
    );
  });
});
