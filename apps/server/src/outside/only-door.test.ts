import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Rooms of a user's machine, which ask registries themselves. */
const AT_THE_USERS = new Set(["cli", "web", "client", "install", "mcp-server", "runner", "sandbox", "python"]);

const roomsIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    AT_THE_USERS.has(name) || !existsSync(join(folder, name, "src")) ? [] : [`${folder}/${name}`],
  );

const ROOMS = ["apps", "packages", "packages/protocols"].flatMap(roomsIn);
const ASKS =
  /(?:await|return|=>?|\() ?fetch\(|from "node:(?:https|http2|net|tls)"|\{[^}]*\b(?:request|get)\b[^}]*\} from "node:http"|"undici"/;

/** What is imported of `node:net` to read addresses, of `node:tls` to read authorities, or is called so, asks nobody. */
const ASKS_NOBODY = new Set([
  "apps/server/src/composing/open-upstream-git.ts",
  "apps/server/src/outside/kept-commits.ts",
  "packages/code-analysis/src/javascript/js-modules.ts",
  "packages/edge/src/limits/proxy-trust.ts",
  "packages/edge/src/limits/client-address.ts",
]);

test("Q3 nothing of the registry asks another machine by address but through this folder", () => {
  const asking = ROOMS.flatMap((room) =>
    readdirSync(join(room, "src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => join(room, "src", name)),
  ).filter((file) => !ASKS_NOBODY.has(file) && ASKS.test(readFileSync(file, "utf8")));
  expect(asking.toSorted()).toEqual([
    "apps/server/src/outside/ask-operators.ts",
    "apps/server/src/outside/guarded-fetch.ts",
    // Answers: `fetch` is the application's.
    "apps/server/src/start.ts",
  ]);
});
