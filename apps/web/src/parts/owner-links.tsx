import type { Me, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";

/** What those who publish a skill do with it, and admins of the registry; nothing for others. */
export function OwnerLinks({ version, me }: { version: Version; me: Me | null }) {
  const owner = version.owner ?? version.publisher;
  if (me === null) return null;
  const isAdmin = me.role === "admin";
  if (!me.publishers.includes(owner)) return isAdmin ? <p class="owner-links">{adminLink(version)}</p> : null;
  const isSigned = version.signatures.some(({ status }) => status === "valid");
  return (
    <p class="owner-links">
      Yours: <a href={`${skillAddress(version.name)}/settings`}>Settings</a>
      <a href={`${skillAddress(version.name, version.version)}/sign`}>{isSigned ? "Add a signature" : "Sign it"}</a>
      <a href={`/publishers/${encodeURIComponent(owner)}/dashboard`}>Dashboard</a>
      {isAdmin ? adminLink(version) : null}
    </p>
  );
}

/** To what an admin may do to any version: who has it, quarantine, release. */
const adminLink = ({ name, version }: Version) => (
  <a href={`/admin/skills/${encodeURIComponent(name)}/${encodeURIComponent(version)}`}>Administer this version</a>
);
