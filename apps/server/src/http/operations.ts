import type { Env } from "./env.ts";
import type { PlainRoute } from "@gaia/edge";
import { findLogTrouble } from "@gaia/catalog";
import type { Services } from "../composing/services.ts";
import { securityTxt } from "./security-txt.ts";

/** `whole`, or what is known against the log's being one history. */
async function describeLog({ registry }: Services): Promise<string> {
  try {
    const trouble = await findLogTrouble(registry);
    return trouble === null ? "whole" : `forked: ${trouble}`;
  } catch {
    return "unknown";
  }
}

/** What asks here is no reader, and has no token: balancers, monitors, crawlers. None of it names a skill. */
const policy = { access: "anyone", cache: "none", whenClosed: "open" } as const;

const PLAIN = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" };

/** At the root, for those who run the registry: alive, ready, measured. */
export const OPERATION_ROUTES: readonly PlainRoute<Env>[] = [
  { method: "GET", path: "/healthz", policy, answer: (c) => c.json({ status: "ok" }) },
  {
    method: "GET",
    path: "/readyz",
    policy,
    async answer(c) {
      const doors = await c.var.services.doors();
      const shut = Object.entries(doors).filter(([, reason]) => reason !== null);
      const body = {
        status: shut.length === 0 ? "ready" : "not ready",
        doors: Object.fromEntries(Object.entries(doors).map(([name, reason]) => [name, reason ?? "open"])),
        // No door: without them the registry is ready, and dependencies are unscanned.
        advisories: c.var.services.advisories.describe(),
        // A forked log is no shut door: without its processes nobody could read it, and every one of them would be taken out.
        log: await describeLog(c.var.services),
        // Nor is this one: what is served is true, within 2 seconds.
        changes: c.var.services.hearing.isHeard() ? "heard" : "not heard",
        scanners: c.var.services.scannerStates.now(),
      };
      return c.json(body, shut.length === 0 ? 200 : 503, { "cache-control": "no-store" });
    },
  },
  {
    method: "GET",
    path: "/metrics",
    policy,
    async answer(c) {
      const { contentType, body } = await c.var.services.metrics.text();
      return c.body(body, 200, { "content-type": contentType, "cache-control": "no-store" });
    },
  },
  {
    method: "GET",
    path: "/robots.txt",
    policy,
    answer: (c) => c.body(`User-agent: *\nDisallow:${c.var.edge.isClosed ? " /" : ""}\n`, 200, PLAIN),
  },
  {
    // Here, because clients' protocols have the rest of `/.well-known`.
    method: "GET",
    path: "/.well-known/security.txt",
    policy,
    answer(c) {
      const { registry, settings, publicUrl } = c.var.services;
      const contact = settings.SECURITY_CONTACT;
      if (contact === null) return c.body("Not found\n", 404, PLAIN);
      return c.body(securityTxt({ contact, publicUrl: publicUrl(), now: registry.now() }), 200, PLAIN);
    },
  },
];
