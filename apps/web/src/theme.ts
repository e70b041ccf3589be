import { ownOrigins } from "./respond.ts";
import { localPath } from "./safe-href.ts";

type Theme = "system" | "light" | "dark";
const THEMES: readonly Theme[] = ["system", "light", "dark"];
const BODY_LIMIT = 8_192;

/** The theme a visitor chose, from the one cookie the marketplace has. */
export function themeOf(request: Request): Theme {
  const cookie = request.headers.get("cookie") ?? "";
  const value = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie.slice(0, 8_192))?.[1];
  return value === "light" || value === "dark" ? value : "system";
}

/**
 * `/theme.css`: the choice as a tiny private stylesheet, so that the pages themselves are the same for everybody and keep their ETag. It
 * also marks the button that is in force, which the page cannot know.
 */
export function themeStyle(theme: Theme): string {
  const scheme = theme === "system" ? "" : `:root{color-scheme:${theme}}`;
  return `${scheme}.theme button[value=${theme}]{border-color:currentColor;color:var(--ink)}\n`;
}

/** `POST /theme`: remembers the choice and returns to the page it was made on. Refused (403) when another site sent it. */
export async function chooseTheme(
  request: Request,
  publicUrl: string,
  headers: Record<string, string>,
): Promise<Response> {
  if (!isSameOrigin(request, publicUrl))
    return new Response("This form was sent by another site.\n", { status: 403, headers });
  const body = await boundedBody(request);
  if (body === null) return new Response("That is not the theme form.\n", { status: 400, headers });
  const form = new URLSearchParams(body);
  const theme = THEMES.find((one) => one === form.get("theme")) ?? "system";
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const life = theme === "system" ? 0 : 31_536_000;
  return new Response(null, {
    status: 303,
    headers: {
      ...headers,
      location: localPath(form.get("back")),
      "set-cookie": `theme=${theme}; Path=/; Max-Age=${life}; SameSite=Lax; HttpOnly${secure}`,
      "cache-control": "no-store",
    },
  });
}

function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  // What the browser says of both is compared, and reaches no answer.
  return origin !== null && [new URL(request.url).origin, ...ownOrigins(publicUrl)].includes(origin);
}

async function boundedBody(request: Request): Promise<string | null> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") || request.body === null)
    return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.byteLength;
    if (length > BODY_LIMIT) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
