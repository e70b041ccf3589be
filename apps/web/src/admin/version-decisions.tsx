import type { components } from "@gaia/client";
import type { Shown } from "../deeds/deeds.tsx";
import type { Version } from "../registry-api.ts";
import { Decide } from "./case.tsx";

type Downloaders = components["schemas"]["DownloaderList"];

/** What may be done to a version in the state that it is in. */
export function VersionDecisions(about: { version: Version; who: Downloaders; action: string; shown: Shown }) {
  const { version, who, action, shown } = about;
  const { status, security_tier: tier, demoted_reason: demoted } = version;
  const form = { action, shown, cannot: null };
  const isServed = status === "published" || status === "yanked";
  return (
    <>
      {who.withdrawn === null || who.total === 0 ? null : (
        <Decide
          {...form}
          deed="notify"
          button="Notify who has it"
          follows="Each account that was not notified gets a notice, and a letter where it has an address, with your reason."
        />
      )}
      {status === "quarantined" ? (
        <Decide
          {...form}
          deed="release"
          button="Release it"
          follows="It is served again, in the state that it had. The publisher reads the reason."
        />
      ) : null}
      {status === "yanked" ? (
        <Decide
          {...form}
          deed="unyank"
          button="Undo the yank"
          follows="Installs take it again. The publisher reads the reason."
        />
      ) : null}
      {demoted ? (
        <Decide
          {...form}
          deed="undo-demotion"
          button="Undo the demotion"
          follows="It has its tier back, as far as what it rests on still holds. Another admin than the one who demoted it decides."
        />
      ) : null}
      {isServed && !demoted && tier !== "experimental" ? (
        <Decide
          {...form}
          deed="demote"
          button="Demote it"
          isGrave
          follows="It stays served as experimental, and rises no more until that is undone. The publisher reads the reason."
        />
      ) : null}
      {isServed ? (
        <Decide
          {...form}
          deed="quarantine"
          button="Quarantine it"
          isGrave
          follows="It is withheld from everybody until an admin releases it. Installed copies are revoked where clients ask."
        />
      ) : null}
    </>
  );
}
