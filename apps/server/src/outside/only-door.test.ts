import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOMS = [
  "apps/server",
  "packages/api",
  "packages/artefacts",
  "packages/catalog",
  "packages/edge",
  "packages/identity",
  "packages/mail",
  ...readdirSync("packages/protocols").map((name) => `packages/protocols/${name}`),
  "packages/registry",
  "packages/scan",
  "packages/trust",
];
const ASKS =
  /(?:await|return|=>?|\() ?fetch\(|from "node:(?:https|http2|net|tls)"|\{[^}]*\b(?:request|get)\b[^}]*\} from "node:http"|"undici"/;

/** What is imported of `node:net` to read addresses, or to listen, asks nobody. */
const READS_ADDRESSES = new Set([
  "packages/edge/src/limits/proxy-trust.ts",
  "packages/edge/src/limits/client-address.ts",
]);

test("Q3 nothing of the registry asks another machine by address but through this folder", () => {
  const asking = ROOMS.flatMap((room) =>
    readdirSync(join(room, "src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => join(room, "src", name)),
  ).filter((file) => !READS_ADDRESSES.has(file) && ASKS.test(readFileSync(file, "utf8")));
  expect(asking.toSorted()).toEqual([
    "apps/server/src/outside/ask-operators.ts",
    "apps/server/src/outside/guarded-fetch.ts",
    // Answers: `fetch` is the application's.
    "apps/server/src/start.ts",
  ]);
});
