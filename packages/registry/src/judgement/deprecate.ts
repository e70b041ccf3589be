import {
  ensureMayOn,
  ensureVisibleSkill,
  type FoundVersion,
  RegistryError,
  subjectOf,
  type VersionView,
  viewVersion,
} from "@gaia/catalog";
import { type Db, versions } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { plainLine } from "../kernel/plain-words.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

interface Named {
  name: string;
  version: string;
}

/**
 * Says that a version should be used no more, and what to use instead. It stays served: whoever reads or installs it is told, and
 * search puts it
 * behind the others. Said again, it replaces what was said. A replacement is shown to those who may see it.
 * @throws RegistryError `forbidden`, `not_found` (the replacement, too), `conflict` when it is not published or yanked, or names itself
 */
export async function deprecateVersion(
  ctx: Ctx,
  input: Named & { message: string; replacement: string | null },
): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "deprecateVersion", input);
  const message = plainLine(input.message, "message");
  const { replacement } = input;
  if (replacement === input.name) throw new RegistryError("conflict", "A skill does not replace itself.");
  // One that is not for them to know of is none, and so is a name that nobody has.
  if (replacement !== null) await ensureVisibleSkill(ctx, replacement);
  return change(ctx, found, { actor, kind: "deprecate", set: { message, replacement } });
}

/** Takes that back. @throws RegistryError `conflict` when nothing of the kind was said */
export async function undeprecateVersion(ctx: Ctx, input: Named): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "undeprecateVersion", input);
  return change(ctx, found, { actor, kind: "undeprecate", set: null });
}

interface Change {
  actor: Person;
  kind: "deprecate" | "undeprecate";
  set: { message: string; replacement: string | null } | null;
}

async function change(ctx: Ctx, found: FoundVersion, input: Change): Promise<VersionView> {
  const { version, skill } = found;
  const asked = { action: `${input.kind}Version`, target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const now = await ensureChangeable(tx, found, input);
    const { message = null, replacement = null } = input.set ?? {};
    // The same words again are no new decision.
    if (now.deprecatedMessage === message && now.deprecatedReplacement === replacement) return;
    await tx
      .update(versions)
      .set({
        deprecatedAt: input.set ? (now.deprecatedAt ?? ctx.now()) : null,
        deprecatedMessage: message,
        deprecatedReplacement: replacement,
        changedAt: ctx.now(),
      })
      .where(eq(versions.id, version.id));
    await writeDecision(tx, {
      leaves: [leafOf(found, input, ctx.now())],
      audit: {
        actor: input.actor.handle,
        action: `version.${input.kind}`,
        target: `skill:${skill.name}@${version.version}`,
        detail: input.set ?? {},
        requestId: ctx.requestId,
      },
    });
  });
  return viewVersion(ctx, version.id);
}

async function ensureChangeable(tx: Db, { version, skill }: FoundVersion, { kind }: Change) {
  const [now] = await tx.select().from(versions).where(eq(versions.id, version.id)).for("no key update");
  const target = `${skill.name} ${version.version}`;
  if (now?.status !== "published" && now?.status !== "yanked") {
    throw new RegistryError("conflict", `${target} is ${now?.status ?? "gone"}: this is not possible now.`);
  }
  if (kind === "undeprecate" && now.deprecatedAt === null) {
    throw new RegistryError("conflict", `${target} is not deprecated.`);
  }
  return now;
}

/** The leaf is none of the version's own: what proves the version goes on being the registry's statement. */
function leafOf({ version, skill, publisher }: FoundVersion, { kind, actor }: Change, at: Date) {
  const { version: number, releaseDigest: release } = version;
  const fields = { publisher: publisher.handle, name: skill.name, version: number, release, by: actor.handle };
  return { kind, at, fields };
}
