import { call } from "../harness/api.ts";

type Options = Parameters<typeof call>[1];

/**
 * The body of an answer that has this status.
 * @throws Error with what came instead
 */
export async function ask(url: string, options: Options = {}, status = 200) {
  const answer = await call(url, options).catch((error: unknown) => {
    // The server ends a connection that idles for five seconds; in a process that was busy meanwhile, a request may cross that.
    if (isReset(error)) return call(url, options);
    throw error;
  });
  if (answer.status === status) return answer.body;
  throw new Error(`${url}: expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause && error.cause.code === "ECONNRESET";
