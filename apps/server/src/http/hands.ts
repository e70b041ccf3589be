import { isHidden } from "@gaia/catalog";
import type { Hands } from "@gaia/edge";
import { noteDownload } from "@gaia/registry";
import type { Services } from "../composing/services.ts";
import { actorOf, authenticationOf } from "@gaia/api";
import { transportSecurity } from "./transport-security.ts";

/** What the edge is handed: the process's services, as far as HTTP needs them. */
export function handsOf(services: Services): Hands {
  const { log, metrics, pages, limits, downloads, settings, registry, publicUrl } = services;
  return {
    log,
    metrics,
    pages,
    isHidden: (skill) => isHidden(registry.db, skill),
    limits,
    downloads,
    noteDownload: (caller, versionId) =>
      noteDownload({ ...registry, actor: actorOf(caller), requestId: null }, { versionId }),
    isClosed: settings.READ === "signed-in",
    proxies: settings.TRUST_PROXY,
    authentication: authenticationOf(services),
    otherTypes: ["application/sarif+json"],
    packageBytes: () => registry.limits.packedBytes,
    publicUrl,
    always: transportSecurity(settings),
  };
}
