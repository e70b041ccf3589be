import { keyJudgeOf, type Shape, shapeOf, shownKey, unknownKeys, unknownKeysOf } from "@gaia/edge";
import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "./document/openapi-document.ts";
import { packageForm } from "./defining/responses.ts";
import { nearestKey } from "@gaia/text";
import { PEOPLE_ROUTES } from "./people/routes.ts";
import { NewKey } from "./accounts/schemas.ts";
import { ResolveRequest } from "./skills/schemas.ts";

const unknownIn = (schema: z.ZodType, value: unknown) =>
  unknownKeysOf(value, shapeOf(schema)).map(({ within, key }) => (within ? `${within} ${key}` : key));

const nested = z.object({
  a: z.object({ b: z.string() }).nullable().optional(),
  list: z.array(z.object({ c: z.string() })).default([]),
  map: z.record(z.string(), z.object({ d: z.string() })),
  free: z.looseObject({ e: z.string() }),
  any: z.unknown(),
  either: z.union([z.string(), z.object({ f: z.string() }), z.array(z.object({ g: z.string() }))]),
});

describe("which keys a shape does not name", () => {
  test.each<[what: string, value: unknown, unknown: string[]]>([
    ["at the top", { a: null, x: 1 }, ["x"]],
    ["in an object", { a: { b: "", x: 1 } }, ["a x"]],
    ["in objects of a list", { list: [{ c: "" }, { x: 1 }, { c: "", y: 1 }] }, ["list[1] x", "list[2] y"]],
    ["any key of a map, but none in its values", { map: { anything: { d: "", x: 1 } } }, ["map.anything x"]],
    ["none of a document of another format", { free: { x: { y: 1 } }, any: { z: [{ q: 1 }] } }, []],
    ["in the form that is meant", { either: { x: 1 } }, ["either x"]],
    ["in a list that may be meant", { either: [{ x: 1 }] }, ["either[0] x"]],
    [
      "what every object inherits",
      JSON.parse('{"__proto__": 1, "constructor": 1, "toString": 1}'),
      ["__proto__", "constructor", "toString"],
    ],
    ["what is no object where one is meant is the schema's", { a: [{ x: 1 }], list: { x: 1 }, map: 1 }, []],
  ])("H-A5 %s", (_, value, unknown) => {
    expect(unknownIn(nested, value)).toEqual(unknown);
  });

  test("H-A5 a constant says which form is meant, and parts that are one object know each other's keys", () => {
    expect(unknownIn(NewKey, { kind: "openpgp", public_key: "", issuer: "" })).toEqual(["issuer"]);
    expect(unknownIn(NewKey, { kind: "sigstore", issuer: "", identity: "" })).toEqual([]);
    expect(unknownIn(NewKey, { kind: "other", isuer: "" })).toEqual(["isuer"]);
    expect(
      unknownIn(z.object({ id: z.string() }).and(z.object({ password: z.string() })), { id: 1, password: 1, x: 1 }),
    ).toEqual(["x"]);
  });

  test("H-A5 what is deep, wide or long ends soon and is told briefly", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);
    expect(unknownIn(nested, deep)).toEqual(["a a"]);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (__, n) => [`${"k".repeat(100)}${n}`, n]));
    const found = unknownKeysOf(wide, shapeOf(ResolveRequest));
    expect(found).toHaveLength(5);
    expect(unknownKeys("body", found).message.length).toBeLessThan(300);
  });
});

