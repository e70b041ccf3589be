import { createHash } from "node:crypto";
import type { VersionFacts } from "@gaia/artefacts";
import { getScanReport, getVersion, listFiles, type ReadCtx, RegistryError, type VersionView } from "@gaia/catalog";
import { type Asked as Request, type PlainRoute, sendInert } from "@gaia/edge";
import type { Unserved } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { toAsked, toText, toVersion } from "./asked.ts";
import { ClawhubError, WHY } from "./errors.ts";
import { toCard, toEpoch, toModeration } from "./shapes.ts";
import { ensureVersion, findSkill, type FoundSkill, whyNone } from "./find.ts";
import type { CtxOf } from "./skill-routes.ts";

const policy = { access: "anyone", cache: "none" } as const;
const MOST_EVIDENCE = 20;
const CARD = "skill-card.md";

const askedBy = (c: Request) => toAsked(c.req.param("name"), c.req.query("ownerHandle"));

/** What the registry thinks of a skill, in the client's terms. */
export const trustRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/api/v1/skills/:name/moderation",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const why = found.latest === null ? whyNone(found) : null;
      const summary = why === null ? null : WHY[why].words;
      const evidence = why === null ? [] : await evidenceOf(ctx, found, why);
      return c.json({ moderation: { ...toModeration(why, summary), legacyReason: null, evidence } });
    },
  },
  // Asked only where the detail names no version.
  {
    method: "GET",
    path: "/api/v1/skills/:name/install",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const { name: slug, latest } = found;
      if (latest === null) {
        const { status, words: message } = WHY[whyNone(found)];
        return c.json({ ok: false, slug, reason: "archive_version_missing", message, status }, status);
      }
      const query = new URLSearchParams({ slug, ownerHandle: found.owner, version: latest.version });
      const downloadUrl = `${ctx.publicUrl}/clawhub/api/v1/download?${query}`;
      return c.json({ ok: true, slug, installKind: "archive", archive: { version: latest.version, downloadUrl } });
    },
  },
  {
    method: "GET",
    path: "/api/v1/skills/:name/verify",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      if (toText(c.req.query("reference")) !== null)
        throw new ClawhubError(404, "This registry verifies the skills that it holds itself.");
      const found = await findSkill(ctx, askedBy(c));
      return c.json(await verified(ctx, found, toVersion(c.req.query()), toText(c.req.query("tag"))));
    },
  },
  {
    method: "GET",
    path: "/api/v1/skills/:name/card",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const { version } = ensureVersion(found, toVersion(c.req.query()));
      const card = cardOf(await getVersion(ctx, { name: found.name, version }), found.owner);
      return sendInert(c, { ...card, mediaType: "text/markdown; charset=utf-8", fileName: CARD });
    },
  },
  // What agents that carry the client's protocol in themselves ask about everything they are about to load.
  {
    method: "POST",
    path: "/api/v1/skills/-/security-verdicts",
    policy: { ...policy, counts: "reading" },
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const asked = VERDICTS.safeParse(await c.req.json());
      if (!asked.success) throw new ClawhubError(400, "Send items, 1 to 100 of them, each with a slug and a version.");
      const items = [];
      for (const item of asked.data.items) items.push(await verdictOf(ctx, item));
      return c.json({ schema: "clawhub.skill.security-verdicts.v1", items });
    },
  },
];

const VERDICTS = z.object({
  items: z
    .array(z.object({ slug: z.string(), ownerHandle: z.string().optional(), version: z.string() }))
    .min(1)
    .max(100),
});

