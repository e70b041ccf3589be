import type { call } from "../harness/api.ts";

/** The body of an answer with this status. @throws Error with what came instead */
export function ensure(answer: Awaited<ReturnType<typeof call>>, status: number) {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
