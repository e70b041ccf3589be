import type { RepoSkill } from "@gaia/catalog";
import type { Database } from "@gaia/db";
import type { Hands, ProxyTrust } from "@gaia/edge";
import type { Issuer, IssuerKeys, People } from "@gaia/identity";
import type { Operating } from "../process/operating.ts";
import type { Registry, RevocationList } from "@gaia/registry";

/** What the API needs of the process that serves it; what a process holds open is more. */
export interface Services {
  log: Pick<Hands["log"], "warn">;
  registry: Registry;
  database: Pick<Database, "db">;
  people: People;
  settings: { TRUST_PROXY: ProxyTrust };
  revocations: RevocationList;
  /** Whose word counts for which CI job asks, and their keys. */
  issuers: readonly Issuer[];
  issuerKeys: IssuerKeys;
  /** The operator's own MiaOS skills. */
  repoSkills: RepoSkill[];
  operating: Operating;
  publicUrl(): string;
}
