/** As much of an OpenAPI document as is walked through. */
interface Document {
  paths?: Record<string, object> | undefined;
  components?: { schemas?: Record<string, object> } | undefined;
}

const COMPONENT = "#/components/schemas/";

/**
 * The document with `additionalProperties: false` in every object of a request's body that names its properties and takes no others, as
 * `refuse-unknown-keys.ts` judges them. What answers hold stays open: a newer registry may say more. Throws for a component that is both.
 */
export function closeBodies<D extends Document>(document: D): D {
  const schemas = document.components?.schemas ?? {};
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values<object>({ ...methods }));
  const answered = new Set<string>();
  for (const operation of operations) visit(Reflect.get(operation, "responses"), schemas, { seen: answered });
  const sent = new Set<string>();
  for (const operation of operations)
    visit(Reflect.get(operation, "requestBody"), schemas, {
      seen: sent,
      onObject: (schema) => Reflect.set(schema, "additionalProperties", false),
    });
  const both = [...sent].filter((name) => answered.has(name) && Object.hasOwn(schemas[name] ?? {}, "properties"));
  if (both.length > 0) throw new Error(`${both.join(", ")}: a body of its own is needed, which is no answer as well`);
  return document;
}

interface Visit {
  /** The names of components that were come by. */
  seen: Set<string>;
  /** Told each object that names its properties and says nothing of others. */
  onObject?: (schema: object) => unknown;
}

/** Every schema below a value, the components that it refers to included. */
function visit(value: unknown, schemas: Record<string, object>, visiting: Visit): void {
  if (typeof value !== "object" || value === null) return;
  const ref: unknown = Reflect.get(value, "$ref");
  if (typeof ref === "string" && ref.startsWith(COMPONENT)) {
    const name = ref.slice(COMPONENT.length);
    if (visiting.seen.has(name)) return;
    visiting.seen.add(name);
    return visit(schemas[name], schemas, visiting);
  }
  if (isOpenObject(value)) visiting.onObject?.(value);
  for (const below of Object.values(value)) visit(below, schemas, visiting);
}

const isOpenObject = (value: object): boolean =>
  Reflect.get(value, "type") === "object" &&
  typeof Reflect.get(value, "properties") === "object" &&
  !Object.hasOwn(value, "additionalProperties");
