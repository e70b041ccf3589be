import { noPermissionsWords } from "@gaia/client";
import { byReadingOrder, permissionWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import type { Version } from "../registry-api.ts";
import { fileAddress } from "../skill-address.ts";

const MOST = 12;

interface Ability {
  permission: string;
  declared: boolean;
  evidence: { file: string; line: number | null }[];
}

/** What the version may do, in verbs: what its code shows and its author did not declare comes first. */
export function MayDo({ version }: { version: Version }) {
  const abilities = abilitiesOf(version);
  const undeclared = version.permissions.declared === null;
  return (
    <>
      {abilities.length === 0 ? (
        <p>{noPermissionsWords(!undeclared)}</p>
      ) : (
        <ul class="abilities">
          {abilities.slice(0, MOST).map((ability) => (
            <AbilityLine ability={ability} version={version} />
          ))}
        </ul>
      )}
      {abilities.length > MOST ? <p class="quiet">and {abilities.length - MOST} more</p> : null}
      {undeclared && abilities.length > 0 ? <p class="quiet">Its author declared no permissions.</p> : null}
    </>
  );
}

function AbilityLine({ ability, version }: { ability: Ability; version: Version }) {
  const words = permissionWords(ability.permission);
  if (words === null) return null;
  const [place] = ability.evidence;
  return (
    <li class={words.dangerous ? "dangerous" : undefined}>
      <span class="ability">
        {words.verb}
        {words.scope === null ? null : (
          <>
            {" "}
            <code>{shortText(words.scope, 120)}</code>
          </>
        )}
      </span>{" "}
      {ability.declared ? <span class="origin">declared</span> : <span class="origin undeclared">not declared</span>}
      {place === undefined ? null : (
        <span class="origin">
          {", seen in "}
          <a href={fileAddress(version.name, version.version, place.file)}>
            {shortText(place.file, 60)}
            {place.line === null ? "" : `:${place.line}`}
          </a>
        </span>
      )}
    </li>
  );
}

function abilitiesOf({ permissions }: Version): Ability[] {
  const abilities = new Map<string, Ability>();
  for (const permission of permissions.declared ?? [])
    abilities.set(permission, { permission, declared: true, evidence: [] });
  for (const { permission, evidence } of permissions.inferred) {
    const known = abilities.get(permission);
    const covered = known ?? [...abilities.values()].find((one) => one.declared && covers(one.permission, permission));
    if (covered === undefined) abilities.set(permission, { permission, declared: false, evidence });
    else covered.evidence.push(...evidence);
  }
  return [...abilities.values()]
    .filter(({ permission }) => permissionWords(permission) !== null)
    .sort((a, b) => Number(a.declared) - Number(b.declared) || byReadingOrder(a.permission, b.permission));
}

/** One is seen in the code, the other declared: the same domain and level, where either of the two is not narrowed. */
function covers(declared: string, inferred: string): boolean {
  return inferred.startsWith(`${declared}:`) || declared.startsWith(`${inferred}:`);
}
