import { readJson } from "@gaia/edge";
import { RegistryError } from "@gaia/catalog";
import { receiveAdvisories } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as advisories from "./definitions.ts";
import { streamingBody } from "../defining/responses.ts";
import { ctxOf } from "../asking/env.ts";

const MAX_RECORDS = 1_000;

/** Advisories by HTTP, some at a time; `registry import-advisories` takes whole ecosystems. */
export function advisoryRoutes(api: Api): void {
  api.openapi(streamingBody(advisories.importAdvisories), async (c) => {
    const ctx = ctxOf(c);
    const body = await readJson(c.req.raw, c.var.bodyLimitBytes);
    const records: unknown[] = Array.isArray(body) ? body : [body];
    if (records.length === 0) throw new RegistryError("invalid_request", "The body holds no advisory.");
    if (records.length > MAX_RECORDS) {
      throw new RegistryError("invalid_request", `The body holds more than ${MAX_RECORDS} advisories.`);
    }
    const sources = records.map((value, index) => ({ source: nameOf(value, index), value }));
    const imported = await receiveAdvisories(ctx, { sources });
    if (imported.refused_count === records.length) throw noneTaken(imported.refused);
    return c.json(imported, 200);
  });
}

function nameOf(value: unknown, index: number): string {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" && /^[\x21-\x7e]{1,100}$/.test(id) ? id : `record ${index + 1}`;
}

function noneTaken(refused: { source: string; message: string }[]): RegistryError {
  const errors = refused.map(({ source, message }) => ({
    code: "advisory_refused",
    severity: "error" as const,
    file: null,
    line: null,
    column: null,
    message: `${source}: ${message}`,
    hint: null,
  }));
  return new RegistryError("invalid_request", "No advisory could be taken.", { errors });
}
