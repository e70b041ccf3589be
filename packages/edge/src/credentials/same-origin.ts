/**
 * Whether a browser sent this from a page of this site (T13): it says so itself, in `Sec-Fetch-Site`, or names the page's origin. What says
 * neither is no browser of today, and has no business with a cookie.
 */
export function isSameOrigin(request: { headers: Headers; url: string }, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  return [new URL(request.url).origin, new URL(publicUrl).origin].includes(origin);
}

/** Whether a browser says that a page of another site sent this; what says nothing of where it comes from is a program. */
export const isFromElsewhere = (request: { headers: Headers; url: string }, publicUrl: string): boolean =>
  (request.headers.has("sec-fetch-site") || request.headers.has("origin")) && !isSameOrigin(request, publicUrl);
