import { Agent, type Dispatcher, fetch as fetchThrough, Pool, ProxyAgent } from "undici";
import type { SendInit } from "./send-init.ts";
import type { Proxy } from "./proxies.ts";
import { ProxyFailure, proxyFailureIn } from "./proxy-failure.ts";

/** How long a proxy may take to open a tunnel. */
const TUNNEL_MS = 15_000;

/** By the proxy's variable and address; the empty text: without one. */
const open = new Map<string, Dispatcher>();

/**
 * Sends a request through `proxy`, or without one: a tunnel to an `https:` address, the plain request to an `http:` one. The same on every
 * Node, whatever its own switch for proxies says. Throws ProxyFailure for what a proxy refuses or breaks off.
 */
export async function proxiedFetch(url: URL, init: SendInit, proxy: Proxy | null): Promise<Response> {
  const isPlain = proxy !== null && url.protocol === "http:";
  const key = proxy === null ? "" : `${url.protocol} ${proxy.origin} ${proxy.authorization}`;
  const dispatcher = open.get(key) ?? (proxy === null ? new Agent() : isPlain ? forwarding(proxy) : tunnelling(proxy));
  open.set(key, dispatcher);
  const response = await fetchThrough(url, {
    ...init,
    headers: [...init.headers],
    redirect: "manual",
    dispatcher,
  }).catch((error: unknown) => {
    throw isPlain ? toFailure(proxy, error) : error;
  });
  // The same class as Node's own, from a copy of it: everything that is read of it here has the same form.
  return response as unknown as Response;
}

/** Ends every connection, so that the process ends with its verb. */
export async function endConnections(): Promise<void> {
  const all = [...open.values()];
  open.clear();
  await Promise.allSettled(all.map((one) => one.destroy()));
}

function tunnelling(proxy: Proxy): Dispatcher {
  return new ProxyAgent({
    uri: proxy.origin,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    // The library connects again and again where the error of a tunnel is one of a socket. So each is turned into one of ours.
    clientFactory: (origin, options) => new TunnelPool(proxy, origin, options),
  });
}

/** Opens tunnels, each within its time, and says what a proxy answered in place of one. */
class TunnelPool extends Pool {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, origin: URL, options: object) {
    super(origin, options);
    this.#proxy = proxy;
  }

  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ) {
    if (callback !== undefined) return super.connect(options, callback);
    return this.#open(options);
  }

  async #open(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const data = await super.connect({ ...options, signal: AbortSignal.timeout(TUNNEL_MS) }).catch((error: unknown) => {
      throw toFailure(this.#proxy, error);
    });
    if (data.statusCode === 200) return data;
    data.socket.on("error", () => {}).destroy();
    throw new ProxyFailure(this.#proxy, data.statusCode);
  }
}

/** Requests to `http:` addresses go to the proxy as they are, with their whole address (RFC 9112 §3.2.2). */
function forwarding(proxy: Proxy): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const { origin = "", path, headers } = options;
    const address = new URL(String(origin));
    const more = [
      "host",
      address.host,
      ...(proxy.authorization === null ? [] : ["proxy-authorization", proxy.authorization]),
    ];
    return dispatch(
      { ...options, origin: proxy.origin, path: `${address.origin}${path}`, headers: [...toPairs(headers), ...more] },
      refusing(proxy, handler),
    );
  });
}

/** Stops at a 407, which without a tunnel is the proxy's too: `fetch` makes an error without words of it. */
const refusing = (proxy: Proxy, handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (...given) => handler.onRequestStart?.(...given),
  onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
  onResponseStart(controller, status, ...rest) {
    if (status === 407) controller.abort(new ProxyFailure(proxy, 407));
    else handler.onResponseStart?.(controller, status, ...rest);
  },
  onResponseData: (...given) => handler.onResponseData?.(...given),
  onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
  onResponseError: (...given) => handler.onResponseError?.(...given),
});

/** `fetch` hands over a list of names and values, or a record. */
function toPairs(headers: Dispatcher.DispatchOptions["headers"]): string[] {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers)) return headers.map(String);
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

const toFailure = (proxy: Proxy, error: unknown): ProxyFailure =>
  proxyFailureIn(error) ?? new ProxyFailure(proxy, null, error);
