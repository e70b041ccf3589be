import { type Action, ACTIONS, isAction, type Row, SCOPE_MEANINGS } from "@gaia/policy";
import type { Child } from "hono/jsx";
import { nameOf, type Operation, type Schema, shapeHref } from "./document.ts";

const WHO: Readonly<Record<Row["who"], string>> = {
  anybody: "any account",
  outsider: "an account that does not belong to the publisher",
  member: "a member of the publisher",
  manager: "an owner or admin of the publisher",
  owner: "an owner of the publisher",
  admin: "an admin of the registry",
  "member or admin": "a member of the publisher, or an admin of the registry",
  "manager or admin": "an owner or admin of the publisher, or an admin of the registry",
  "owner or admin": "an owner of the publisher, or an admin of the registry",
  "other admin": "an admin of the registry who does not belong to the publisher and had no hand in it",
};

/** Who may ask for an operation, by the table that the registry itself decides by. */
export function WhoMay({ operation }: { operation: Operation }) {
  const { operationId, security } = operation;
  if (security === undefined)
    return (
      <>Anybody; no token is needed. A closed registry asks for one first, but for what signing in and checking need.</>
    );
  const row: Row | null = isAction(operationId) ? ACTIONS[operationId satisfies Action] : null;
  if (row === null) return <>Any account.</>;
  return (
    <>
      {sentence(WHO[row.who])}
      {row.scope === null ? (
        "; any token will do."
      ) : (
        <>
          ; a token needs the scope <code>{row.scope}</code> ({SCOPE_MEANINGS[row.scope]}).
        </>
      )}
      {row.confirm === "never" ? null : (
        <>
          {" "}
          An account with a second factor sends its code in <code>Gaia-OTP</code>
          {row.confirm === "when laxer" ? ", where the change lets others do more." : "."}
        </>
      )}
    </>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What a value may be, in a few words; named shapes are links. */
export function TypeWords({ schema }: { schema: Schema }): Child {
  const name = nameOf(schema);
  if (name !== null) return <a href={shapeHref(name)}>{name}</a>;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return joined(schema.enum.map((one) => <code>{String(one)}</code>));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return joined(choices.map((one) => <TypeWords schema={one} />));
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.includes("array"))
    return (
      <>
        list of <TypeWords schema={schema.items ?? {}} />
        {types.includes("null") && " or null"}
      </>
    );
  const words = types.map((type) => (type === "string" && schema.format ? formatWords(schema.format) : type));
  return words.length === 0 ? "anything" : words.join(" or ");
}

const formatWords = (format: string): string => (format === "date-time" ? "time (RFC 3339)" : format);

const joined = (parts: Child[]): Child =>
  parts.map((part, at) => (
    <>
      {at > 0 && " or "}
      {part}
    </>
  ));

/** Bounds of a value, as far as a caller has to know them. */
export function boundsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string | null {
  const words = [
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum ?? "up"} to ${maximum}` : null,
    maximum === undefined && minimum !== undefined ? `from ${minimum}` : null,
    maxLength === undefined ? null : `${minLength === undefined ? "up to" : `${minLength} to`} ${maxLength} characters`,
    maxItems === undefined ? null : `at most ${maxItems}`,
  ].filter((one) => one !== null);
  return words.length === 0 ? null : words.join(", ");
}

/** Backticked words of a description as code. */
export function Described({ text }: { text: string }): Child {
  return text.split(/(`[^`]+`)/).map((part) => (/^`[^`]+`$/.test(part) ? <code>{part.slice(1, -1)}</code> : part));
}
