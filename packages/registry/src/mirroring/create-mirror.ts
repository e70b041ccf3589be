import { ensureMay, RegistryError } from "@gaia/catalog";
import { appendAudit, mirrors } from "@gaia/db";
import type { MirrorApproval } from "@gaia/policy";
import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { type MirrorView, viewMirror } from "./view-mirror.ts";

export interface NewMirror {
  /**
   * http or https, or a repository as `git+https://host/path#commit, branch or tag`. A private address is the word of the admin: it is
   * asked at this origin alone.
   */
  address: string;
  /** Which publisher has the skills here; null: the own one of the admin. */
  publisher: string | null;
  /** Before names that are taken here; null: such skills are left out. */
  prefix: string | null;
  /** Names in which `*` stands for any run of characters; none: every skill. */
  only: readonly string[];
  minAgeDays: number;
  approve: MirrorApproval;
  follow: boolean;
}

/**
 * Begins to take the skills of another registry into this one, in the background.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `invalid_request` for what is no address, `conflict` where
 * the publisher has a mirror of it
 */
export async function createMirror(ctx: Ctx, input: NewMirror): Promise<MirrorView> {
  const actor = ensureMay(ctx, "createMirror");
  const address = toUpstreamAddress(input.address);
  const handle = input.publisher ?? actor.handle;
  const publisher = actor.publishers.find((each) => each.handle === handle);
  if (!publisher)
    throw new RegistryError("forbidden", `Your account ${actor.handle} does not belong to publisher ${handle}.`);
  const { prefix, minAgeDays, approve, follow: follows } = input;
  ensureBoundsNames(input);
  const options = { prefix, onlyNames: [...input.only], minAgeDays, approve, follows };
  const id = crypto.randomUUID();
  await inTransactionWhileAllowed(ctx, { action: "createMirror", target: {} }, async (tx) => {
    const isSame = and(
      eq(mirrors.address, address),
      eq(mirrors.publisherId, publisher.id),
      ne(mirrors.state, "stopped"),
    );
    const [there] = await tx.select({ id: mirrors.id }).from(mirrors).where(isSame);
    if (there)
      throw new RegistryError(
        "conflict",
        `${handle} mirrors ${address} already: run mirror ${there.id} again, or stop it.`,
      );
    await tx.insert(mirrors).values({
      id,
      address,
      publisherId: publisher.id,
      createdBy: actor.accountId,
      ...options,
      state: "listing",
      createdAt: ctx.now(),
      startedAt: ctx.now(),
    });
    await appendAudit(tx, {
      actor: actor.handle,
      action: "mirror.create",
      target: `mirror:${id}`,
      detail: { address, publisher: handle, ...options },
      requestId: ctx.requestId,
    });
  });
  await ring(ctx, { name: "mirror", id, urgency: "background" });
  return viewMirror(ctx, id);
}

/** @throws RegistryError `invalid_request` where the upstream alone would say which names of this registry it has from now on */
function ensureBoundsNames({ approve, only }: NewMirror): void {
  if (approve !== "none" || only.some((pattern) => /[^*]/.test(pattern))) return;
  throw new RegistryError(
    "invalid_request",
    "An upstream would take any free name here: say which names are wanted (only), or approve what comes (approve).",
  );
}

/** Without what says nothing of where it is. @throws RegistryError `invalid_request` */
function toUpstreamAddress(text: string): string {
  if (/^git\+/i.test(text)) return toRepositoryAddress(text);
  const url = URL.parse(text);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isAddress)
    throw new RegistryError("invalid_request", "The address has to be http or https, without a user in it.");
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

/** With its commit, branch or tag. @throws RegistryError `invalid_request` */
function toRepositoryAddress(text: string): string {
  const url = URL.parse(text.slice("git+".length));
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || url.search !== "")
    throw new RegistryError(
      "invalid_request",
      "The address of a repository is git+https://host/path#commit, without a user and a query in it.",
    );
  const revision = url.hash;
  url.hash = "";
  return `git+${url.href.replace(/\/+$/, "")}${revision === "#" ? "" : revision}`;
}
