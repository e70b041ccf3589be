import type { Bindings, Variables } from "@gaia/edge";
import type { Services } from "../composing/services.ts";

/** What a request carries through the middleware, with what the process holds open. */
export interface Env {
  Bindings: Bindings;
  Variables: Variables & { services: Services };
}
