import { TrieRouter } from "hono/router/trie-router";
import type { Dialect } from "../terms/dialect.ts";
import type { Asked } from "../terms/env.ts";

interface Route {
  method: string;
  path: string;
}

/** The methods that a path answers to, in the order of `Allow`; none where there is nothing. */
export type AllowedMethods = (path: string) => string[];

/**
 * Read from the routes themselves: a new one is known without a word here. Middleware and what catches the rest is not counted.
 * Where several patterns fit, the narrowest is the resource: `/skills/{name}/reports` takes a report, and is no version called "reports".
 */
export function allowedMethods(routes: readonly Route[]): AllowedMethods {
  const router = new TrieRouter<Route>();
  for (const route of routes) if (route.method !== "ALL") router.add("ALL", route.path, route);
  return (path) => {
    const fitting = router
      .match("ALL", path)[0]
      .map(([route]) => ({ method: route.method, shape: shapeOf(route.path) }));
    const narrowest = fitting.map(({ shape }) => shape).toSorted()[0];
    const found = new Set(fitting.filter(({ shape }) => shape === narrowest).map(({ method }) => method));
    if (found.size === 0) return [];
    // Whoever answers GET answers HEAD (RFC 9110 §9.3.2).
    if (found.has("GET")) found.add("HEAD");
    return [...found.add("OPTIONS")].toSorted();
  };
}

/** A pattern without its names: per segment 0 for a word, 1 for a parameter, 2 for all that follows, so that the narrowest sorts first. */
function shapeOf(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment.includes("*") ? "2" : segment.startsWith(":") ? "1" : "0"))
    .join("");
}

/** The answer to a method that its path does not have (RFC 9110 §15.5.6), or to OPTIONS; 404 where there is no such path. */
export function answerOtherMethod(c: Asked, dialect: Dialect, allowed: AllowedMethods): Response {
  const methods = allowed(c.req.path);
  if (methods.length === 0) return dialect.refuse(c, "not_found", "There is nothing at this address.");
  const allow = methods.join(", ");
  if (c.req.method === "OPTIONS") return c.body(null, 204, { allow });
  const refused = dialect.refuse(c, "method_not_allowed", `This address takes ${allow}.`);
  refused.headers.set("allow", allow);
  return refused;
}
