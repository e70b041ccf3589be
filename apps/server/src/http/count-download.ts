import type { Services } from "../services.ts";
import type { Env } from "./env.ts";
import { addressKey } from "./limit-rate.ts";

/** Counts a download as its account's, or as its address's where nobody signed in, by what limits count addresses by. */
export function countDownload(
  { downloads, settings }: Pick<Services, "downloads" | "settings">,
  download: { versionId: number; skill: string },
  asked: { headers: Headers; env: Env["Bindings"] | undefined; actor: Env["Variables"]["actor"] },
): void {
  const { headers, env, actor } = asked;
  const by =
    actor && "accountId" in actor
      ? `account:${actor.accountId}`
      : addressKey({ headers, env, proxies: settings.TRUST_PROXY });
  downloads.count({ ...download, by });
}
