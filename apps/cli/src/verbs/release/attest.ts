import { readFile } from "node:fs/promises";
import { parseRelease } from "@gaia/install/installed";
import { misused } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { buildRows } from "../../terminal/build-rows.ts";

/** `attest <name@version> --provenance BUNDLE`: adds what the build that made a version says of it (SLSA provenance). */
export async function attest(session: Session, input: { release: string; provenance: string }): Promise<void> {
  const path = parseRelease(input.release);
  const text = await readFile(input.provenance, "utf8").catch((error: unknown) => {
    throw misused(`${input.provenance} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const api = await openRegistry(session);
  const version = await ensureAnswer(
    api.POST("/skills/{name}/{version}/attestations", {
      params: { path },
      // Sent as it is: what was signed are these bytes.
      body: text as never,
      bodySerializer: (body) => body,
      headers: { "content-type": "application/vnd.dev.sigstore.bundle.v0.3+json" },
    }),
  );
  session.terminal.result(version);
  session.terminal.line(t`${bold(version.name)} ${version.version} has the provenance of its build`);
  for (const row of buildRows(version)) session.terminal.line(t`  ${row}`);
}
