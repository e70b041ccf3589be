import { exampleOf } from "./example.ts";
import type { Operation, Parameter } from "./document.ts";

/** What stands in an example for parameters whose schema has none: a file of a package, an archive's digest. */
const VALUES: Readonly<Record<string, string>> = { path: "SKILL.md", sha256: "0".repeat(64) };

/** Parameters that are not asked for and yet show what an operation is for. */
const SHOWN: Readonly<Record<string, readonly [string, string][]>> = {
  searchSkills: [
    ["q", "web search"],
    ["tier", "community"],
  ],
  listSkills: [["sort", "downloads"]],
};

/** Bodies that the schema alone does not make useful. */
const BODIES: Readonly<Record<string, unknown>> = {
  resolveSkills: { skills: [{ name: "web-search", range: "^1.0.0" }] },
};

/** A command that asks for this operation at this registry: pasted as it is, with a token in `GAIA_TOKEN` where one is needed. */
export function curlOf(operation: Operation, publicUrl: string): string {
  const { method, path, parameters = [], security, operationId } = operation;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(parameters.find((one) => one.name === name))),
  );
  const query = new URLSearchParams([
    ...parameters
      .filter((one) => one.in === "query" && one.required)
      .map((one): [string, string] => [one.name, valueOf(one)]),
    ...(SHOWN[operationId] ?? []),
  ]);
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(`${publicUrl}/api/v1${address}${query.size > 0 ? `?${query}` : ""}`)}`,
    ...(security === undefined ? [] : ['-H "Authorization: Bearer $GAIA_TOKEN"']),
    ...bodyOf(operation),
  ];
  return lines.join(" \\\n  ");
}

function bodyOf({ requestBody, operationId }: Operation): string[] {
  const content = requestBody?.content ?? {};
  if (content["application/zip"]) return ["-H 'Content-Type: application/zip'", "--data-binary @web-search.zip"];
  if (content["application/pgp-signature"])
    return ["-H 'Content-Type: application/pgp-signature'", "--data-binary @SHA256SUMS.asc"];
  const json = content["application/json"]?.schema;
  if (json) {
    const body = BODIES[operationId] ?? exampleOf(json, false);
    return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
  }
  const [type] = Object.keys(content);
  return type === undefined ? [] : [`-H 'Content-Type: ${type}'`, "--data-binary @FILE"];
}

const valueOf = (parameter: Parameter | undefined): string =>
  parameter === undefined ? "" : (VALUES[parameter.name] ?? String(exampleOf(parameter.schema, false)));

/** As a shell takes it: bare where nothing in it means anything to one. */
const quoted = (text: string): string =>
  /^[\w:/.,%@+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
