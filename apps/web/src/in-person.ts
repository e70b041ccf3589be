import { createSiteClient, type SiteClient } from "@gaia/client";
import type { Asked } from "./asked.ts";
import { plainJson } from "./plain-text.ts";
import { type Answer, isProblem, type Problem } from "./registry-api.ts";

/** What the server answered to something that somebody did. */
interface Said {
  status: number;
  /** Values of `Set-Cookie`, for the browser. */
  cookies: string[];
}
export interface Done<Data> extends Said {
  isOk: true;
  data: Data;
}
export interface Refused extends Said {
  isOk: false;
  /** null: it was not one of ours. */
  problem: Problem | null;
}

/** Of the browser's request: who it is, and that a page of this site sent it. */
const PASSED_ON = ["cookie", "origin", "sec-fetch-site", "user-agent", "x-forwarded-for", "forwarded"];

/** Asks for somebody in person, by their cookie; a page that is only shown reads as its viewer: `clientOf`. */
export const inPerson = (asked: Pick<Asked, "request" | "env">): SiteClient => passingOn(asked, PASSED_ON);

/** Asks for nobody, from where the browser is: for what a program asks that has no credentials yet. */
export const inNobodysName = (asked: Pick<Asked, "request" | "env">): SiteClient =>
  passingOn(asked, ["x-forwarded-for", "forwarded"]);

/** The body of a form as a call of `inPerson` sends it on while it comes, so that what is large is held in memory once. */
export const bodyOf = ({ request }: Pick<Asked, "request">) => ({
  headers: { "content-type": request.headers.get("content-type") ?? "" },
  // What is sent is the stream, whatever the description of the route calls it.
  body: "" as never,
  bodySerializer: () => request.body,
  // Asked for where a body is a stream (Fetch §5.4).
  duplex: "half" as const,
});

function passingOn({ request, env }: Pick<Asked, "request" | "env">, names: readonly string[]): SiteClient {
  const asThem = (asked: Request): Promise<Response> => {
    for (const name of names) {
      const value = request.headers.get(name);
      if (value !== null) asked.headers.set(name, value);
    }
    return env.api(asked);
  };
  return createSiteClient({ baseUrl: env.publicUrl, fetch: asThem });
}

/** How a call of `inPerson` went, its strings made plain. */
export async function outcome<Data>(call: Promise<Answer<Data>>): Promise<Done<Data> | Refused> {
  const { data, error, response } = await call;
  const said = { status: response.status, cookies: response.headers.getSetCookie() };
  // An answer without a body (204) has no data, and its type says so.
  if (response.status === 204) return { ...said, isOk: true, data: data as Data };
  if (response.ok && data !== undefined) return { ...said, isOk: true, data: plainJson(data) };
  return { ...said, isOk: false, problem: isProblem(error) ? plainJson(error) : null };
}

/** Whether somebody is here in person. */
export const isSignedIn = async (asked: Pick<Asked, "request" | "env">): Promise<boolean> =>
  (await outcome(inPerson(asked).auth.GET("/account"))).isOk;

/** Why the server refused, in its own sentence. */
export const refusalOf = ({ problem }: Refused): string => problem?.detail || "That did not work.";

export const needsSecondFactor = ({ problem }: Refused): boolean => problem?.code === "second_factor_required";

/** What the browser is given to keep, as headers. */
export const cookiesOf = ({ cookies }: Said): [string, string][] => cookies.map((cookie) => ["set-cookie", cookie]);
