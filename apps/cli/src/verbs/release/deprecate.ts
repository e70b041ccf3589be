import { parseRelease } from "@gaia/install/installed";
import { misused } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

interface DeprecateInput {
  release: string;
  message?: string | undefined;
  replacement?: string | undefined;
  undo?: boolean | undefined;
}

/** `deprecate <name@version> --message TEXT [--replacement NAME]`, or `--undo`: it stays served, and whoever meets it is told. */
export async function deprecate(session: Session, input: DeprecateInput): Promise<void> {
  const path = parseRelease(input.release);
  const { message, replacement, undo } = input;
  if (undo === true ? message !== undefined || replacement !== undefined : message === undefined)
    throw misused("deprecate takes --message, or --undo alone");
  const api = await openRegistry(session);
  const version = await ensureAnswer(
    message === undefined
      ? api.POST("/skills/{name}/{version}/undeprecate", { params: { path } })
      : api.POST("/skills/{name}/{version}/deprecate", {
          params: { path },
          body: { message, ...(replacement !== undefined && { replacement }) },
        }),
  );
  session.terminal.result(version);
  const said = version.deprecated;
  if (!said) session.terminal.line(t`${bold(version.name)} ${version.version} is deprecated no more`);
  else session.terminal.line(t`Deprecated ${bold(version.name)} ${version.version}: ${said.message}`);
}
