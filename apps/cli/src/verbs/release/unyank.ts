import { parseRelease } from "@gaia/install/installed";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `unyank <name@version>`: a yanked version comes with plain installs again. */
export async function unyank(session: Session, input: { release: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const version = await ensureAnswer(api.POST("/skills/{name}/{version}/unyank", { params: { path } }));
  session.terminal.result(version);
  session.terminal.line(t`${bold(version.name)} ${version.version} is ${version.status} again`);
}

/** `admin unyank <name@version> --reason`: the same for anybody's version; its publisher is told. */
export async function unyankAny(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const body = { reason: input.reason };
  const version = await ensureAnswer(api.POST("/admin/skills/{name}/{version}/unyank", { params: { path }, body }));
  session.terminal.result(version);
  session.terminal.line(t`${bold(version.name)} ${version.version} is ${version.status} again`);
}
