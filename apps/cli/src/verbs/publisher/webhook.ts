import type { components } from "@gaia/client";
import type { WebhookEvent } from "@gaia/policy";
import { misused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";

type Webhook = components["schemas"]["Webhook"];
type Delivery = components["schemas"]["WebhookDelivery"];

/** Whose webhooks are meant: a publisher's, one's own without a handle, or the registry's. */
export interface Whose {
  publisher?: string | undefined;
  forRegistry?: boolean | undefined;
}

type Api = Awaited<ReturnType<typeof openRegistry>>;

/** The publisher's handle; null: the registry's own. */
async function handleOf(api: Api, { publisher, forRegistry }: Whose): Promise<string | null> {
  if (forRegistry && publisher !== undefined) throw misused("--for-registry and --publisher do not go together");
  if (forRegistry) return null;
  return publisher ?? (await ensureAnswer(api.GET("/whoami"))).handle;
}

/** `webhook list`: whether each works. */
export async function listWebhooks(session: Session, whose: Whose): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const list = await ensureAnswer(
    handle === null
      ? api.GET("/admin/webhooks")
      : api.GET("/publishers/{handle}/webhooks", { params: { path: { handle } } }),
  );
  terminal.result(list);
  for (const row of columns(list.webhooks.map(cellsOf))) terminal.line(row);
  if (list.webhooks.length === 0) terminal.note("No webhook.");
}

/** `webhook add <address>`: the secret is shown this once. */
export async function addWebhook(
  session: Session,
  { address, events, ...whose }: Whose & { address: string; events?: WebhookEvent[] | undefined },
): Promise<void> {
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const body = { address, ...(events !== undefined && { events }) };
  const made = await ensureAnswer(
    handle === null
      ? api.POST("/admin/webhooks", { body })
      : api.POST("/publishers/{handle}/webhooks", { params: { path: { handle } }, body }),
  );
  session.terminal.result(made);
  saySecret(session, made);
}

function saySecret({ terminal, config }: Session, made: components["schemas"]["WebhookWithSecret"]): void {
  for (const row of columns([cellsOf(made)])) terminal.line(row);
  terminal.line(t`secret ${bold(made.secret)}`);
  terminal.note(
    dim(t`Keep it: it is not shown again. What comes is verified with it: ${config.registry}/docs/webhooks`),
  );
}

/** `webhook remove <id>`: with its log. */
export async function removeWebhook(session: Session, { id, ...whose }: Whose & { id: string }): Promise<void> {
  ensureId(id);
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  await ensureGone(
    handle === null
      ? api.DELETE("/admin/webhooks/{id}", { params: { path: { id } } })
      : api.DELETE("/publishers/{handle}/webhooks/{id}", { params: { path: { handle, id } } }),
  );
  session.terminal.result({ id, removed: true });
  session.terminal.line(t`Removed webhook ${id}.`);
}

/** `webhook rotate <id>`: the former secret signs as well for a day. */
export async function rotateWebhook(session: Session, { id, ...whose }: Whose & { id: string }): Promise<void> {
  ensureId(id);
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const made = await ensureAnswer(
    handle === null
      ? api.POST("/admin/webhooks/{id}/rotate", { params: { path: { id } } })
      : api.POST("/publishers/{handle}/webhooks/{id}/rotate", { params: { path: { handle, id } } }),
  );
  session.terminal.result(made);
  saySecret(session, made);
  session.terminal.note(dim(t`The former secret signs as well until ${made.former_secret_until ?? "now"}.`));
}

/** `webhook enable <id>`: from now on it acts for the account that asks. */
export async function enableWebhook(session: Session, { id, ...whose }: Whose & { id: string }): Promise<void> {
  ensureId(id);
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const hook = await ensureAnswer(
    handle === null
      ? api.POST("/admin/webhooks/{id}/enable", { params: { path: { id } } })
      : api.POST("/publishers/{handle}/webhooks/{id}/enable", { params: { path: { handle, id } } }),
  );
  session.terminal.result(hook);
  for (const row of columns([cellsOf(hook)])) session.terminal.line(row);
}

/** `webhook test <id>`: an event that says nothing. */
export async function testWebhook(session: Session, { id, ...whose }: Whose & { id: string }): Promise<void> {
  ensureId(id);
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const sent = await ensureAnswer(
    handle === null
      ? api.POST("/admin/webhooks/{id}/test", { params: { path: { id } } })
      : api.POST("/publishers/{handle}/webhooks/{id}/test", { params: { path: { handle, id } } }),
  );
  sayDelivery(session, sent, id);
}

/** `webhook deliveries <id>`: what was sent and answered, newest first, one page. */
export async function listDeliveries(
  session: Session,
  { id, limit, cursor, ...whose }: Whose & { id: string; limit?: number | undefined; cursor?: string | undefined },
): Promise<void> {
  ensureId(id);
  const { terminal } = session;
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const query = given({ limit, cursor });
  const found = await ensureAnswer(
    handle === null
      ? api.GET("/admin/webhooks/{id}/deliveries", { params: { path: { id }, query } })
      : api.GET("/publishers/{handle}/webhooks/{id}/deliveries", { params: { path: { handle, id }, query } }),
  );
  terminal.result(found);
  for (const row of columns(found.items.map(deliveryCells))) terminal.line(row);
  if (found.items.length === 0) terminal.note("Nothing was sent in the last 30 days.");
  if (found.next_cursor !== null) terminal.note(dim(t`older ones: --cursor ${found.next_cursor}`));
}

/** `webhook redeliver <id> <delivery>`: with the same id and body. */
export async function redeliver(
  session: Session,
  { id, delivery, ...whose }: Whose & { id: string; delivery: string },
): Promise<void> {
  ensureId(id);
  ensureId(delivery);
  const api = await openRegistry(session);
  const handle = await handleOf(api, whose);
  const path = { id, delivery };
  const sent = await ensureAnswer(
    handle === null
      ? api.POST("/admin/webhooks/{id}/deliveries/{delivery}/redeliver", { params: { path } })
      : api.POST("/publishers/{handle}/webhooks/{id}/deliveries/{delivery}/redeliver", {
          params: { path: { handle, ...path } },
        }),
  );
  sayDelivery(session, sent, id);
}

function sayDelivery({ terminal }: Session, sent: Delivery, id: string): void {
  terminal.result(sent);
  for (const row of columns([deliveryCells(sent)])) terminal.line(row);
  terminal.note(dim(t`\`${calledAs("webhook deliveries")} ${id}\` shows what is answered`));
}

function ensureId(id: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw misused(`"${id}" is not the id of a webhook or a delivery`, `see \`${calledAs("webhook list")}\``);
}

const stateOf = ({ state, failing_since: failing }: Webhook): Shown =>
  state === "disabled" ? red(state) : failing === null ? green(state) : yellow("failing");

const cellsOf = (hook: Webhook): (string | Shown)[] => [
  bold(hook.id),
  stateOf(hook),
  t`${hook.address}`,
  hook.events.join(", "),
  dim(t`${hook.disabled_why ?? ""}`),
];

function deliveryCells({ id, state, type, attempts, why, next_at: next }: Delivery): (string | Shown)[] {
  const last = attempts.at(-1);
  const answered = last === undefined ? "" : t`${last.status ?? last.error ?? ""} after ${attempts.length} tries`;
  const then = why ?? (next === null || last === undefined ? "" : `next ${next}`);
  const shown = state === "delivered" ? green(state) : state === "waiting" ? yellow(state) : red(state);
  return [id, shown, type, answered, dim(t`${then}`)];
}
