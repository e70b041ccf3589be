import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import script from "./site.js?raw";

interface Shape {
  properties?: Record<string, object>;
  required?: string[];
}
interface Act {
  requestBody: { content: { "application/json": { schema: Shape } } };
  responses: { 200: { content: { "application/json": { schema: Shape } } } };
}
const { paths }: { paths: Record<string, { post?: Act }> } = JSON.parse(readFileSync("docs/auth.json", "utf8"));

/** What the script sends and reads: it is JavaScript, so nothing else holds it against the definitions. */
const calls = [...script.matchAll(/(?:const \{ (\w+) \} = await )?\bask\("\/auth(\/[^"]+)", \{([^}]*)\}/g)].map(
  ([, read, path = "", sent = ""]) => ({
    path,
    sent: [...sent.matchAll(/(\w+): /g)].map(([, key = ""]) => key),
    read: read === undefined ? [] : [read],
  }),
);

test("the browser's script is read here as it is", () => {
  expect(calls.map(({ path }) => path)).toEqual(["/passkey/begin", "/passkey/add", "/passkey/ask", "/passkey/sign-in"]);
  expect(script.match(/\bask\("/g)).toHaveLength(calls.length);
});

test.each(calls)("$path takes what the script sends, and answers what it reads", ({ path, sent, read }) => {
  const act = paths[path]?.post;
  const takes = act?.requestBody.content["application/json"].schema;
  expect(sent.toSorted()).toEqual(Object.keys(takes?.properties ?? {}).toSorted());
  expect(act?.responses[200].content["application/json"].schema.required ?? []).toEqual(expect.arrayContaining(read));
});
