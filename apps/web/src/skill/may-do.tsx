import { noPermissionsWords } from "@gaia/client";
import { byReadingOrder, permissionWords } from "../permission-words.ts";
import { plural } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { Version } from "../registry-api.ts";
import { compareAddress, filePageAddress } from "../skill-address.ts";

/** So many are in sight; the rest are one press away. */
const IN_SIGHT = 5;
const MOST = 100;

interface Ability {
  permission: string;
  declared: boolean;
  evidence: { file: string; line: number | null }[];
  /** Against the version before: `new`, `dropped`, or neither. */
  change: "new" | "dropped" | null;
}

/** What the version may do, in verbs, one a line: what its code shows and its author did not declare comes first. */
export function MayDo({ version, previous }: { version: Version; previous: Version | null }) {
  const abilities = abilitiesOf(version, previous);
  const undeclared = version.permissions.declared === null;
  const rest = abilities.slice(IN_SIGHT, MOST);
  return (
    <section class="may-do" aria-labelledby="may-do">
      <h2 id="may-do">What it may do</h2>
      {abilities.length === 0 ? (
        <p>{noPermissionsWords(!undeclared)}</p>
      ) : (
        <>
          <Abilities abilities={abilities.slice(0, IN_SIGHT)} version={version} previous={previous} />
          {rest.length === 0 ? null : (
            <details>
              <summary>{plural(rest.length, "more permission")}</summary>
              <Abilities abilities={rest} version={version} previous={previous} />
            </details>
          )}
        </>
      )}
      {undeclared && abilities.length > 0 ? (
        <p class="quiet">Its author declared no permissions; these were read from its files.</p>
      ) : null}
      {previous === null ? null : (
        <p class="links">
          <a href={compareAddress(version.name, previous.version, version.version)}>
            All that changed since {previous.version}
          </a>
        </p>
      )}
    </section>
  );
}

interface AbilitiesProps {
  abilities: Ability[];
  version: Version;
  previous: Version | null;
}

function Abilities({ abilities, version, previous }: AbilitiesProps) {
  return (
    <ul class="abilities">
      {abilities.map((ability) => (
        <AbilityLine ability={ability} version={version} previous={previous} />
      ))}
    </ul>
  );
}

function AbilityLine(props: { ability: Ability; version: Version; previous: Version | null }) {
  const { ability, version, previous } = props;
  const words = permissionWords(ability.permission);
  if (words === null) return null;
  const [place] = ability.evidence;
  const isDropped = ability.change === "dropped";
  return (
    <li class={isDropped ? "dropped" : words.dangerous ? "dangerous" : undefined}>
      <span class="ability">
        {words.verb}
        {words.scope === null ? null : (
          <>
            {" "}
            <code>{shortText(words.scope, 120)}</code>
          </>
        )}
      </span>
      <span class="origins">
        {isDropped ? null : ability.declared ? (
          <span class="origin">declared</span>
        ) : (
          <span class="origin undeclared">not declared</span>
        )}
        {place === undefined || isDropped ? null : (
          <span class="origin">
            {"seen in "}
            <a href={filePageAddress(version.name, version.version, place.file, place.line)}>
              {shortText(place.file, 60)}
              {place.line === null ? "" : `:${place.line}`}
            </a>
            {ability.evidence.length > 1 ? ` and ${plural(ability.evidence.length - 1, "other place")}` : ""}
          </span>
        )}
        {ability.change === null ? null : (
          <span class={`origin ${ability.change}`}>
            {isDropped ? `dropped since ${previous?.version ?? ""}` : `new in ${version.version}`}
          </span>
        )}
      </span>
    </li>
  );
}

/** What a version may do that the one before may not, and the other way round, in verbs: `new` comes first. */
export const abilityChanges = (version: Version, previous: Version): { change: "new" | "dropped"; words: string }[] =>
  abilitiesOf(version, previous).flatMap(({ change, permission }) => {
    const words = permissionWords(permission);
    if (change === null || words === null) return [];
    return [{ change, words: words.scope === null ? words.verb : `${words.verb} ${shortText(words.scope, 60)}` }];
  });

function abilitiesOf(version: Version, previous: Version | null): Ability[] {
  const own = readAbilities(version);
  const before = previous === null ? null : readAbilities(previous);
  const changed = own.map((one): Ability => {
    const isNew = before !== null && !before.some(({ permission }) => permission === one.permission);
    return isNew ? { ...one, change: "new" } : one;
  });
  const dropped = (before ?? [])
    .filter((one) => !own.some(({ permission }) => permission === one.permission))
    .map((one): Ability => ({ ...one, change: "dropped" }));
  const last = (one: Ability) => Number(one.change === "dropped");
  return [...changed, ...dropped].sort(
    (a, b) =>
      last(a) - last(b) ||
      Number(a.declared) - Number(b.declared) ||
      Number(b.change === "new") - Number(a.change === "new") ||
      byReadingOrder(a.permission, b.permission),
  );
}

function readAbilities({ permissions }: Version): Ability[] {
  const abilities = new Map<string, Ability>();
  for (const permission of permissions.declared ?? [])
    abilities.set(permission, { permission, declared: true, evidence: [], change: null });
  for (const { permission, evidence } of permissions.inferred) {
    const known = abilities.get(permission);
    const covered = known ?? [...abilities.values()].find((one) => one.declared && covers(one.permission, permission));
    if (covered === undefined)
      abilities.set(permission, { permission, declared: false, evidence: [...evidence], change: null });
    else covered.evidence.push(...evidence);
  }
  return [...abilities.values()].filter(({ permission }) => permissionWords(permission) !== null);
}

/** One is seen in the code, the other declared: the same domain and level, where either of the two is not narrowed. */
function covers(declared: string, inferred: string): boolean {
  return inferred.startsWith(`${declared}:`) || declared.startsWith(`${inferred}:`);
}
