import { account, call } from "./api.ts";
import { type HookReceiver, hookReceiver } from "./hook-receiver.ts";
import { startTestRegistry, type TestRegistry } from "./registry.ts";

/** A hook that a test made. */
interface Hook {
  id: string;
  path: string;
  token: string;
  secret: string;
}

/** A registry without scanners whose clock is moved, with `ada` and `bob`, and a receiver that its operator allows. */
export interface HookWorld {
  registry: TestRegistry;
  receiver: HookReceiver;
  ada: string;
  bob: string;
  api(path: string): string;
  /** Where hooks of a publisher are; of the registry: null. */
  hooksOf(handle: string | null): string;
  /** Makes one whose receiver is at a path of its own. */
  hook(path: string, of?: { events?: string[]; of?: string | null; token?: string }): Promise<Hook>;
  /** What came to a path. */
  at(path: string): HookReceiver["received"];
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  deliveriesOf(hook: Hook): Promise<any[]>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  viewOf(hook: Hook): Promise<any>;
  remove(hook: Hook): Promise<unknown>;
  /** Sends it a test event. */
  tried(hook: Hook): ReturnType<typeof call>;
  /** Moves the clock, for requests and workers alike. */
  later(ms: number): void;
  close(): Promise<void>;
}

export async function hookWorld(): Promise<HookWorld> {
  const receiver = await hookReceiver();
  const registry = await startTestRegistry({
    withoutScanners: true,
    environment: { WEBHOOK_HOSTS: receiver.url },
  });
  let shiftMs = 0;
  registry.running.services.registry.now = () => new Date(Date.now() + shiftMs);
  const [ada, bob] = [
    await account(registry.url, registry.adminToken, "ada"),
    await account(registry.url, registry.adminToken, "bob"),
  ];
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const hooksOf = (handle: string | null) => (handle === null ? "/admin/webhooks" : `/publishers/${handle}/webhooks`);
  return {
    registry,
    receiver,
    ada,
    bob,
    api,
    hooksOf,
    async hook(path, { events, of = "ada", token = ada } = {}) {
      const json = { address: `${receiver.url}/${path}`, ...(events && { events }) };
      const made = await call(api(hooksOf(of)), { token, json });
      if (made.status !== 201) throw new Error(`no webhook: ${JSON.stringify(made.body)}`);
      return { id: made.body.id, path: `${hooksOf(of)}/${made.body.id}`, token, secret: made.body.secret };
    },
    at: (path) => receiver.received.filter((each) => each.path === `/${path}`),
    deliveriesOf: async ({ path, token }) => (await call(api(`${path}/deliveries?limit=100`), { token })).body.items,
    viewOf: async ({ id, path, token }) =>
      (await call(api(path.slice(0, path.lastIndexOf("/"))), { token })).body.webhooks.find(
        (each: { id: string }) => each.id === id,
      ),
    remove: ({ path, token }) => call(api(path), { method: "DELETE", token }),
    tried: ({ path, token }) => call(api(`${path}/test`), { method: "POST", token }),
    later(ms) {
      shiftMs += ms;
    },
    async close() {
      await registry.close();
      await receiver.close();
    },
  };
}
