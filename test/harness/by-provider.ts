import { type Browser, browser } from "./people.ts";
import type { TestRegistry } from "./registry.ts";

/** What somebody's browser says of a link that they followed on a page of the site. */
const FOLLOWED = { "sec-fetch-site": "same-origin" };
/** Of where another site sent it. */
const SENT = { "sec-fetch-site": "cross-site" };

/** Sends a browser off to sign in by a provider; returns the provider's address. */
export async function leaveFor(person: Browser, provider: string, back = "/account"): Promise<string> {
  const left = await person.get(`/login/with/${provider}?back=${encodeURIComponent(back)}`, FOLLOWED);
  const url = left.headers.get("location") ?? "";
  if (left.status !== 303 || url.startsWith("/"))
    throw new Error(`nobody was sent to ${provider}: ${left.status} ${url}`);
  return url;
}

/** Comes back as a provider sends a browser; returns where the registry sends it, or what it says instead. */
export async function comeBack(
  person: Browser,
  address: string,
): Promise<{ status: number; to: string; page: string }> {
  const came = await person.get(address, SENT);
  return { status: came.status, to: came.headers.get("location") ?? "", page: String(came.body) };
}

/** Signs somebody in by a provider, from the page to sign in to where they wanted to go. `visit`: what they do there. */
export async function signInBy(
  person: Browser,
  { provider, visit }: { provider: string; visit: (url: string) => string | Promise<string> },
) {
  return comeBack(person, await visit(await leaveFor(person, provider)));
}

/** The same for the first time, with a handle. */
export async function arriveBy(
  registry: TestRegistry,
  by: { provider: string; visit: (url: string) => string | Promise<string>; handle: string },
): Promise<Browser> {
  const person = browser(registry.url);
  const came = await signInBy(person, by);
  if (came.to !== "/login/welcome") throw new Error(`no welcome: ${JSON.stringify(came)}`);
  const settled = await person.submit("/login/welcome", { handle: by.handle, invitation: "" });
  if (settled.status !== 303) throw new Error(`no account: ${settled.status} ${settled.body}`);
  return person;
}
