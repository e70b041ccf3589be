const COMPONENT = "#/components/schemas/";
/** What is said about a value without bounding it. */
const ANNOTATIONS = new Set(["description", "default", "example", "deprecated"]);

type Schema = Readonly<Record<string, unknown>>;

/**
 * The same document without `allOf`, in which generators of clients lose nulls and whole operations. What is said about a named schema
 * in one place stands beside the reference, as OpenAPI 3.1 allows; an object that extends a named one has all properties itself. Throws
 * for any other `allOf`, and says what to write instead.
 */
export function withoutAllOf<D extends { components?: { schemas?: object | undefined } | undefined }>(document: D): D {
  const named: Readonly<Record<string, Schema>> = { ...document.components?.schemas };
  // Schemas alone are rewritten: the document keeps its type.
  return rewritten(document, named, "") as D;
}

function rewritten(value: unknown, named: Readonly<Record<string, Schema>>, at: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => rewritten(item, named, `${at}/${index}`));
  if (!isSchema(value)) return value;
  if (Array.isArray(value["allOf"])) return rewritten(merged(value, named, at), named, at);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, named, `${at}/${key}`)]));
}

function merged({ allOf, ...beside }: Schema, named: Readonly<Record<string, Schema>>, at: string): Schema {
  const [first, own, ...more] = allOf as readonly Schema[]; // whose being a list its caller asked
  const ref = first?.["$ref"];
  if (typeof ref === "string" && own !== undefined && more.length === 0) {
    if (Object.keys(own).every((word) => ANNOTATIONS.has(word))) return { $ref: ref, ...own, ...beside };
    const { description: _, ...base } = plainOf(named[ref.slice(COMPONENT.length)] ?? {}, named, at);
    if (base["type"] === "object" && own["type"] === "object")
      return {
        ...base,
        ...own,
        ...beside,
        properties: { ...propertiesOf(base), ...propertiesOf(own) },
        required: [...new Set([...requiredOf(base), ...requiredOf(own)])],
      };
  }
  throw new Error(
    `${at}: an allOf that generators of clients misread; write orNull(X) for X.nullable() of a named schema, and what two objects ` +
      "have in common as one z.object with the shapes of both",
  );
}

/** A named schema that may itself extend another. */
const plainOf = (schema: Schema, named: Readonly<Record<string, Schema>>, at: string): Schema =>
  Array.isArray(schema["allOf"]) ? plainOf(merged(schema, named, at), named, at) : schema;

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

const propertiesOf = ({ properties }: Schema): object => (isSchema(properties) ? properties : {});

const requiredOf = ({ required }: Schema): readonly unknown[] => (Array.isArray(required) ? required : []);
