import { nounOf, nouns } from "../../contents/nouns.ts";

/** As much of a JSON schema as the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | null)[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

/** An operation of the API's document, with its place. */
export interface Operation extends Partial<Record<"description", string>> {
  operationId: string;
  method: string;
  path: string;
  tags: string[];
  summary: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { description: string }>;
}

interface Document {
  info: { description: string };
  paths: Record<string, Record<string, Omit<Operation, "method" | "path">>>;
  components: { schemas: Record<string, Schema> };
}

// The API's document as it was when the site was built. This module is loaded at the first request for a page of the reference.
const texts = import.meta.glob<string>("../../../../../docs/openapi.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const document: Document = JSON.parse(Object.values(texts)[0] ?? "");

export const API_DESCRIPTION = document.info.description;
export const SCHEMAS: Readonly<Record<string, Schema>> = document.components.schemas;

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every operation: by address, and of one address in the order of its methods. */
const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  METHODS.flatMap((method) => {
    const operation = methods[method];
    return operation === undefined ? [] : [{ ...operation, method: method.toUpperCase(), path }];
  }),
);

/** The operations of a page of the reference: those about what most of them are about first, then by address. */
export function operationsOf(slug: string): readonly Operation[] {
  const own = OPERATIONS.filter(({ tags, path }) => nounOf(tags[0] ?? "", path)?.slug === slug);
  const firstOf = ({ path }: Operation) => path.split("/", 2).join("/");
  const countOf = (one: Operation) => own.filter((other) => firstOf(other) === firstOf(one)).length;
  return own.toSorted((a, b) => countOf(b) - countOf(a) || a.path.localeCompare(b.path, "en"));
}

export const nameOf = (schema: Schema): string | null => schema.$ref?.split("/").at(-1) ?? null;

/** The schema itself, where another one names it. */
export function resolved(schema: Schema): Schema {
  const name = nameOf(schema);
  return name === null ? schema : (SCHEMAS[name] ?? {});
}

/** Where each named shape is described: on the first page whose operations use it; what most use is on the overview. */
export const SHAPE_PAGES: ReadonlyMap<string, string> = placed();

function placed(): Map<string, string> {
  const pages = new Map<string, string>();
  const place = (value: unknown, slug: string): void => {
    if (typeof value !== "object" || value === null) return;
    const name = "$ref" in value && typeof value.$ref === "string" ? value.$ref.split("/").at(-1) : undefined;
    if (name !== undefined && !pages.has(name)) {
      pages.set(name, slug);
      place(SCHEMAS[name], slug);
    }
    for (const inside of Object.values(value)) place(inside, slug);
  };
  place({ $ref: "#/components/schemas/Problem" }, "");
  for (const { slug } of nouns) place(operationsOf(slug), slug);
  return pages;
}

/** The named shapes that a page describes, by name. */
export const shapesOf = (slug: string): string[] =>
  [...SHAPE_PAGES].flatMap(([name, page]) => (page === slug ? [name] : [])).toSorted();

export const shapeHref = (name: string): string => {
  const slug = SHAPE_PAGES.get(name) ?? "";
  return `/docs/api${slug === "" ? "" : `/${slug}`}#shape-${name}`;
};
