import { WEBHOOK_EVENTS, type WebhookEvent } from "@gaia/policy";
import type { Asked } from "../asked.ts";
import { type Deed, deed } from "../deeds/deeds.tsx";
import { CommandBox } from "../parts/command-box.tsx";
import { formPage } from "../parts/form.tsx";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { hookCalls, type HookWithSecret } from "./hook-calls.ts";

const eventsIn = (typed: string | undefined): WebhookEvent[] =>
  (typed ?? "").split(" ").flatMap((word) => WEBHOOK_EVENTS.find((event) => event === word) ?? []);

/** What is done on a page of webhooks, a publisher's or the registry's. */
export const HOOK_DEEDS: Readonly<Record<string, Deed>> = {
  make: deed({
    fields: ["address", "events"],
    said: "The webhook is made.",
    judge: ({ address = "", events }) => ({
      address: URL.canParse(address.trim()) ? null : "An address that begins with https://.",
      events: eventsIn(events).length === 0 ? "Choose what it hears." : null,
    }),
    about: { 400: "address", 409: "address", 422: "address" },
    act: ({ api }, { address = "", events }, asked) =>
      hookCalls(api, asked).make({ address: address.trim(), events: eventsIn(events) }),
    after: (asked, made) => secretPage(asked, made),
  }),
  test: deed({
    said: "A test is on its way: reload the page to see what was answered.",
    act: ({ api }, { row = "" }, asked) => hookCalls(api, asked).test(row),
    after: (asked, _sent, { row = "" }) => logOf(asked, "test", row),
  }),
  redeliver: deed({
    fields: ["hook"],
    said: "It is sent once more: reload the page to see what was answered.",
    act: ({ api }, { row = "", hook = "" }, asked) => hookCalls(api, asked).redeliver(hook, row),
    after: (asked, _sent, { hook = "" }) => logOf(asked, "redeliver", hook),
  }),
  rotate: deed({
    said: "The secret is new.",
    sure: () => ({
      title: "Make a new secret?",
      consequence: "The former one signs as well for 24 hours. Change your receiver until then.",
      submit: "Make a new secret",
    }),
    act: ({ api }, { row = "" }, asked) => hookCalls(api, asked).rotate(row),
    after: (asked, made) => secretPage(asked, made),
  }),
  enable: deed({
    said: "The webhook is enabled. What it was not sent meanwhile can be sent again from its log.",
    act: ({ api }, { row = "" }, asked) => hookCalls(api, asked).enable(row),
  }),
  remove: deed({
    said: "The webhook is removed.",
    sure: () => ({
      title: "Remove this webhook?",
      consequence: "It is sent nothing more, and its log and its secret are gone. This cannot be undone.",
      submit: "Remove the webhook",
    }),
    act: ({ api }, { row = "" }, asked) => hookCalls(api, asked).remove(row),
  }),
};

const pathOf = ({ request }: Asked): string => new URL(request.url).pathname;

/** Back to the page, with the log of this webhook open. */
const logOf = (asked: Asked, done: string, log: string): string =>
  `${pathOf(asked)}?${new URLSearchParams({ done, log }).toString()}`;

/** The secret, which is shown this once. */
const secretPage = (asked: Asked, made: HookWithSecret): Promise<Response> =>
  show(asked, null, async (): Promise<Page> => ({
    ...formPage({
      title: "The webhook’s secret",
      lead: "Copy it now: it is not shown again. Your receiver verifies with it that a message comes from here.",
      children: (
        <>
          <CommandBox command={{ title: "Secret", text: made.secret }} />
          <p>
            <a href="/docs/webhooks#verify-a-message">How to verify a message</a>
          </p>
          <p>
            <a class="act act-safe" href={pathOf(asked)}>
              I have copied it
            </a>
          </p>
        </>
      ),
    }),
    isPersonal: true,
  }));
