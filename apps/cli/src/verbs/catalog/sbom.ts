import { writeFile } from "node:fs/promises";
import { parseSpec } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import { misused } from "../../failures/failures.ts";
import { ensureAnswered, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `sbom <name@version> [-o FILE]`: saves the version's software bill of materials, as it came, in CycloneDX 1.6. */
export async function sbom(session: Session, input: { spec: string; output?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const { name, range } = parseSpec(input.spec);
  if (range === null || !isVersion(range)) throw misused("It takes a name and an exact version: name@1.2.3");
  const api = await openRegistry(session);
  const call = api.GET("/skills/{name}/{version}/sbom", {
    params: { path: { name, version: range } },
    parseAs: "text",
  });
  const { data } = await ensureAnswered(call);
  const file = input.output ?? `${name}-${range}.cdx.json`;
  await writeFile(file, data);
  terminal.result({ file, name, version: range });
  terminal.line(t`${bold(file)} CycloneDX 1.6 of ${name} ${range}`);
}
