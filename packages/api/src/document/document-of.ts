import { closeBodies, type RoutePolicy } from "@gaia/edge";
import { OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import { withoutAllOf } from "./without-all-of.ts";

/** How whoever asks says who they are, by name. */
type Schemes = NonNullable<
  NonNullable<ReturnType<OpenAPIHono["getOpenAPI31Document"]>["components"]>["securitySchemes"]
>;
type Described = Parameters<OpenAPIHono["getOpenAPI31Document"]>[0];

interface About extends Pick<Described, "servers"> {
  /** With the licence's SPDX identifier, which the types of OpenAPI 3.0 lack; openapi-generator refuses a document without. */
  info: Described["info"] & { license: { identifier: string } };
  security: Schemes;
  /** Schemas by name that stand in it as they are defined: what is not among them is described by whoever uses it first. */
  words?: Readonly<Record<string, z.ZodType>>;
}

/** The OpenAPI 3.1 document of some modules' route definitions, made of those alone: no door is opened. */
export function documentOf(modules: readonly object[], about: About) {
  const app = new OpenAPIHono();
  const { security, words = {}, ...described } = about;
  for (const [name, schema] of Object.entries(words)) app.openAPIRegistry.register(name, schema);
  for (const definition of modules.flatMap(inOrder)) {
    // What else a route says is for the router.
    const {
      access: _,
      cache: __,
      bodyLimitBytes: ___,
      counts: ____,
      cost: _____,
      whenClosed: ______,
      takesRest: _______,
      atOnce: ________,
      ...shown
    } = { ...definition } as RouteConfig & RoutePolicy;
    app.openAPIRegistry.registerPath(shown);
  }
  for (const [name, scheme] of Object.entries(security))
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  return closeBodies(withoutAllOf(app.getOpenAPI31Document({ openapi: "3.1.0", ...described })));
}

/** By name, whatever order a loader gives a module's exports in. */
const inOrder = (module: object): object[] =>
  Object.entries<object>({ ...module })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, definition]) => definition);
