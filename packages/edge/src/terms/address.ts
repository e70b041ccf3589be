/** Path and query: what is left of an address without scheme and host, which clients choose freely (Q4). */
export function addressOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}
