import { ensureMay, ensureMayFor, RegistryError } from "@gaia/catalog";
import { appendAudit, publishers, webhooks } from "@gaia/db";
import { ADMINS_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from "@gaia/policy";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { publisherOf } from "./disable.ts";
import { areOf, detailOf, ofPublisher, ofRegistry, type OfHooks } from "./hook-rows.ts";
import { newSecret } from "./signature.ts";
import { viewHook, type WebhookView } from "./view-webhook.ts";

/** Each event is sent to each of them. */
const MOST_OF_A_PUBLISHER = 10;
const MOST_OF_THE_REGISTRY = 20;

/**
 * Makes a webhook that acts for the account that asks. Its secret is in this answer alone.
 * @param input.events none: every one that it may be told of
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `invalid_request` for what is no address, or an
 * event that is told to admins alone, `conflict` when there are too many
 */
export async function createWebhook(
  ctx: Ctx,
  input: OfHooks & { address: string; events: readonly WebhookEvent[] },
): Promise<WebhookView & { secret: string }> {
  const holder =
    input.publisher === null
      ? ofRegistry("createRegistryWebhook", ensureMay(ctx, "createRegistryWebhook"))
      : ofPublisher("createWebhook", await ensureMayFor(ctx, "createWebhook", { handle: input.publisher }));
  const { actor, publisher, asked } = holder;
  const address = toHookAddress(ctx, input.address);
  const events = toEvents(input.events, publisher === null);
  const secret = newSecret();
  const id = crypto.randomUUID();
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    // One after the other, so that the bound holds; of the registry by a lock that ends with the transaction.
    if (publisher === null)
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of the registry', 0))`);
    else await tx.select().from(publishers).where(eq(publishers.id, publisher.id)).for("no key update");
    const most = publisher === null ? MOST_OF_THE_REGISTRY : MOST_OF_A_PUBLISHER;
    if ((await tx.$count(webhooks, areOf(holder))) >= most)
      throw new RegistryError("conflict", `There are ${most} webhooks already: remove one first.`);
    const values = { id, address, events, createdBy: actor.accountId, createdAt: ctx.now(), state: "active" } as const;
    await tx
      .insert(webhooks)
      .values({ ...values, publisherId: publisher?.id ?? null, secret: ctx.webhooks.seal(secret) });
    await appendAudit(tx, {
      actor: actor.handle,
      action: "webhook.create",
      target: `webhook:${id}`,
      detail: { ...detailOf(holder, { address }), events },
      requestId: ctx.requestId,
    });
    // It goes on telling after the session that made it has ended: whoever did not make it hears of it.
    const own = await publisherOf(tx, { publisherId: publisher?.id ?? null, createdBy: actor.accountId });
    const whose = publisher === null ? "the registry" : own?.handle;
    const text = `${actor.handle} made a webhook of ${whose}. If it was not they, remove it and change their password.`;
    if (own !== null) await notify(tx, { publisherId: own.id, versionId: null, kind: "webhook-made", text });
  });
  return { ...(await viewHook(ctx, holder, id)), secret };
}

function toEvents(wanted: readonly WebhookEvent[], isRegistrys: boolean): WebhookEvent[] {
  const admins: readonly WebhookEvent[] = ADMINS_EVENTS;
  const allowed = WEBHOOK_EVENTS.filter((each) => isRegistrys || !admins.includes(each));
  if (wanted.length === 0) return allowed;
  const refused = wanted.find((each) => !allowed.includes(each));
  if (refused !== undefined)
    throw new RegistryError("invalid_request", `${refused} goes to the registry's webhooks alone, which admins have.`);
  return allowed.filter((each) => wanted.includes(each));
}

/** As it is asked. @throws RegistryError `invalid_request` */
function toHookAddress(ctx: Ctx, text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isWeb) throw new RegistryError("invalid_request", "The address has to be https, without a user in it.");
  if (url.protocol === "http:" && !ctx.webhooks.isOperators(url))
    throw new RegistryError(
      "invalid_request",
      "The address has to be https. The operator allows other origins in WEBHOOK_HOSTS.",
    );
  url.hash = "";
  return url.href;
}
