import { MeilisearchApiError, MeilisearchTaskTimeOutError, type Task } from "meilisearch";
import { SearchError } from "./search-error.ts";

/** The code of Meilisearch's own error answer (`index_not_found`), or null. */
export function apiCode(error: unknown): string | null {
  return error instanceof MeilisearchApiError ? (error.cause?.code ?? null) : null;
}

/** Whatever the client throws, as ours. The client's errors hold the request, so they do not become the cause. */
export function toSearchError(error: unknown): SearchError {
  if (error instanceof SearchError) return error;
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response;
    const code = apiCode(error) ?? `HTTP ${status}`;
    const passing = status >= 500 || status === 408 || status === 429;
    return new SearchError(passing ? "unavailable" : "refused", `Meilisearch refused: ${code}`);
  }
  if (error instanceof MeilisearchTaskTimeOutError) {
    return new SearchError("unavailable", "Meilisearch took the task but did not finish it in time.");
  }
  // No connection, no answer in time, or an answer that is not JSON (a proxy's page).
  return new SearchError("unavailable", "Meilisearch does not answer.");
}

/** @throws SearchError for a task that did not succeed */
export function ensureSucceeded(task: Task): void {
  if (task.status === "succeeded") return;
  const { code = "unknown", type = "" } = task.error ?? {};
  const passing = type === "internal" || type === "system" || task.status === "canceled";
  throw new SearchError(passing ? "unavailable" : "refused", `The task of Meilisearch ${task.status}: ${code}`);
}
