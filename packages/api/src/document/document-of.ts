import { closeBodies, type RoutePolicy } from "@gaia/edge";
import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";

/** How whoever asks says who they are, by name. */
type Schemes = NonNullable<
  NonNullable<ReturnType<OpenAPIHono["getOpenAPI31Document"]>["components"]>["securitySchemes"]
>;
type Described = Parameters<OpenAPIHono["getOpenAPI31Document"]>[0];

/** The OpenAPI 3.1 document of some modules' route definitions, made of those alone: no door is opened. */
export function documentOf(
  modules: readonly object[],
  about: Pick<Described, "info" | "servers"> & { security: Schemes },
) {
  const app = new OpenAPIHono();
  for (const definition of modules.flatMap(inOrder)) {
    // What else a route says is for the router.
    const {
      access: _,
      cache: __,
      bodyLimitBytes: ___,
      counts: ____,
      cost: _____,
      whenClosed: ______,
      ...shown
    } = { ...definition } as RouteConfig & RoutePolicy;
    app.openAPIRegistry.registerPath(shown);
  }
  const { security, ...described } = about;
  for (const [name, scheme] of Object.entries(security))
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  return closeBodies(app.getOpenAPI31Document({ openapi: "3.1.0", ...described }));
}

/** By name, whatever order a loader gives a module's exports in: a schema is described by whoever uses it first. */
const inOrder = (module: object): object[] =>
  Object.entries<object>({ ...module })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, definition]) => definition);
