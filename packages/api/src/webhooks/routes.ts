import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "@gaia/registry";
import { type Api, ctxOf } from "../asking/env.ts";
import * as publishers from "./definitions.ts";
import * as registrys from "./registry-definitions.ts";

/** Addresses that are told what happens: a publisher's, and the registry's. */
export function webhookRoutes(api: Api): void {
  publisherRoutes(api);
  registryRoutes(api);
}

const of = ({ handle }: { handle: string }) => ({ publisher: handle });
const OF_THE_REGISTRY = { publisher: null };

function publisherRoutes(api: Api): void {
  api.openapi(publishers.listWebhooks, async (c) =>
    c.json(await listWebhooks(ctxOf(c), of(c.req.valid("param"))), 200),
  );
  api.openapi(publishers.createWebhook, async (c) => {
    const { address, events } = c.req.valid("json");
    const asked = { ...of(c.req.valid("param")), address, events: events ?? [] };
    return c.json(await createWebhook(ctxOf(c), asked), 201);
  });
  api.openapi(publishers.deleteWebhook, async (c) => {
    const { id, ...rest } = c.req.valid("param");
    await deleteWebhook(ctxOf(c), { id, ...of(rest) });
    return c.body(null, 204);
  });
  api.openapi(publishers.testWebhook, async (c) => {
    const { id, ...rest } = c.req.valid("param");
    return c.json(await testWebhook(ctxOf(c), { id, ...of(rest) }), 202);
  });
  api.openapi(publishers.rotateWebhookSecret, async (c) => {
    const { id, ...rest } = c.req.valid("param");
    return c.json(await rotateWebhookSecret(ctxOf(c), { id, ...of(rest) }), 200);
  });
  api.openapi(publishers.enableWebhook, async (c) => {
    const { id, ...rest } = c.req.valid("param");
    return c.json(await enableWebhook(ctxOf(c), { id, ...of(rest) }), 200);
  });
  api.openapi(publishers.listWebhookDeliveries, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const { id, ...rest } = c.req.valid("param");
    return c.json(await listWebhookDeliveries(ctxOf(c), { id, ...of(rest), limit, cursor: cursor ?? null }), 200);
  });
  api.openapi(publishers.redeliverWebhook, async (c) => {
    const { id, delivery, ...rest } = c.req.valid("param");
    return c.json(await redeliverWebhook(ctxOf(c), { id, delivery, ...of(rest) }), 202);
  });
}

function registryRoutes(api: Api): void {
  api.openapi(registrys.listRegistryWebhooks, async (c) => c.json(await listWebhooks(ctxOf(c), OF_THE_REGISTRY), 200));
  api.openapi(registrys.createRegistryWebhook, async (c) => {
    const { address, events } = c.req.valid("json");
    return c.json(await createWebhook(ctxOf(c), { ...OF_THE_REGISTRY, address, events: events ?? [] }), 201);
  });
  api.openapi(registrys.deleteRegistryWebhook, async (c) => {
    await deleteWebhook(ctxOf(c), { ...c.req.valid("param"), ...OF_THE_REGISTRY });
    return c.body(null, 204);
  });
  api.openapi(registrys.testRegistryWebhook, async (c) =>
    c.json(await testWebhook(ctxOf(c), { ...c.req.valid("param"), ...OF_THE_REGISTRY }), 202),
  );
  api.openapi(registrys.rotateRegistryWebhookSecret, async (c) =>
    c.json(await rotateWebhookSecret(ctxOf(c), { ...c.req.valid("param"), ...OF_THE_REGISTRY }), 200),
  );
  api.openapi(registrys.enableRegistryWebhook, async (c) =>
    c.json(await enableWebhook(ctxOf(c), { ...c.req.valid("param"), ...OF_THE_REGISTRY }), 200),
  );
  api.openapi(registrys.listRegistryWebhookDeliveries, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const asked = { ...c.req.valid("param"), ...OF_THE_REGISTRY, limit, cursor: cursor ?? null };
    return c.json(await listWebhookDeliveries(ctxOf(c), asked), 200);
  });
  api.openapi(registrys.redeliverRegistryWebhook, async (c) =>
    c.json(await redeliverWebhook(ctxOf(c), { ...c.req.valid("param"), ...OF_THE_REGISTRY }), 202),
  );
}
