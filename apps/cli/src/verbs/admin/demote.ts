import { parseRelease } from "@gaia/install/installed";
import { LOWER_TIERS } from "@gaia/policy";
import { misused } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `admin demote <name@version> --reason`: takes a tier away without withholding the version. */
export async function demote(
  session: Session,
  input: { release: string; reason: string; to?: string | undefined },
): Promise<void> {
  const path = parseRelease(input.release);
  const tier = LOWER_TIERS.find((one) => one === (input.to ?? "experimental"));
  if (tier === undefined) throw misused(`--to is one of ${LOWER_TIERS.join(", ")}`);
  const api = await openRegistry(session);
  const body = { reason: input.reason, tier };
  const version = await ensureAnswer(api.POST("/admin/skills/{name}/{version}/demote", { params: { path }, body }));
  session.terminal.result(version);
  session.terminal.line(t`Demoted: ${bold(version.name)} ${version.version} is ${version.security_tier}`);
}

/** `admin undo-demotion <name@version> --reason`: gives the tier back that a demotion took. */
export async function undoDemotion(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const body = { reason: input.reason };
  const version = await ensureAnswer(
    api.POST("/admin/skills/{name}/{version}/undo-demotion", { params: { path }, body }),
  );
  session.terminal.result(version);
  session.terminal.line(t`Undone: ${bold(version.name)} ${version.version} is ${version.security_tier}`);
}
