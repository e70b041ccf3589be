import { z } from "@hono/zod-openapi";

/** As much of a JSON schema as says which keys there are. */
export type Shape = Pick<
  z.core.JSONSchema.BaseSchema,
  "anyOf" | "oneOf" | "allOf" | "properties" | "additionalProperties" | "items" | "const" | "$ref"
>;

/** A key that a shape does not name. */
export interface UnknownKey {
  key: string;
  /** Where its object lies, as `skills[0]`; empty: at the top. */
  within: string;
  /** What the object may hold. */
  known: readonly string[];
}

/** As many as are told of one request. */
const MOST_TOLD = 5;
/** Longer keys are cut before they are compared and told. */
const LONGEST_TOLD = 64;

/** Which keys a zod schema names, below it too. Made once for a route, when the first request for it comes. */
export function shapeOf(schema: z.ZodType): Shape {
  // A schema with an error below it only says less: `unrepresentable` are types without keys.
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
}

/**
 * The keys of a JSON value that its shape does not name, the first few, in nested objects and lists as well. A shape that says nothing of
 * its keys (a map, a document of another format) takes all of them. What is no object where one is meant is left to the schema.
 */
export function unknownKeysOf(value: unknown, shape: Shape, within = ""): UnknownKey[] {
  if (typeof value !== "object" || value === null) return [];
  const forms = formsOf(shape);
  if (Array.isArray(value)) {
    const lists = forms.filter(({ items }) => items !== undefined);
    return fewestOf(lists, (form) => unknownInList(value, form.items as Shape, within));
  }
  const objects = forms.filter(({ properties, additionalProperties }) => properties ?? additionalProperties);
  const fitting = objects.filter((form) => hasConstantsOf(value, form));
  return fewestOf(fitting.length > 0 ? fitting : objects, (form) => unknownInObject(value, form, within));
}

/** The forms that a shape leaves to choose from. What has to be several at once may hold the keys of each. */
function formsOf(shape: Shape): Shape[] {
  if (shape.$ref !== undefined) throw new Error("a request's schema refers to itself: its keys cannot be listed");
  const choice = shape.anyOf ?? shape.oneOf;
  if (choice) return choice.flatMap((form) => formsOf(form as Shape));
  if (!shape.allOf) return [shape];
  const parts = shape.allOf.flatMap((part) => formsOf(part as Shape));
  const open = parts.find(({ additionalProperties: more }) => more !== undefined && more !== false);
  return [
    {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      ...(open && { additionalProperties: open.additionalProperties }),
    },
  ];
}

/** Whether it is the form that its constants choose (`kind`), as far as the value has them. */
function hasConstantsOf(value: object, { properties = {} }: Shape): boolean {
  return Object.entries(properties).every(
    ([key, of]) => typeof of !== "object" || of.const === undefined || Reflect.get(value, key) === of.const,
  );
}

function fewestOf(forms: readonly Shape[], find: (form: Shape) => UnknownKey[]): UnknownKey[] {
  let fewest: UnknownKey[] | null = null;
  for (const form of forms) {
    const found = find(form);
    if (found.length === 0) return found;
    if (fewest === null || found.length < fewest.length) fewest = found;
  }
  return fewest ?? [];
}

function unknownInList(list: readonly unknown[], items: Shape, within: string): UnknownKey[] {
  const found: UnknownKey[] = [];
  for (const [at, item] of list.entries()) {
    found.push(...unknownKeysOf(item, items, `${within}[${at}]`));
    if (found.length >= MOST_TOLD) break;
  }
  return found.slice(0, MOST_TOLD);
}

function unknownInObject(value: object, form: Shape, within: string): UnknownKey[] {
  const { properties = {}, additionalProperties: more } = form;
  const known = Object.keys(properties);
  const found: UnknownKey[] = [];
  for (const [key, item] of Object.entries(value)) {
    const shape = Object.hasOwn(properties, key) ? properties[key] : (more ?? false);
    if (shape === false || shape === undefined) found.push({ key, within, known });
    else if (shape !== true) found.push(...unknownKeysOf(item, shape as Shape, within ? `${within}.${key}` : key));
    if (found.length >= MOST_TOLD) break;
  }
  return found.slice(0, MOST_TOLD);
}

/** A key as it stands in a sentence: cut, and in ASCII where it is more than letters, because terminals show it. */
export function shownKey(key: string): string {
  const cut = key.length > LONGEST_TOLD ? `${key.slice(0, LONGEST_TOLD)}…` : key;
  if (/^[\w.[\]-]+…?$/.test(cut)) return `\`${cut}\``;
  return JSON.stringify(cut).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
