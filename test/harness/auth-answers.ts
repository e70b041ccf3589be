import { shapeOf, unknownKeysOf } from "@gaia/edge";
import type { z } from "zod";
import * as accounts from "../../packages/api/src/people/accounts/definitions.ts";
import * as devices from "../../packages/api/src/people/devices/definitions.ts";
import * as passkeys from "../../packages/api/src/people/passkeys/definitions.ts";
import * as providers from "../../packages/api/src/people/providers/definitions.ts";
import * as factors from "../../packages/api/src/people/second-factors/definitions.ts";
import * as sessions from "../../packages/api/src/people/sessions/definitions.ts";

const definitions = [accounts, devices, passkeys, providers, factors, sessions].flatMap((module) =>
  Object.values(module),
);
const promised = definitions.map(({ method, path, responses }) => {
  const schema: z.ZodType = responses[200].content["application/json"].schema;
  const address = new RegExp(`^/auth${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return { method: method.toUpperCase(), address, schema, shape: shapeOf(schema) };
});

/** Holds a good answer of `/auth` against its definition: all that it names, and nothing else. Throws where it is anything else. */
export function ensureAsDefined(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): void {
  const [pathname = ""] = path.split("?");
  if (status !== 200 || !pathname.startsWith("/auth/")) return;
  const found = promised.find((one) => one.method === method && one.address.test(pathname));
  if (found === undefined) throw new Error(`${method} ${pathname} has no definition, and answers`);
  const read = found.schema.safeParse(body);
  const unknown = unknownKeysOf(body, found.shape).map(({ within, key }) => (within ? `${within}.${key}` : key));
  if (!read.success || unknown.length > 0) {
    const wrong = [
      ...(read.error?.issues ?? []).map(({ path: at, message }) => `${at.join(".")}: ${message}`),
      ...unknown,
    ];
    throw new Error(`${method} ${pathname} answers what its definition does not say: ${wrong.join("; ")}`);
  }
}
