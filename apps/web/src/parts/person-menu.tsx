import type { Me } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

/** Pages on which "sign in" leads back to the account, not to themselves. */
const SIGNING_IN = ["/login", "/signup", "/verify", "/reset", "/claim", "/confirm", "/device"];

/** The way to sign in; for who is signed in their name, and their own pages below it. It opens without a script. */
export function PersonMenu({ visit: { me, url } }: { visit: Visit }) {
  if (me !== null) return <Own me={me} />;
  const here = `${url.pathname}${url.search}`;
  const leadsBack = !SIGNING_IN.some((path) => here.startsWith(path)) && here.length < 1_000;
  return <a href={leadsBack ? `/login?back=${encodeURIComponent(here)}` : "/login"}>Sign in</a>;
}

function Own({ me }: { me: Me }) {
  return (
    <details class="person-menu">
      <summary>
        <span class="unseen">Your pages: </span>
        {me.handle}
      </summary>
      <ul>
        {linksOf(me).map(([href, words]) => (
          <li>
            <a href={href}>{words}</a>
          </li>
        ))}
        <li>
          <form method="post" action="/account">
            <input type="hidden" name="do" value="sign-out" />
            <button type="submit">Sign out</button>
          </form>
        </li>
      </ul>
    </details>
  );
}

function linksOf({ role, publishers }: Me): (readonly [string, string])[] {
  return [
    ["/publish", "Publish a skill"],
    ["/account", "Account"],
    ["/account/tokens", "Tokens"],
    ["/account/notices", "Notices"],
    ["/account/organisations", "Organisations"],
    ["/reports", "Reports"],
    ...publishers
      .slice(0, 8)
      .map((handle) => [`/publishers/${encodeURIComponent(handle)}/dashboard`, `Dashboard of ${handle}`] as const),
    ...(role === "admin" ? ([["/admin", "Admin"]] as const) : []),
  ];
}
