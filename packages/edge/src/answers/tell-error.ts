import { HTTPException } from "hono/http-exception";
import type { Asked } from "../terms/env.ts";
import { Refusal, type RefusalCode } from "../terms/refusal.ts";

/** What the caller is told of an error. `detail` is shown: it never carries a cause, a path or a secret. */
export interface ToldError<Code extends string = string> {
  code: Code;
  detail: string;
  /** What else is said, by name; null and absent ones are left out. */
  more?: Readonly<Record<string, unknown>> | undefined;
}

/** What the domain makes of an error, null where it knows none such; `cause`: what the log is told of why a door is shut. */
export type Explain<Code extends string> = (error: Error) => (ToldError<Code> & { cause?: string }) | null;

/**
 * What a thrown error is to the caller, in whatever words a dialect says it; what nobody expected is logged, and told as its request's id
 * alone.
 * @param explain asked for what is not the edge's own
 */
export function tellError<Code extends string>(
  c: Asked,
  error: Error,
  explain: Explain<Code>,
): ToldError<Code | RefusalCode> {
  if (error instanceof Refusal) return { code: error.code, detail: error.message, more: { errors: error.errors } };
  const { log } = c.var.edge;
  const known = explain(error);
  if (known !== null) {
    const { cause, ...told } = known;
    if (cause !== undefined)
      log.warn({ event: "door_shut", request_id: c.var.requestId, error: cause }, "a door is shut");
    return told;
  }
  if (error instanceof HTTPException && error.status === 415)
    return { code: "unsupported_media_type", detail: "This address does not take a body of that media type." };
  if (error instanceof HTTPException && error.status < 500) return { code: "invalid_request", detail: error.message };
  log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
  const detail = "Something went wrong here; the operators find it under this request id.";
  return { code: "internal", detail };
}
