import type { Env } from "../asking/env.ts";
import type { PlainRoute } from "@gaia/edge";
import { readFileSync } from "node:fs";
import { docsPage } from "./docs-page.ts";

const OPENAPI = new URL("../../../../docs/openapi.json", import.meta.url);

/** The API's document, for programs and for readers. Read once: it changes with the release. */
export function documentRoutes(): readonly PlainRoute<Env>[] {
  const policy = { access: "anyone", cache: { keeps: "catalog" } } as const;
  const document = readFileSync(OPENAPI, "utf8");
  const docs = docsPage(JSON.parse(document));
  return [
    {
      method: "GET",
      path: "/openapi.json",
      policy,
      answer: (c) => c.body(document, 200, { "content-type": "application/json" }),
    },
    {
      method: "GET",
      path: "/docs",
      policy,
      answer: (c) =>
        c.body(docs.body, 200, {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": docs.policy,
        }),
    },
  ];
}
