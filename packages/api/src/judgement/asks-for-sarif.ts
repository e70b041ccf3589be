/** Whether a client would rather have SARIF (RFC 9110 §12.5.1): it names the type, and a kept JSON page is not what it wants. */
export function asksForSarif(headers: Headers): boolean {
  return headers.get("accept")?.includes("application/sarif+json") === true;
}
