/** One parameter of a tool, as a row of a table. */
export interface Parameter {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** `default 10`, `1 to 100`, `one of "a", "b"` */
  limits: string[];
}

const MOST = { parameters: 60, choices: 12, text: 400 };

/**
 * Reads the top level of a JSON Schema that a package wrote: anything may stand anywhere in it, and what is not of its form is passed over.
 * At most 60 parameters.
 */
export function toolParameters(schema: Record<string, unknown>): Parameter[] {
  const properties = record(schema["properties"]);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(properties)
    .slice(0, MOST.parameters)
    .map(([name, value]) => {
      const field = record(value);
      return {
        name,
        type: typeText(field),
        required: required.includes(name),
        description: typeof field["description"] === "string" ? field["description"] : "",
        limits: limitsOf(field),
      };
    });
}

function typeText(field: Record<string, unknown>): string {
  const { type } = field;
  if (typeof type === "string") {
    const items = type === "array" ? typeText(record(field["items"])) : "any";
    return items === "any" ? cut(type, 40) : cut(`${type} of ${items}`, 60);
  }
  if (Array.isArray(type))
    return (
      cut(
        type
          .filter((one) => typeof one === "string")
          .slice(0, 8)
          .join(" or "),
        60,
      ) || "any"
    );
  if (Array.isArray(field["enum"]) || "const" in field) return "choice";
  return "any";
}

function limitsOf(field: Record<string, unknown>): string[] {
  const limits: string[] = [];
  if ("default" in field) limits.push(`default ${json(field["default"])}`);
  if (Array.isArray(field["enum"])) limits.push(`one of ${choices(field["enum"])}`);
  if ("const" in field) limits.push(`always ${json(field["const"])}`);
  limits.push(...range(field, "minimum", "maximum", ""), ...range(field, "minLength", "maxLength", " characters"));
  limits.push(...range(field, "minItems", "maxItems", " items"));
  if (typeof field["pattern"] === "string") limits.push(`matches ${cut(field["pattern"], 80)}`);
  if (typeof field["format"] === "string") limits.push(cut(field["format"], 40));
  return limits;
}

function range(field: Record<string, unknown>, low: string, high: string, unit: string): string[] {
  const [from, to] = [field[low], field[high]];
  if (typeof from === "number" && typeof to === "number") return [`${from} to ${to}${unit}`];
  if (typeof from === "number") return [`at least ${from}${unit}`];
  return typeof to === "number" ? [`at most ${to}${unit}`] : [];
}

function choices(values: unknown[]): string {
  const shown = values.slice(0, MOST.choices).map(json).join(", ");
  return values.length > MOST.choices ? `${shown} and ${values.length - MOST.choices} more` : shown;
}

const json = (value: unknown) => cut(JSON.stringify(value) ?? "nothing", 80);
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
