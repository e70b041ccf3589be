import { cookiesOf } from "@gaia/text";
import type { Asked } from "./asked.ts";
import { readForm, seeOther } from "./form.ts";

type Theme = "system" | "light" | "dark";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** The theme a visitor chose, from the one cookie the marketplace has. */
export function themeOf(request: Request): Theme {
  const value = cookiesOf(request.headers.get("cookie"), ["theme"]).get("theme");
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

/** `POST /theme`: remembers the choice and returns to the page it was made on. */
export async function chooseTheme(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const theme = THEMES.find((one) => one === form.get("theme")) ?? "system";
  const secure = asked.env.publicUrl.startsWith("https:") ? "; Secure" : "";
  const life = theme === "system" ? 0 : 31_536_000;
  const cookie = `theme=${theme}; Path=/; Max-Age=${life}; SameSite=Lax; HttpOnly${secure}`;
  return seeOther(asked, form.get("back"), { "set-cookie": cookie });
}
