import { addressKey } from "../limits/limit-rate.ts";
import type { Bindings } from "../terms/env.ts";
import type { Caller, Hands } from "../terms/hands.ts";

/** Counts a download as its account's, or as its address's where nobody signed in, by what limits count addresses by. */
export function countDownload(
  { downloads, proxies }: Pick<Hands, "downloads" | "proxies">,
  download: { versionId: number; skill: string },
  { headers, env, caller }: { headers: Headers; env: Bindings | undefined; caller: Caller | null },
): void {
  downloads.count({ ...download, by: caller?.downloadsAs ?? addressKey({ headers, env, proxies }) });
}
