import type { components, RegistryClient } from "@gaia/client";
import type { Asked } from "../asked.ts";
import type { Answer } from "../registry-api.ts";

type Shapes = components["schemas"];
export type Hook = Shapes["Webhook"];
export type HookWithSecret = Shapes["WebhookWithSecret"];
export type Delivery = Shapes["WebhookDelivery"];
type NewHook = Shapes["NewWebhook"];
export type HookList = Shapes["WebhookList"];
export type DeliveryList = Shapes["WebhookDeliveryList"];

interface Page {
  limit: number;
  cursor?: string;
}

/** What is asked of the API about webhooks: of a publisher's, or of the registry's. */
export interface HookCalls {
  list(): Promise<Answer<HookList>>;
  make(body: NewHook): Promise<Answer<HookWithSecret>>;
  remove(id: string): Promise<Answer<unknown>>;
  test(id: string): Promise<Answer<Delivery>>;
  rotate(id: string): Promise<Answer<HookWithSecret>>;
  enable(id: string): Promise<Answer<Hook>>;
  deliveries(id: string, query: Page): Promise<Answer<DeliveryList>>;
  redeliver(id: string, delivery: string): Promise<Answer<Delivery>>;
}

/** Of the page that is asked for: its publisher's, or the registry's where its address names none. */
export function hookCalls(api: RegistryClient, asked: Pick<Asked, "param">): HookCalls {
  const handle = asked.param("handle");
  return handle === "" ? ofRegistry(api) : ofPublisher(api, handle);
}

function ofPublisher(api: RegistryClient, handle: string): HookCalls {
  const params = { path: { handle } };
  const one = (id: string) => ({ params: { path: { handle, id } } });
  return {
    list: () => api.GET("/publishers/{handle}/webhooks", { params }),
    make: (body) => api.POST("/publishers/{handle}/webhooks", { params, body }),
    remove: (id) => api.DELETE("/publishers/{handle}/webhooks/{id}", one(id)),
    test: (id) => api.POST("/publishers/{handle}/webhooks/{id}/test", one(id)),
    rotate: (id) => api.POST("/publishers/{handle}/webhooks/{id}/rotate", one(id)),
    enable: (id) => api.POST("/publishers/{handle}/webhooks/{id}/enable", one(id)),
    deliveries: (id, query) =>
      api.GET("/publishers/{handle}/webhooks/{id}/deliveries", { params: { ...one(id).params, query } }),
    redeliver: (id, delivery) =>
      api.POST("/publishers/{handle}/webhooks/{id}/deliveries/{delivery}/redeliver", {
        params: { path: { handle, id, delivery } },
      }),
  };
}

function ofRegistry(api: RegistryClient): HookCalls {
  const one = (id: string) => ({ params: { path: { id } } });
  return {
    list: () => api.GET("/admin/webhooks"),
    make: (body) => api.POST("/admin/webhooks", { body }),
    remove: (id) => api.DELETE("/admin/webhooks/{id}", one(id)),
    test: (id) => api.POST("/admin/webhooks/{id}/test", one(id)),
    rotate: (id) => api.POST("/admin/webhooks/{id}/rotate", one(id)),
    enable: (id) => api.POST("/admin/webhooks/{id}/enable", one(id)),
    deliveries: (id, query) => api.GET("/admin/webhooks/{id}/deliveries", { params: { ...one(id).params, query } }),
    redeliver: (id, delivery) =>
      api.POST("/admin/webhooks/{id}/deliveries/{delivery}/redeliver", { params: { path: { id, delivery } } }),
  };
}
