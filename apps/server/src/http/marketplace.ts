import {
  type AllowedMethods,
  answerOtherMethod,
  countedAs,
  middlewareOf,
  type MountedRoute,
  type RoutePolicy,
  type Viewer,
  viewerOf,
  type Area,
} from "@gaia/edge";
import type { Context, Hono } from "hono";
import type { Env } from "./env.ts";
import type { ServedCli } from "./served-cli.ts";

/** The marketplace's module: what `apps/web` is built to. */
export interface Marketplace {
  /** The pages there are. */
  routes: readonly { method: string; path: string; policy: RoutePolicy & { access: "anyone" } }[];
  fetch(
    request: Request,
    env: {
      api(request: Request): Promise<Response>;
      publicUrl: string;
      registryName: string;
      viewer: Viewer;
      cli: {
        version: string;
        sha256: string;
        sizeBytes: number;
        registry: string | null;
        wheels: readonly string[];
      } | null;
      highlight(input: { text: string; named: string }): Promise<Uint16Array | null>;
      watchScan(input: { name: string; version: string; onStep(): void; onEnd(): void }): (() => void) | null;
      requestId: string;
      onError(error: unknown): void;
    },
  ): Promise<Response>;
}

/** Puts the pages at the root, each behind what its policy asks for; a path that nobody has gets the page that says so. */
export function mountMarketplace(
  app: Hono<Env>,
  marketplace: Marketplace,
  mounting: { area: Area; table: MountedRoute[]; allowed: AllowedMethods; cli: ServedCli | null },
): void {
  const { area, table, allowed, cli } = mounting;
  const show = (c: Context<Env>) => {
    const { services, requestId } = c.var;
    return marketplace.fetch(c.req.raw, {
      api: async (request) =>
        app.fetch(request, { internal: true, ...(c.env?.incoming && { incoming: c.env.incoming }) }),
      publicUrl: services.publicUrl(),
      registryName: services.settings.REGISTRY_NAME,
      viewer: viewerOf(c.req.raw.headers),
      cli: cli && {
        version: cli.version,
        sha256: cli.sha256,
        sizeBytes: cli.size_bytes,
        registry: cli.registry,
        wheels: cli.wheels.map(({ file }) => file),
      },
      highlight: services.highlighter.highlight,
      watchScan: (input) => services.scanWatch.watch({ ...input, viewer: countedAs(c) }),
      requestId,
      onError: (error) =>
        services.log.error({ event: "page_failed", request_id: requestId, err: error }, "a page failed"),
    });
  };
  for (const { method, path, policy } of marketplace.routes) {
    app.on(method, [path], ...middlewareOf(area, { policy }), show);
    table.push({ area, method, path, policy });
  }
  const policy = { access: "anyone", cache: "none" } as const;
  app.on("ALL", ["*"], ...middlewareOf(area, { policy }), (c: Context<Env>) =>
    allowed(c.req.path).length > 0 ? answerOtherMethod(c, area.dialect, allowed) : show(c),
  );
}
