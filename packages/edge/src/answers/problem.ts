import type { ContentfulStatusCode } from "hono/utils/http-status";
import { HTTPException } from "hono/http-exception";
import type { Dialect } from "../terms/dialect.ts";
import type { Asked } from "../terms/env.ts";
import { Refusal, type RefusalCode } from "../terms/refusal.ts";

/** Code -> status and title. */
export type ProblemTable<Code extends string> = Readonly<Record<Code, readonly [ContentfulStatusCode, string]>>;

/** What a problem says. `detail` is shown to the caller: it never carries a cause, a path or a secret. */
interface Told<Code extends string = string> {
  code: Code;
  detail: string;
  requestId: string;
  /** What else its members are, by name; null and absent ones are left out. */
  more?: Readonly<Record<string, unknown>> | undefined;
  /** Where the code's own does not say enough. */
  status?: number;
}

/** What the domain makes of an error; `cause`: what the log is told of why a door is shut. */
interface Explained<Code extends string> {
  code: Code;
  detail: string;
  more?: Told["more"];
  cause?: string;
}

/** Null: it knows no such error. */
export type Explain<Code extends string> = (error: Error) => Explained<Code> | null;

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
  const onError = (error: Error, c: Asked): Response => {
    if (error instanceof Refusal) {
      return answer(c, { code: error.code, detail: error.message, more: { errors: error.errors } });
    }
    const { log } = c.var.edge;
    const known = explain(error);
    if (known !== null) {
      if (known.cause !== undefined) {
        log.warn({ event: "door_shut", request_id: c.var.requestId, error: known.cause }, "a door is shut");
      }
      return answer(c, known);
    }
    if (error instanceof HTTPException && error.status === 415) {
      return answer(c, {
        code: "unsupported_media_type",
        detail: "This address does not take a body of that media type.",
      });
    }
    if (error instanceof HTTPException && error.status < 500) {
      return answer(c, { code: "invalid_request", detail: error.message });
    }
    log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
    const detail = "Something went wrong here; the operators find it under this request id.";
    return answer(c, { code: "internal", detail });
  };
  return { bytes, dialect: { refuse: (c, code, detail) => answer(c, { code, detail }), onError } };
}
