import { expect, test } from "vitest";
import { createRegistryClient } from "./client.ts";
import { InvalidAnswer } from "./checked-answers.ts";

const problem = { type: "about:blank", title: "No", status: 404, detail: "No.", code: "not_found", request_id: "r" };
const keys = { keys: [{ key_id: "a", algorithm: "ed25519", public_key: "p", fingerprint: "f" }] };

const asked = (body: unknown, init: ResponseInit & { type?: string } = {}, isOwn = false) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": init.type ?? "application/json" };
  const client = createRegistryClient({
    baseUrl: "http://registry.test/below",
    isOwn,
    fetch: async () => new Response(text, { headers, ...init }),
  });
  return client.GET("/keys");
};

test.each([
  ["keys: keys is missing", {}],
  ["keys: keys is not array", { keys: {} }],
  ["keys: keys[1] is not object", { keys: [...keys.keys, null] }],
  ["keys: keys[0].fingerprint is missing", { keys: [{ ...keys.keys[0], fingerprint: undefined }] }],
  ["keys: keys[0].algorithm is not string", { keys: [{ ...keys.keys[0], algorithm: 1 }] }],
  ["keys: the answer is not object", []],
  ["keys: the answer is not object", "null"],
  ["keys: the answer is not JSON", ""],
  ["keys: the answer is not JSON", "<html>"],
  ["keys: the answer is nested deeper than 200 levels", `{"keys":[],"more":${"[".repeat(1e5)}${"]".repeat(1e5)}}`],
])("what is wrong is named: %s", async (said, body) => {
  await expect(asked(body)).rejects.toThrow(new InvalidAnswer(said));
});

test("another media type, and an error that is no problem, are told apart", async () => {
  await expect(asked(keys, { type: "text/html" })).rejects.toThrow("keys: the answer is text/html, not JSON");
  await expect(asked("<h1>", { status: 502, type: "text/html" })).rejects.toThrow(
    "keys: answered 502, and the answer is text/html, not JSON",
  );
  await expect(asked({ ...problem, detail: 1 }, { status: 404 })).rejects.toThrow("detail is not string");
  await expect(asked(keys, { status: 201 })).rejects.toThrow("keys: answered 201, which says nothing here");
});

test("a newer registry may say more: unknown fields and unknown words pass", async () => {
  const more = { keys: [{ ...keys.keys[0], algorithm: "ml-dsa-65", since: 3 }], next: null };
  expect((await asked(more)).data).toEqual(more);
  expect((await asked(problem, { status: 404, type: "application/problem+json" })).error).toEqual(problem);
});

test("answers of the own process are taken as they come", async () => {
  expect((await asked({ keys: null }, {}, true)).data).toEqual({ keys: null });
});

test("a long or hostile field name is cut", async () => {
  const hits = { hits: [], total: 0, next_cursor: null, facets: { tier: { ["x".repeat(5_000)]: "many" } } };
  const client = createRegistryClient({
    baseUrl: "http://registry.test",
    fetch: async () => Response.json(hits),
  });
  const error = await client.GET("/search", { params: { query: { q: "x" } } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidAnswer);
  expect(String(error).length).toBeLessThan(250);
});