describe("how it is told", () => {
  test.each([
    ["visiblity", "visibility"],
    ["verison", "version"],
    ["minAge", "min-age"],
    ["content-digest", "content_digest"],
    ["patern", "patterns"],
    ["tpyo", "typo"],
    ["colour", null],
    ["x", null],
    ["", null],
  ])("H-A5 %s is near %s", (typed, meant) => {
    const known = ["visibility", "version", "min-age", "content_digest", "patterns", "publisher", "typo"];
    expect(nearestKey(typed, known)).toBe(meant);
  });

  test("H-A5 a key is told in ASCII and cut: terminals show it", () => {
    expect(["a_b", "skills[0]", "a\u001b[2J", "\u202eb", "", "x".repeat(90)].map(shownKey)).toEqual([
      "`a_b`",
      "`skills[0]`",
      String.raw`"a\u001b[2J"`,
      String.raw`"\u202eb"`,
      '""',
      `\`${"x".repeat(64)}…\``,
    ]);
  });

  test("H-A5 the place, the nearest key, the other place, and all keys where they are few", () => {
    const query = z.object({ as: z.string(), visibility: z.string() });
    const judge = keyJudgeOf({ query, body: null });
    const told = (value: object) => {
      try {
        judge.ensureBody(value);
      } catch (error) {
        return error instanceof Error ? error.message : null;
      }
      return null;
    };
    expect(told({})).toBeNull();
    expect(told({ as: "retired" })).toBe(
      "The key `as` is not known here: it belongs in the query. This address takes no body.",
    );
    const part = unknownKeysOf({ pakage: "" }, shapeOf(packageForm));
    expect(unknownKeys("form", part)).toMatchObject({
      message: "The form's part `pakage` is not known here: did you mean `package`? Known here: package.",
      errors: [{ code: "unknown_key", hint: "did you mean `package`? Known here: package." }],
    });
    const skills = unknownKeysOf({ skills: [{ colour: "", name: "a" }] }, shapeOf(ResolveRequest));
    expect(unknownKeys("body", skills).message).toBe(
      "The key `colour` in `skills[0]` is not known here. Known here: name, range, required.",
    );
  });
});

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: object }> } }>
  >;
  components: { schemas: Record<string, unknown> };
}

/** Where a schema takes any key, as paths below it. */
function openPlaces(schema: unknown, components: Record<string, unknown>, at = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    properties,
    additionalProperties: more,
    items,
    type,
  } = schema as Record<string, unknown>;
  if (typeof $ref === "string") return openPlaces(components[$ref.slice($ref.lastIndexOf("/") + 1)], components, at);
  const forms = [anyOf, oneOf, allOf].flat().filter((form) => form !== undefined);
  const isOpen = Object.keys(schema).length === 0 || (type === "object" && more !== false);
  return [
    ...(isOpen ? [at || "(whole)"] : []),
    ...forms.flatMap((form) => openPlaces(form, components, at)),
    ...Object.entries({ ...(properties as object) }).flatMap(([key, of]) =>
      openPlaces(of, components, at ? `${at}.${key}` : key),
    ),
    ...openPlaces(items, components, `${at}[]`),
  ];
}

describe("what stays a map of any keys", () => {
  test("H-A5 in the document: documents of other formats, and versions by skill", () => {
    const { paths, components }: Document = JSON.parse(JSON.stringify(openApiDocument()));
    const bodies = Object.values(paths).flatMap((methods) => Object.values(methods));
    const open = bodies.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        openPlaces(schema, components.schemas).map((place) => `${operationId} ${type}: ${place}`),
      ),
    );
    expect(open.toSorted()).toEqual([
      "addProvenance application/json: (whole)",
      "addSignature application/json: (whole)",
      "importAdvisories application/json: (whole)",
      "importAdvisories application/json: []",
      "resolveSkills application/json: locked",
    ]);
  });

  test("H-A5 of signing in: what a browser says of a passkey, and what a provider sends back", () => {
    const closed = (shape: Shape): object =>
      JSON.parse(JSON.stringify(shape), (_, value) =>
        value?.type === "object" && value.additionalProperties === undefined
          ? { ...value, additionalProperties: false }
          : value,
      );
    const open = PEOPLE_ROUTES.flatMap(({ path, query, body }) =>
      [query, body].flatMap((schema) =>
        schema ? openPlaces(closed(shapeOf(schema)), {}).map((place) => `${path}: ${place}`) : [],
      ),
    );
    expect(open.toSorted()).toEqual([
      "/passkey/add: response",
      "/passkey/sign-in: response",
      "/provider/return/:provider: (whole)",
    ]);
  });
});
