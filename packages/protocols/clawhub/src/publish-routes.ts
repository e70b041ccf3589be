import type { VersionView } from "@gaia/catalog";
import { type PlainRoute, readBounded, readForm, readJson, Refusal } from "@gaia/edge";
import {
  choosePublisher,
  type Ctx,
  findUpload,
  openUpload,
  publishFiles,
  publishUploaded,
  receiveUpload,
} from "@gaia/registry/publishing";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { toHandle } from "./asked.ts";
import { ClawhubError } from "./errors.ts";
import { toPublished } from "./shapes.ts";
import type { ChangingCtxOf } from "./given.ts";

const policy = { access: "account", cache: "none" } as const;
const action = "publishSkill";
/** The parts' headers cost something, too. */
const MULTIPART_OVERHEAD = 256 * 1024;

const Announced = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
const Said = z.object({
  slug: z.string(),
  version: z.string(),
  ownerHandle: z.string().optional(),
  migrateOwner: z.boolean().optional(),
});
const Commit = Said.extend({ files: z.array(Announced.extend({ uploadTicket: z.string() })).min(1) });

/** Publishing: file by file under tickets, and all files at once as older clients send them. */
export const publishRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  {
    method: "POST",
    path: "/api/v1/skills/-/upload-url",
    policy,
    action,
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const { path, size: sizeBytes, sha256 } = ensure(Announced, await c.req.json());
      const { ticket } = await openUpload(ctx, { holder: holderOf(c), path, sizeBytes, sha256 });
      // By the settings alone: the client sends its token to wherever this leads.
      return c.json({ uploadUrl: `${ctx.publicUrl}/clawhub/api/v1/skills/-/upload/${ticket}`, uploadTicket: ticket });
    },
  },
  {
    method: "POST",
    path: "/api/v1/skills/-/upload/:ticket",
    policy: { ...policy, bodyLimitBytes: "package" },
    action,
    async answer(c) {
      const ctx = ctxOf(c);
      const named = { holder: holderOf(c), ticket: c.req.param("ticket") ?? "" };
      const { sizeBytes } = await findUpload(ctx, named);
      const tooLong = () => new Refusal("invalid_request", "More came than was announced.");
      const { body } = c.req.raw;
      const bytes = body === null ? new Uint8Array() : await readBounded(body, sizeBytes, tooLong);
      await receiveUpload(ctx, { ...named, bytes });
      return c.json({ storageId: named.ticket });
    },
  },
  {
    method: "POST",
    path: "/api/v1/skills",
    policy: { ...policy, cache: { drops: "skill" }, bodyLimitBytes: "package" },
    action,
    async answer(c) {
      const ctx = ctxOf(c);
      const isForm = /^multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");
      const { created, version } = await (isForm ? publishForm(ctx, c) : publishTickets(ctx, c));
      if (created) c.set("subjects", [`skill:${version.name}`]);
      return c.json(toPublished(version));
    },
  },
];

type Published = Promise<{ created: boolean; version: VersionView }>;

async function publishTickets(ctx: Ctx, c: Context): Published {
  const said = ensure(Commit, await readJson(c.req.raw, c.var.bodyLimitBytes));
  const files = said.files.map(({ path, size, sha256, uploadTicket }) => ({
    path,
    sizeBytes: size,
    sha256,
    ticket: uploadTicket,
  }));
  return publishUploaded(ctx, { ...toSent(ctx, said), files, holder: holderOf(c) });
}

/** `payload` is what the other form says; each part `files` has its path for a file name. */
async function publishForm(ctx: Ctx, c: Context): Published {
  const { body, headers } = c.req.raw;
  const limit = ctx.limits.unpackedBytes + MULTIPART_OVERHEAD;
  const tooLarge = () =>
    new Refusal(
      "package_too_large",
      `The upload is larger than the ${Math.floor(limit / 1024 / 1024)} MiB taken here.`,
    );
  const bytes = body === null ? new Uint8Array() : await readBounded(body, limit, tooLarge);
  // A part for each file, and some for what is said of them.
  const form = await readForm(bytes, headers.get("content-type") ?? "", ctx.limits.files + 16);
  const payload = form.get("payload");
  const said = ensure(Said, typeof payload === "string" ? toJson(payload) : null);
  const parts = form.getAll("files").filter((part) => typeof part !== "string");
  const files = await Promise.all(
    parts.map(async (part) => ({ path: part.name, bytes: new Uint8Array(await part.arrayBuffer()) })),
  );
  return publishFiles(ctx, { ...toSent(ctx, said), files });
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toSent(ctx: Ctx, { slug, version, ownerHandle, migrateOwner }: z.infer<typeof Said>) {
  if (migrateOwner === true)
    throw new ClawhubError(403, "A publish moves no skill to another owner here: use clawhub transfer request.");
  const { handle } = choosePublisher(ctx, toHandle(ownerHandle));
  return { name: slug.trim().toLowerCase(), version, publisher: handle };
}

function ensure<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ClawhubError(
    400,
    `This is not what a publish sends: ${issue?.path.join(".") || "the body"} cannot be read.`,
  );
}

/** Whose an upload is: whichever of its tokens asks. */
const holderOf = ({ var: { caller } }: Context | Parameters<ChangingCtxOf>[0]): string => caller?.countsAs ?? "";
