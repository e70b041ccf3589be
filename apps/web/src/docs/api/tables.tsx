import type { Child } from "hono/jsx";
import { nameOf, type Operation, type Parameter, resolved, type Schema, shapeHref } from "./document.ts";
import { boundsOf, Described, TypeWords } from "./words.tsx";

interface Field {
  name: string;
  place?: string | undefined;
  schema: Schema;
  isRequired: boolean;
  description: string | undefined;
}

/** Parameters of an operation, each with what it may be. */
export const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) => (
  <Fields
    caption="Parameters"
    fields={parameters.map((one) => ({
      name: one.name,
      place: one.in,
      schema: one.schema,
      isRequired: one.required === true,
      description: one.description ?? one.schema.description,
    }))}
  />
);

/** The body of an operation: its media types, and the fields of what is JSON. */
export function Body({ operation }: { operation: Operation }) {
  const content = Object.entries(operation.requestBody?.content ?? {});
  if (content.length === 0) return null;
  return (
    <>
      <h3>Body</h3>
      {content.map(([type, { schema }]) => (
        <>
          <p>
            <code>{type}</code>
            {schema && nameOf(schema) !== null ? (
              <>
                : <TypeWords schema={schema} />
              </>
            ) : null}
          </p>
          {schema && nameOf(schema) === null && resolved(schema).properties ? <ShapeFields schema={schema} /> : null}
        </>
      ))}
    </>
  );
}

/** What comes back: answers with a shape of their own, and in one line the refusals, which the overview explains. */
export function Answers({ operation }: { operation: Operation }) {
  const answers = Object.entries(operation.responses);
  const good = answers.filter(([status]) => status < "400");
  const refused = answers.filter(([status]) => status >= "400");
  return (
    <>
      <h3>Answers</h3>
      <ul class="answers">
        {good.map(([status, { description, content }]) => (
          <li>
            <code>{status}</code> {description}
            {Object.entries(content ?? {}).map(([type, { schema }]) => (
              <Answered type={type} schema={schema} />
            ))}
          </li>
        ))}
        <li>
          Refused with{" "}
          {refused.map(([status], at) => (
            <>
              {at > 0 && ", "}
              <a href={`/docs/api#answer-${status}`}>{status}</a>
            </>
          ))}
        </li>
      </ul>
    </>
  );
}

function Answered({ type, schema }: { type: string; schema: Schema | undefined }) {
  if (type !== "application/json" || schema === undefined)
    return (
      <>
        {" "}
        (<code>{type}</code>)
      </>
    );
  return (
    <>
      {": "}
      <TypeWords schema={schema} />
    </>
  );
}

/** A named shape: its fields, or what it may be. */
export function Shape({ name, schema }: { name: string; schema: Schema }) {
  return (
    <section class="shape">
      <h3 id={`shape-${name}`}>
        <a href={shapeHref(name)}>{name}</a>
      </h3>
      {schema.description ? (
        <p class="measure">
          <Described text={schema.description} />
        </p>
      ) : null}
      {schema.properties ? (
        <ShapeFields schema={schema} />
      ) : (
        <p>
          <TypeWords schema={schema} />
        </p>
      )}
    </section>
  );
}

const ShapeFields = ({ schema }: { schema: Schema }) => <Fields caption="Fields" fields={fieldsOf(schema, "", 0)} />;

/** Fields with those of unnamed objects inside them, as `log.origin` and `keys[].state`. */
function fieldsOf(schema: Schema, prefix: string, depth: number): Field[] {
  const { properties = {}, required = [] } = resolved(schema);
  return Object.entries(properties).flatMap(([key, inside]) => {
    const isList = [inside.type].flat().includes("array");
    const name = `${prefix}${key}${isList ? "[]" : ""}`;
    const field = { name, schema: inside, isRequired: required.includes(key), description: inside.description };
    const object = isList ? (inside.items ?? {}) : inside;
    const hasOwn = object.properties !== undefined && depth < 3;
    return [field, ...(hasOwn ? fieldsOf(object, `${name}.`, depth + 1) : [])];
  });
}

function Fields({ caption, fields }: { caption: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <table class="fields" tabindex={0}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow field={field} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ field }: { field: Field }) {
  const { name, place, schema, isRequired, description } = field;
  const bounds = boundsOf(schema);
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
        {place !== undefined && <span class="quiet"> in {place}</span>}
      </th>
      <td>
        <TypeWords schema={schema} />
      </td>
      <td>{remarks({ isRequired, place, schema, bounds, description })}</td>
    </tr>
  );
}

function remarks(said: Omit<Field, "name"> & { bounds: string | null }): Child {
  const { isRequired, place, schema, bounds, description } = said;
  const isAsked = place === "query" && isRequired;
  const words = [
    isAsked ? "required" : null,
    place === undefined && !isRequired ? "may be absent" : null,
    bounds,
    place === undefined || typeof schema.example !== "string" ? null : `for example ${schema.example}`,
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} unless given`,
  ].filter((one) => one !== null);
  return (
    <>
      {description ? <Described text={description} /> : null}
      {words.length > 0 && <span class="quiet"> {description ? `(${words.join("; ")})` : words.join("; ")}</span>}
    </>
  );
}
