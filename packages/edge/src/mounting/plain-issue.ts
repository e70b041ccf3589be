import type { z } from "@hono/zod-openapi";

type Issue = Pick<z.core.$ZodIssue, "code" | "message"> & { readonly [key: string]: unknown };

/** How zod's own sentences begin; any other is a schema's, and ours. */
const ZODS = /^(?:Too small|Too big|Invalid)\b/;

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "has to be a time, as 2026-03-15T10:30:00Z",
  email: "has to be an address for mail",
  url: "has to be an address, as https://example.org/",
  uuid: "has to be an id, as 0b0e3a5c-8d5e-4c56-9a39-0f6a2d3a7f10",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What of a value is wrong, in words for whoever sent it, who has never heard of the validator. Pure. */
export function plainIssue(issue: Issue): string {
  if (!ZODS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "too_small":
      return issue["minimum"] === 1 && issue["origin"] === "string"
        ? "must not be empty"
        : `has to ${boundOf(issue, "least", issue["minimum"])}`;
    case "too_big":
      return `has to ${boundOf(issue, "most", issue["maximum"])}`;
    case "invalid_value":
      return `has to be ${[issue["values"]].flat().map(String).join(" or ")}`;
    case "invalid_format": {
      const { format, pattern } = issue;
      return (
        FORMATS[String(format)] ?? `is not of the form that is taken here${pattern ? ` (${String(pattern)})` : ""}`
      );
    }
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is missing"
        : `has to be ${TYPES[String(issue["expected"])] ?? String(issue["expected"])}`;
    default:
      return issue.message;
  }
}

function boundOf({ origin }: Issue, side: "least" | "most", bound: unknown): string {
  if (origin === "string") return `have at ${side} ${String(bound)} characters`;
  if (origin === "array" || origin === "set") return `have at ${side} ${String(bound)} entries`;
  return `be at ${side} ${String(bound)}`;
}
