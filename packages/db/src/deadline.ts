import { DatabaseError } from "./errors.ts";

/** Waits for `work`, at most `timeoutMs`. @throws DatabaseError `unavailable` with the failure or the timeout as its reason */
export async function answerWithin(work: PromiseLike<unknown>, timeoutMs: number): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work, timeout.promise]);
  } catch (error) {
    throw new DatabaseError("unavailable", "The database does not answer.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
