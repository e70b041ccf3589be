import { exchangeIdentity, findIssuer, verifyIdentity } from "@gaia/identity";
import { RegistryError } from "@gaia/catalog";
import {
  addTrustedPublisher,
  changeSkillSettings,
  getSkillSettings,
  listTrustedPublishers,
  type NewTrustedPublisher,
  removeTrustedPublisher,
} from "@gaia/registry";
import type { z } from "zod";
import type { Api } from "../asking/env.ts";
import * as trusted from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";
import type { NewTrustedPublisher as Sent } from "./schemas.ts";
import type { Services } from "../asking/services.ts";

/** Workflows that publish without a person's token, and who may publish a skill at all. */
export function trustedRoutes(api: Api): void {
  api.openapi(trusted.getAudience, (c) => c.json({ audience: c.var.services.publicUrl() }, 200));

  api.openapi(trusted.exchangeIdentity, async (c) => {
    const { db, now, requestId } = ctxOf(c);
    const { issuers, issuerKeys: keys, publicUrl } = c.var.services;
    const { token, skill = null, publisher: wanted = null } = c.req.valid("json");
    const identity = await verifyIdentity({ token, issuers, keys, audience: publicUrl(), now: now() });
    const {
      secret,
      expiresAt,
      pinned,
      publisher,
      scopes,
      skill: name,
    } = await exchangeIdentity(db, {
      identity,
      skill,
      publisher: wanted,
      now: now(),
      requestId,
    });
    const numbers = pinned && { repository_id: pinned.repositoryId, repository_owner_id: pinned.ownerId };
    const answer = {
      token: secret,
      expires_at: expiresAt.toISOString(),
      skill: name,
      publisher,
      scopes,
      pinned: numbers,
    };
    return c.json(answer, 200, { "cache-control": "no-store" });
  });

  api.openapi(trusted.listTrustedPublishers, async (c) => {
    return c.json(await listTrustedPublishers(ctxOf(c), c.req.valid("param")), 200);
  });
  api.openapi(trusted.addTrustedPublisher, async (c) => {
    const { name } = c.req.valid("param");
    const added = await addTrustedPublisher(ctxOf(c), toNew(c.var.services, name, c.req.valid("json")));
    return c.json(added, 201);
  });
  api.openapi(trusted.removeTrustedPublisher, async (c) => {
    await removeTrustedPublisher(ctxOf(c), c.req.valid("param"));
    return c.body(null, 204);
  });

  api.openapi(trusted.getSkillSettings, async (c) =>
    c.json(await getSkillSettings(ctxOf(c), c.req.valid("param")), 200),
  );
  api.openapi(trusted.changeSkillSettings, async (c) => {
    const changes = c.req.valid("json");
    // What others may see no more was kept with the catalog until now.
    if (changes.visibility !== undefined) c.set("subjects", ["catalog"]);
    return c.json(await changeSkillSettings(ctxOf(c), { ...c.req.valid("param"), changes }), 200);
  });
}

/** What each kind of issuer needs, and nothing that it does not read. @throws RegistryError `invalid_request` */
function toNew({ issuers }: Services, name: string, sent: z.infer<typeof Sent>): NewTrustedPublisher {
  const issuer = findIssuer(issuers, sent.issuer);
  if (issuer === null) {
    const known = issuers.map((each) => each.issuer).join(", ");
    throw new RegistryError("invalid_request", `The issuer ${sent.issuer} is not known here; known are ${known}.`);
  }
  const { kind } = issuer;
  const base = { name, publisher: sent.publisher ?? null, kind, issuer: issuer.issuer, stageOnly: sent.stage_only };
  const none = { repository: null, workflow: null, environment: null, repositoryId: null, ownerId: null };
  if (kind === "oidc") {
    const isMore = [sent.repository, sent.workflow, sent.environment, sent.repository_id, sent.repository_owner_id];
    if (sent.subject === undefined || isMore.some((each) => each !== undefined)) {
      throw new RegistryError("invalid_request", `Of ${issuer.issuer} the subject counts, whole, and nothing else.`);
    }
    return { ...base, ...none, subject: sent.subject };
  }
  const workflow = sent.workflow ?? (kind === "gitlab" ? ".gitlab-ci.yml" : undefined);
  if (sent.repository === undefined || workflow === undefined || sent.subject !== undefined) {
    throw new RegistryError("invalid_request", `Of ${issuer.issuer} repository and workflow count, and no subject.`);
  }
  if (kind === "github" && (workflow.includes("/") || sent.repository.split("/").length !== 2)) {
    throw new RegistryError(
      "invalid_request",
      "A GitHub repository is owner/name, a workflow the name of a file below .github/workflows/.",
    );
  }
  return {
    ...base,
    repository: sent.repository,
    workflow,
    environment: sent.environment ?? null,
    repositoryId: sent.repository_id ?? null,
    ownerId: sent.repository_owner_id ?? null,
    subject: null,
  };
}
