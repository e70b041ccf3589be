import { misused, notFound } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

const MIB = 1024 * 1024;

/** `admin quota <publisher> [MiB|none|default]`: shows what a publisher takes in storage and may, or lets it take another amount. */
export async function quota(session: Session, input: { handle: string; wanted: string | undefined }): Promise<void> {
  const { handle, wanted } = input;
  const mebibytes = wanted === undefined ? undefined : readQuota(wanted);
  const api = await openRegistry(session);
  const params = { path: { handle } };
  const storage =
    mebibytes === undefined
      ? (await ensureAnswer(api.GET("/publishers/{handle}", { params }))).storage
      : await ensureAnswer(api.PUT("/admin/publishers/{handle}/quota", { params, body: { mebibytes } }));
  if (storage === undefined) throw notFound(`What ${handle} takes is shown to its members and to admins`);
  session.terminal.result(storage);
  const limit = storage.limit_bytes === null ? "as much as it wants" : `${(storage.limit_bytes / MIB).toFixed(0)} MiB`;
  const used = `${(storage.used_bytes / MIB).toFixed(1)} MiB in ${storage.versions} versions`;
  session.terminal.line(t`${bold(handle)} takes ${used}, and may take ${limit}`);
}

/** Null: what the registry lets everybody take; 0: as much as it wants. */
function readQuota(text: string): number | null {
  if (text === "default") return null;
  if (text === "none") return 0;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw misused("a quota is a whole number of MiB above 0, none (as much as it wants) or default");
}
