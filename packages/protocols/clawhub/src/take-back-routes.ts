import { getSkill, RegistryError } from "@gaia/catalog";
import { type Asked as Request, type PlainRoute, readBounded, Refusal } from "@gaia/edge";
import { type Ctx, unyankVersion, yankVersion } from "@gaia/registry/publishing";
import type { Status } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { toAsked } from "./asked.ts";
import { ClawhubError } from "./errors.ts";
import { findOwned } from "./find.ts";
import type { ChangingCtxOf } from "./given.ts";

const policy = { access: "account", cache: { drops: "skill" } } as const;
const yank = { policy, action: "yankVersion" } as const;
const unyank = { policy, action: "unyankVersion" } as const;
const DEFAULT_REASON = "Its publisher withdrew it with clawhub.";

const Body = z.object({ ownerHandle: z.string().optional(), reason: z.string().max(1_000).optional() });

/** Delete and undelete of a skill or one version: a yank, which a pin survives nowhere in this client, and its end. */
export const takeBackRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  {
    ...yank,
    method: "DELETE",
    path: "/api/v1/skills/:name",
    async answer(c) {
      const { ctx, name, reason } = await asked(ctxOf, c);
      await each(ctx, { name, status: "published" }, (version) => yankVersion(ctx, { name, version, reason }));
      return c.json({ ok: true });
    },
  },
  {
    ...unyank,
    method: "POST",
    path: "/api/v1/skills/:name/undelete",
    async answer(c) {
      const { ctx, name } = await asked(ctxOf, c);
      await each(ctx, { name, status: "yanked" }, (version) => unyankVersion(ctx, { name, version }));
      return c.json({ ok: true });
    },
  },
  {
    ...yank,
    method: "DELETE",
    path: "/api/v1/skills/:name/versions/:version",
    async answer(c) {
      const { ctx, name, reason } = await asked(ctxOf, c);
      await yankVersion(ctx, { name, version: c.req.param("version") ?? "", reason });
      return c.json({ ok: true });
    },
  },
  {
    ...unyank,
    method: "POST",
    path: "/api/v1/skills/:name/versions/:version/restore",
    async answer(c) {
      const { ctx, name } = await asked(ctxOf, c);
      await unyankVersion(ctx, { name, version: c.req.param("version") ?? "" });
      return c.json({ ok: true });
    },
  },
];

async function asked(ctxOf: ChangingCtxOf, c: Request): Promise<{ ctx: Ctx; name: string; reason: string }> {
  const ctx = ctxOf(c);
  const { ownerHandle, reason = "" } = await readOptional(c);
  const { name } = await findOwned(ctx, toAsked(c.req.param("name"), ownerHandle ?? c.req.query("ownerHandle")));
  return { ctx, name, reason: reason.trim() || DEFAULT_REASON };
}

/** A body that the client leaves out where it has nothing to say. */
async function readOptional(c: Request): Promise<z.infer<typeof Body>> {
  const tooLarge = () => new Refusal("package_too_large", "The body is too large.");
  const bytes = c.req.raw.body ? await readBounded(c.req.raw.body, 64 * 1024, tooLarge) : new Uint8Array();
  if (bytes.byteLength === 0) return {};
  try {
    return Body.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new ClawhubError(400, "The body cannot be read.");
  }
}

async function each(
  ctx: Ctx,
  { name, status }: { name: string; status: Status },
  move: (version: string) => Promise<unknown>,
): Promise<void> {
  const { versions } = await getSkill(ctx, { name, minAge: null });
  const found = versions.filter((one) => one.status === status);
  if (found.length === 0) throw new RegistryError("conflict", `${name} has no version that is ${status}.`);
  for (const { version } of found) await move(version);
}
