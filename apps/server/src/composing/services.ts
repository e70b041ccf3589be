import type { Operating } from "@gaia/api";
import type { PageCache, RateLimits } from "@gaia/edge";
import type { Database } from "@gaia/db";
import type { Issuer, IssuerKeys, People } from "@gaia/identity";
import type { Mailer } from "@gaia/mail";
import type { Queue } from "@gaia/queue";
import type { RepoSkill } from "@gaia/catalog";
import type { Redis } from "ioredis";
import type { Registry, RevocationList, Scanning } from "@gaia/registry";
import type { AdvisoryWatch } from "./advisory-watch.ts";
import type { Hearing } from "./hearing.ts";
import type { Settings } from "../config/config.ts";
import type { DownloadCounter } from "./download-counter.ts";
import type { Highlighter } from "../highlighting/highlighting-pool.ts";
import type { Logger } from "../logging/log.ts";
import type { ScanWatch } from "./scan-watch.ts";
import type { ScannerStates } from "../scanners/scanner-states.ts";
import type { Metrics } from "./metrics.ts";
import type { WebhookSending } from "../worker/webhook-sending.ts";
import type { UpstreamGit } from "../outside/upstream-git.ts";

/** Everything one process holds open, made by `compose.ts`. */
export interface Services {
  settings: Settings;
  log: Logger;
  metrics: Metrics;
  registry: Registry;
  /** The file of a signing key that was made because none was given; null: there was one. */
  madeKey: string | null;
  database: Database;
  queue: Queue;
  /** For what processes count together; null without `REDIS_URL`. */
  redis: Redis | null;
  scanning: Scanning;
  /** Repositories that are mirrored. */
  upstreamGit: UpstreamGit;
  /** For the pages: its thread starts with the first code that is shown. */
  highlighter: Highlighter;
  webhooks: WebhookSending;
  /** For pages that show a scan as it goes. */
  scanWatch: ScanWatch;
  advisories: AdvisoryWatch;
  scannerStates: ScannerStates;
  pages: PageCache;
  hearing: Hearing;
  people: People;
  mailer: Mailer;
  limits: RateLimits;
  downloads: DownloadCounter;
  revocations: RevocationList;
  /** Whose word counts for which CI job asks, and their keys. */
  issuers: readonly Issuer[];
  issuerKeys: IssuerKeys;
  /** The operator's own MiaOS skills. */
  repoSkills: RepoSkill[];
  /** What admins are told of this process. */
  operating: Operating;
  publicUrl(): string;
  /** The doors and whether each is open: name -> null, or why it is shut. */
  doors(): Promise<Record<string, string | null>>;
}