function cardOf(view: VersionView, owner: string) {
  const bytes = new TextEncoder().encode(toCard(view, owner));
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The version that is meant, whether it is served or not. @throws ClawhubError 404 */
function versionOf(found: FoundSkill, version: string | null) {
  if (version === null) return found.latest ?? found.versions[0];
  return found.versions.find((each) => each.version === version);
}

const whyOf = (found: FoundSkill, version: VersionFacts): Unserved | null =>
  found.versions.find(({ versionId }) => versionId === version.versionId)?.why ?? null;

const securityOf = (why: Unserved | null) => ({
  status: why === null ? "clean" : toModeration(why, null).verdict,
  passed: why === null,
  signals: { staticScan: { status: why === null ? "clean" : "flagged", reasonCodes: why === null ? [] : [why] } },
});

async function verified(ctx: ReadCtx, found: FoundSkill, asked: string | null, tag: string | null) {
  const version = versionOf(found, asked);
  if (version === undefined) throw new ClawhubError(404, WHY.unknown.words);
  const why = whyOf(found, version);
  const page = `${ctx.publicUrl}/skills/${found.name}`;
  const common = {
    schema: "clawhub.skill.verify.v1",
    ok: why === null,
    decision: why === null ? "pass" : "fail",
    reasons: why === null ? [] : [WHY[why].words],
    slug: found.name,
    pageUrl: page,
    publisherHandle: found.owner,
    publisherDisplayName: null,
    publisherProfileUrl: `${ctx.publicUrl}/publishers/${found.owner}`,
    version: version.version,
    resolvedFrom: tag === null ? (asked === null ? "latest" : "version") : "tag",
    tag,
    createdAt: toEpoch(version.publishedAt),
    security: securityOf(why),
  };
  // Of what is not served, nothing that stands in its files is said.
  if (why !== null) {
    const nothing = { card: { available: false }, artifact: null, provenance: null, signature: null };
    return { ...common, displayName: found.name, ...nothing };
  }
  const named = { name: found.name, version: version.version };
  const [view, { files }] = await Promise.all([getVersion(ctx, named), listFiles(ctx, named)]);
  const { bytes, sha256 } = cardOf(view, found.owner);
  const url = `${ctx.publicUrl}/clawhub/api/v1/skills/${found.name}/card?${new URLSearchParams({ version: view.version })}`;
  const valid = view.signatures.filter(({ status }) => status === "valid");
  return {
    ...common,
    displayName: view.display_name,
    card: { available: true, path: CARD, url, sha256, size: bytes.byteLength, contentType: "text/markdown" },
    artifact: {
      contentDigest: view.content_digest,
      releaseDigest: view.release_digest,
      integrity: view.integrity,
      files,
    },
    provenance: { source: view.provenance.length === 0 ? "unavailable" : "registry", statements: view.provenance },
    signature: {
      status: valid.length === 0 ? "unsigned" : "signed",
      signatures: valid.map(({ kind, signer }) => ({ kind, signer })),
    },
  };
}

async function verdictOf(ctx: ReadCtx, item: { slug: string; ownerHandle?: string | undefined; version: string }) {
  const requested = { requestedSlug: item.slug, requestedVersion: item.version };
  const found = await findSkill(ctx, toAsked(item.slug, item.ownerHandle)).catch((error: unknown) => {
    if (error instanceof ClawhubError) return null;
    throw error;
  });
  const version = found && versionOf(found, item.version);
  if (!found || !version) {
    const error = { code: "version_not_found", message: WHY.unknown.words };
    return { ok: false, decision: "fail", reasons: ["version.not_found"], ...requested, error, security: null };
  }
  const why = whyOf(found, version);
  const page = `${ctx.publicUrl}/skills/${found.name}`;
  return {
    ok: true,
    decision: why === null ? "pass" : "fail",
    reasons: why === null ? [] : [`version.${why}`],
    ...requested,
    slug: found.name,
    displayName: found.name,
    publisherHandle: found.owner,
    publisherDisplayName: null,
    version: version.version,
    createdAt: toEpoch(version.publishedAt),
    checkedAt: toEpoch(version.publishedAt),
    skillUrl: page,
    securityAuditUrl: page,
    security: securityOf(why),
  };
}

const SEVERITY: Readonly<Record<string, "critical" | "warn">> = { critical: "critical", high: "warn", medium: "warn" };

/** What was found, as far as the registry's own report says it to whoever asks; a report that is not theirs to see says nothing. */
async function evidenceOf(ctx: ReadCtx, found: FoundSkill, why: Unserved) {
  const version = found.versions.find((each) => each.why === why)?.version ?? "";
  const report = await getScanReport(ctx, { name: found.name, version }).catch((error: unknown) => {
    if (error instanceof RegistryError) return null;
    throw error;
  });
  return (report?.findings ?? []).slice(0, MOST_EVIDENCE).map(({ rule, severity, file, line, message }) => ({
    code: rule,
    severity: SEVERITY[severity] ?? "info",
    file: file ?? "",
    line: line ?? 0,
    message,
    evidence: "",
  }));
}
