/** Where a statement stands in the registry's log, as its proof says; for display alone: nothing is verified here. */
export interface LogEntry {
  /** Of the leaf, from 0. */
  index: number;
  /** Leaves in the log when the proof was made. */
  size: number;
  /** Names in the checkpoint's signature lines other than the log's own. */
  witnesses: string[];
}

/**
 * Reads the lines of a C2SP `tlog-proof` that a page shows: index, and of the checkpoint its size and who signed it.
 * @param proof the text of `GET /skills/{name}/{version}/proof`
 * @returns null where it is no such text
 */
export function readLogEntry(proof: string): LogEntry | null {
  if (!proof.startsWith("c2sp.org/tlog-proof@v1\n")) return null;
  const index = /^index (\d{1,15})$/m.exec(proof.slice(0, 100_000))?.[1];
  const [origin, size] = proof.slice(proof.indexOf("\n\n") + 2).split("\n", 2);
  if (index === undefined || origin === undefined || size === undefined || !/^\d{1,15}$/.test(size)) return null;
  const signers = [...proof.matchAll(/^— (\S{1,200}) \S+$/gm)].map((line) => line[1] ?? "");
  return {
    index: Number(index),
    size: Number(size),
    witnesses: [...new Set(signers)].filter((name) => name !== origin),
  };
}
