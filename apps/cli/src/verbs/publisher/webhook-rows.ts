import { WEBHOOK_EVENTS, type WebhookEvent } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";
import type { Whose } from "./webhook.ts";

const ofPublisher = ["--publisher <handle>", "whose; my own handle without it"] as const;
const ofRegistry = ["--for-registry", "the registry's own, for its admins"] as const;

/** `webhook list|add|remove|test|deliveries|redeliver|rotate|enable`. */
export function addWebhookVerbs(skill: Command, verb: AddVerb): void {
  const webhook = addGroup(skill, {
    line: "webhook",
    description: "addresses that hear what happens to skills",
    example: "webhook list",
  });
  const whose = (command: Command): Command => command.option(...ofPublisher).option(...ofRegistry);
  whose(
    verb<Whose>(
      webhook,
      { line: "list", description: "show them, and whether each works", example: "webhook list --publisher acme" },
      async (session, options) => (await import("./webhook.ts")).listWebhooks(session, options),
    ),
  );
  whose(
    verb<Whose & { event?: WebhookEvent[] }>(
      webhook,
      {
        line: "add <address>",
        description: "add one; its secret is shown once",
        example: "webhook add https://ci.example.org/hooks --event version.published",
      },
      async (session, { event, ...options }, [address]) =>
        (await import("./webhook.ts")).addWebhook(session, { ...options, address, events: event }),
    ),
  ).addOption(
    new Option("--event <event...>", "only these; without it, every one that it may get").choices(WEBHOOK_EVENTS),
  );
  for (const [line, description, act] of ONE)
    whose(
      verb<Whose>(
        webhook,
        { line: `${line} <id>`, description, example: `webhook ${line} WEBHOOK-ID` },
        async (session, options, [id]) => (await import("./webhook.ts"))[act](session, { ...options, id }),
      ),
    );
  addDeliveryVerbs(webhook, verb, whose);
}

const ONE = [
  ["remove", "remove one with its log", "removeWebhook"],
  ["test", "send it an event that says nothing", "testWebhook"],
  ["rotate", "give it a new secret; the former one signs as well for a day", "rotateWebhook"],
  ["enable", "start one again that was disabled", "enableWebhook"],
] as const;

function addDeliveryVerbs(webhook: Command, verb: AddVerb, whose: (command: Command) => Command): void {
  whose(
    verb<Whose & { limit?: number; cursor?: string }>(
      webhook,
      {
        line: "deliveries <id>",
        description: "what it was sent in the last 30 days, and what was answered",
        example: "webhook deliveries WEBHOOK-ID",
      },
      async (session, options, [id]) => (await import("./webhook.ts")).listDeliveries(session, { ...options, id }),
    ),
  )
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended");
  whose(
    verb<Whose>(
      webhook,
      {
        line: "redeliver <id> <delivery>",
        description: "send a delivery once more, with the same id",
        example: "webhook redeliver WEBHOOK-ID DELIVERY-ID",
      },
      async (session, options, [id, delivery = ""]) =>
        (await import("./webhook.ts")).redeliver(session, { ...options, id, delivery }),
    ),
  );
}
