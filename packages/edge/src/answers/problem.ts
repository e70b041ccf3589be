import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Dialect } from "../terms/dialect.ts";
import type { Asked } from "../terms/env.ts";
import type { RefusalCode } from "../terms/refusal.ts";
import { type Explain, type ToldError, tellError } from "./tell-error.ts";

/** Code -> status and title. */
export type ProblemTable<Code extends string> = Readonly<Record<Code, readonly [ContentfulStatusCode, string]>>;

/** What a problem says. */
interface Told<Code extends string = string> extends ToldError<Code> {
  requestId: string;
  /** Where the code's own does not say enough. */
  status?: number;
}

/** Writes problems (RFC 9457), by a table of codes. */
export interface Problems<Code extends string> {
  /** A problem as bytes to send, for where there is no context yet. */
  bytes(publicUrl: string, told: Told<Code>): { status: number; body: string; headers: Record<string, string> };
  dialect: Dialect;
}

/**
 * The dialect that answers with problem+json (RFC 9457).
 * @param table every code there is, the edge's own among them
 * @param explain asked for what is thrown and is not the edge's own; what it does not know either is logged, and shown as its id alone
 */
export function problems<Code extends string>(
  table: ProblemTable<Code | RefusalCode>,
  explain: Explain<Code | RefusalCode>,
): Problems<Code | RefusalCode> {
  type Any = Code | RefusalCode;
  const bytes = (publicUrl: string, told: Told<Any>) => {
    const [usual, title] = table[told.code];
    const status = told.status ?? usual;
    const body = {
      type: `${publicUrl}/problems/${told.code}`,
      title,
      status,
      detail: told.detail,
      code: told.code,
      request_id: told.requestId,
      ...Object.fromEntries(
        Object.entries(told.more ?? {}).filter(([, value]) => value !== null && value !== undefined),
      ),
    };
    const headers: Record<string, string> = {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
    };
    if (status === 401) headers["www-authenticate"] = 'Bearer realm="registry"';
    if (status === 503) headers["retry-after"] = "5";
    return { status, body: JSON.stringify(body), headers };
  };
  const answer = (c: Asked, told: Omit<Told<Any>, "requestId">): Response => {
    const { body, headers } = bytes(c.var.edge.publicUrl(), { ...told, requestId: c.var.requestId });
    return c.body(body, table[told.code][0], headers);
  };
  const onError = (error: Error, c: Asked): Response => answer(c, tellError(c, error, explain));
  return { bytes, dialect: { refuse: (c, code, detail) => answer(c, { code, detail }), onError } };
}
