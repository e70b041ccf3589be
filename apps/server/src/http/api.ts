import { OpenAPIHono } from "@hono/zod-openapi";
import { RegistryError } from "@gaia/registry";
import type { Env } from "./env.ts";

export type Api = OpenAPIHono<Env>;

/** An empty API whose routes refuse what their schemas refuse, with every reason. A bad path names nothing: 404. */
export function createApi(): Api {
  return new OpenAPIHono<Env>({
    defaultHook(result) {
      if (result.success) return;
      const { issues } = result.error;
      if (result.target === "param") throw new RegistryError("not_found", "There is nothing at this address.");
      const errors = issues.map((issue) => ({
        code: issue.code,
        severity: "error" as const,
        file: null,
        line: null,
        column: null,
        message: `${issue.path.map(String).join(".") || result.target}: ${issue.message}`,
        hint: null,
      }));
      throw new RegistryError("invalid_request", errors[0]?.message ?? "The request is malformed.", { errors });
    },
  });
}
