import { getScanReport, RegistryError } from "@gaia/catalog";
import type { Asked as Request, PlainRoute } from "@gaia/edge";
import {
  acceptTransfer,
  type Ctx,
  declineTransfer,
  listTransfers,
  reportSkill,
  requestTransfer,
  rescanVersion,
  withdrawTransfer,
} from "@gaia/registry/publishing";
import { z } from "@hono/zod-openapi";
import { toAsked, toHandle } from "./asked.ts";
import { ClawhubError } from "./errors.ts";
import { findOwned, findSkill } from "./find.ts";
import { toScan, toTransfer } from "./shapes.ts";
import type { ChangingCtxOf } from "./given.ts";

const policy = { access: "account", cache: "none" } as const;

/** What the client asks for that this registry does not do, and why, in one sentence each. */
const REFUSED = {
  "/api/v1/skills/:name/rename": "A skill keeps its name here: the name stands in what its publisher signed.",
  "/api/v1/skills/:name/merge": "Skills are not merged here: each name stands in what its publisher signed.",
  "/api/v1/skills/:name/tags/:tag":
    "latest is always the highest version that may be served here: withdraw the newer ones, clawhub delete SKILL --version VERSION.",
  "/api/v1/publishers": "Make a publisher on this registry's page Publishers, or with gaia-skill publisher create.",
} as const;

const refuse = (words: string) => () => {
  throw new ClawhubError(403, words);
};

const refused = Object.entries(REFUSED).map(([path, words]): PlainRoute => ({
  method: "POST",
  path,
  policy,
  action: "whoAmI",
  answer: refuse(words),
}));

/** Offers of skills, reports and scans, and what is refused. */
export const offerRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  ...refused,
  ...transferRoutes(ctxOf),
  {
    method: "POST",
    path: "/api/v1/skills/:name/report",
    policy,
    action: "reportSkill",
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const { reason: text, version = null } = read(Report, await c.req.json());
      const { name } = await findOwned(ctx, toAsked(c.req.param("name"), c.req.query("ownerHandle")));
      const { created, report } = await reportSkill(ctx, { name, version, kind: "other", text });
      return c.json({
        ok: true,
        reported: true,
        alreadyReported: !created,
        reportId: report.id,
        skillId: name,
        reportCount: 1,
      });
    },
  },
  ...scanRoutes(ctxOf),
  // Which client installed what is nobody's business: it is told that all is well, and nothing is kept.
  ...["/api/cli/telemetry/install", "/api/cli/telemetry/sync"].map((path): PlainRoute => ({
    method: "POST",
    path,
    policy: { access: "anyone", cache: "none", counts: "reading" },
    answer: (c) => c.json({ ok: true }),
  })),
];

const Report = z.object({ reason: z.string().min(1), version: z.string().optional() });
const Transfer = z.object({ toUserHandle: z.string() });
const Scan = z.object({
  source: z.object({
    kind: z.literal("published"),
    slug: z.string(),
    ownerHandle: z.string().optional(),
    version: z.string().optional(),
  }),
  update: z.boolean().optional(),
});

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ClawhubError(400, `This cannot be read: ${parsed.error.issues[0]?.path.join(".") || "the body"}.`);
}

const DECISIONS = [
  ["accept", "acceptTransfer", acceptTransfer],
  ["reject", "declineTransfer", declineTransfer],
  ["cancel", "withdrawTransfer", withdrawTransfer],
] as const;

const transferRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  {
    method: "POST",
    path: "/api/v1/skills/:name/transfer",
    policy,
    action: "requestTransfer",
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const to = toHandle(read(Transfer, await c.req.json()).toUserHandle) ?? "";
      const { name } = await findOwned(ctx, toAsked(c.req.param("name"), c.req.query("ownerHandle")));
      const offer = await requestTransfer(ctx, { name, to });
      return c.json({
        ok: true,
        transferId: offer.id,
        toUserHandle: offer.to,
        expiresAt: Date.parse(offer.expires_at),
      });
    },
  },
  ...DECISIONS.map(([word, action, decide]): PlainRoute => ({
    method: "POST",
    path: `/api/v1/skills/:name/transfer/${word}`,
    policy: { access: "account", cache: { drops: "skill" } },
    action,
    async answer(c) {
      const ctx = ctxOf(c);
      const { name } = toAsked(c.req.param("name"), undefined);
      const offers = await pending(ctx, word === "cancel" ? "outgoing" : "incoming");
      const offer = offers.find((one) => one.name === name);
      if (!offer) throw new ClawhubError(404, `There is no open offer of ${name} for you to ${word}.`);
      await decide(ctx, { id: offer.id });
      return c.json({ ok: true, skillSlug: name });
    },
  })),
  ...(["incoming", "outgoing"] as const).map((way): PlainRoute => ({
    method: "GET",
    path: `/api/v1/transfers/${way}`,
    policy,
    action: "listTransfers",
    answer: async (c) => c.json({ transfers: (await pending(ctxOf(c), way)).map((one) => toTransfer(one, way)) }),
  })),
];

/** Offers that are still open, to or from the caller's publishers. */
async function pending(ctx: Ctx, way: "incoming" | "outgoing") {
  const { transfers } = await listTransfers(ctx, { publisher: null });
  const own = new Set(
    ctx.actor !== null && "publishers" in ctx.actor ? ctx.actor.publishers.map(({ handle }) => handle) : [],
  );
  return transfers.filter((one) => one.status === "pending" && own.has(way === "incoming" ? one.to : one.from));
}

const scanRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  {
    method: "POST",
    path: "/api/v1/skills/-/scan",
    policy,
    action: "whoAmI",
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const { source, update = false } = read(Scan, await c.req.json());
      const found = await findSkill(ctx, toAsked(source.slug, source.ownerHandle));
      const version = source.version ?? (found.latest ?? found.versions[0])?.version ?? "";
      if (update) await rescanVersion(ctx, { name: found.name, version });
      return c.json(await scanOf(ctx, { name: found.name, version, update }), 202);
    },
  },
  {
    method: "GET",
    path: "/api/v1/skills/-/scan/:id",
    policy,
    action: "whoAmI",
    answer: async (c: Request) => {
      const [name = "", version = "", update = ""] = (c.req.param("id") ?? "").split("@");
      return c.json(await scanOf(ctxOf(c), { name, version, update: update === "again" }));
    },
  },
  ...["/api/v1/skills/-/scan/:id/download", "/api/v1/skills/-/scan/download/:name"].map((path): PlainRoute => ({
    method: "GET",
    path,
    policy,
    action: "whoAmI",
    answer: refuse(
      "Reports are no ZIP here: clawhub scan shows one, and gaia-skill scan-report has it as JSON and SARIF.",
    ),
  })),
];

async function scanOf(ctx: Ctx, asked: { name: string; version: string; update: boolean }) {
  await findSkill(ctx, toAsked(asked.name, undefined));
  const report = await getScanReport(ctx, asked).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === "not_found") return null;
    throw error;
  });
  return toScan(asked, report);
}
