import type { Child } from "hono/jsx";
import type { Asked } from "../asked.ts";
import { show } from "../showing/show.ts";
import { Field, Form, formPage } from "../parts/form.tsx";
import { Notice } from "../parts/banner.tsx";

/** What is asked before something grave is done. */
export interface Sure {
  title: string;
  /** What it does, and what cannot be undone, in a sentence or two. */
  consequence: Child;
  submit: string;
}

const pathOf = ({ request }: Asked): string => new URL(request.url).pathname;

/** What a form sent, to be sent once more; the code of a second factor is good once. */
const carried = (form: URLSearchParams): [string, string][] => [...form].filter(([name]) => name !== "code");

/** The second step: what was asked for is done by the form on this page alone. Going back is the safe choice, and the first one. */
export function askAgain(asked: Asked, form: URLSearchParams, sure: Sure): Promise<Response> {
  return show(asked, null, async () => ({
    ...formPage({
      title: sure.title,
      children: (
        <>
          <Notice tone="review" shape="triangle" title="Are you sure?">
            {sure.consequence}
          </Notice>
          <p>
            <a class="act act-safe" href={pathOf(asked)}>
              Go back and change nothing
            </a>
          </p>
          <Form action={pathOf(asked)} hidden={[...carried(form), ["sure", "yes"]]} submit={sure.submit} isGrave />
        </>
      ),
    }),
    isPersonal: true,
  }));
}

/** The second factor, for what a form asked for: what was typed is carried along, and done with the code. */
export function askCode(asked: Asked, form: URLSearchParams, error: string | null): Promise<Response> {
  const path = pathOf(asked);
  return show(asked, null, async () => ({
    ...formPage({
      title: "Confirm that it is you",
      lead: "What you are about to do asks for your second factor. It counts for a quarter of an hour.",
      error,
      status: 403,
      children: (
        <>
          <Form action={path} hidden={carried(form)} submit="Confirm and go on">
            <Field name="code" label="Code of your app, or a recovery code" autocomplete="one-time-code" />
          </Form>
          <p class="hint">
            <a href={`/confirm?back=${encodeURIComponent(path)}`}>Confirm with a passkey instead</a>: it leads back to
            the page, and you fill in its form once more.
          </p>
        </>
      ),
    }),
    isPersonal: true,
  }));
}

/** For who is signed out by now: what was typed waits in a form, to be sent again. */
export function askToSignIn(asked: Asked, form: URLSearchParams): Promise<Response> {
  return show(asked, null, async () => ({
    ...formPage({
      title: "You are signed out by now",
      lead: "Sign in on another page, then send this again: what you typed stays here.",
      status: 401,
      children: (
        <>
          <p>
            <a href="/login" target="_blank">
              Sign in (on another page)
            </a>
          </p>
          <Form action={pathOf(asked)} hidden={carried(form)} submit="Send it again" />
        </>
      ),
    }),
    isPersonal: true,
  }));
}
