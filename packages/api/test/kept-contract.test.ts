import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { openApiDocument } from "@gaia/api";
import { expect, test } from "vitest";

/**
 * Of the contract alone: paths, schemas and operationIds. Moving code or mending a sentence leaves it as it is; where the API itself is
 * meant to change, this is the line that says so.
 */
const CONTRACT = "8d66a296d1b1043fd759b2b6f3606573c7b4d071c02c3b0d631909c1e7d6cc9e";

/** Sentences for people. A property of a schema that has such a name is an object, and stays. */
const SENTENCES = new Set(["description", "summary"]);

function withoutSentences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSentences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(SENTENCES.has(name) && typeof inner === "string"))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, withoutSentences(inner)]),
  );
}

const digestOf = (document: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(withoutSentences(document)))
    .digest("hex");

test("the API keeps its contract, whatever is said about it", () => {
  const now = digestOf(openApiDocument());
  expect(now, `a route or a schema changed; where that is meant, CONTRACT in this file is "${now}"`).toBe(CONTRACT);
  expect(digestOf(JSON.parse(readFileSync("docs/openapi.json", "utf8")))).toBe(CONTRACT);
});

test("a sentence may change, and nothing else", () => {
  const document = structuredClone(openApiDocument());
  document.info.description = "Another sentence.";
  expect(digestOf(document)).toBe(CONTRACT);
  const [path = ""] = Object.keys(document.paths ?? {});
  delete document.paths?.[path];
  expect(digestOf(document)).not.toBe(CONTRACT);
});
