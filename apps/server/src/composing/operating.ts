import type { Operating } from "@gaia/api";
import { countRescans, viewLogHealth, viewStatus } from "@gaia/registry";
import server from "../../package.json" with { type: "json" };
import { VARIABLES } from "../config/config-table.ts";
import type { Services } from "./services.ts";

const STATUS_MS = 60_000;

/** What this process says of itself, to admins and to anybody; of its settings only what is no secret. */
export function operatingOf(services: Omit<Services, "operating">): Operating {
  const { settings, people, registry, mailer, queue, advisories, scannerStates, hearing } = services;
  return {
    inForce: () => ({
      registry_name: settings.REGISTRY_NAME,
      is_named: settings.REGISTRY_NAME !== VARIABLES.REGISTRY_NAME.default,
      public_url: services.publicUrl(),
      security_contact: settings.SECURITY_CONTACT,
      read: settings.READ,
      default_visibility: settings.DEFAULT_VISIBILITY,
      sign_up: settings.SIGN_UP,
      has_mail_server: people.hasMailServer,
      mail_from: settings.MAIL_FROM,
      providers: people.providers.map(({ id, name, issuer }) => ({ id, name, issuer })),
    }),
    async health() {
      const doors = await services.doors();
      return {
        doors: Object.entries(doors).map(([name, problem]) => ({ name, problem })),
        advisories: advisories.describe(),
        scanners: scannerStates.now(),
        queue_depth: await queue.depth().catch(() => null),
        are_changes_heard: hearing.isHeard(),
        log: await viewLogHealth(registry),
        rescans: await countRescans(registry),
      };
    },
    status: keptFor(STATUS_MS, async () => ({
      version: server.version,
      advisories: advisories.state(),
      ...(await viewStatus(registry)),
    })),
    sendMail: (letter) => mailer.send(letter),
  };
}

/** What `make` gives, made anew for the first caller after so long; callers meanwhile wait for it. A failure is not kept. */
function keptFor<Value>(lifeMs: number, make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  let madeAt = 0;
  return () => {
    if (kept !== null && performance.now() - madeAt < lifeMs) return kept;
    madeAt = performance.now();
    const made = make();
    kept = made;
    made.catch(() => {
      if (kept === made) kept = null;
    });
    return made;
  };
}
