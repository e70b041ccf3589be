import type { Env } from "../asking/env.ts";
import type { PlainRoute } from "@gaia/edge";
import { readFileSync } from "node:fs";

const OPENAPI = new URL("../../../../docs/openapi.json", import.meta.url);

/** The API's document, for programs; readers are led to its pages. Read once: it changes with the release. */
export function documentRoutes(): readonly PlainRoute<Env>[] {
  const policy = { access: "anyone", cache: { keeps: "catalog" } } as const;
  const document = readFileSync(OPENAPI, "utf8");
  return [
    {
      method: "GET",
      path: "/openapi.json",
      policy,
      answer: (c) => c.body(document, 200, { "content-type": "application/json" }),
    },
    // A page of the marketplace: how it looks is not the API's business.
    { method: "GET", path: "/docs", policy: { ...policy, cache: "none" }, answer: (c) => c.redirect("/docs/api", 301) },
  ];
}
