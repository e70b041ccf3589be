import type { RegistryClient } from "@gaia/client";
import { plural } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import { findData, type Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { versionBefore } from "../version-before.ts";

/** What another version has, and this one has not, and the other way round. */
export interface Difference {
  from: string;
  parts: { what: string; added: string[]; removed: string[]; changed: string[] }[];
}

/** What a version brings that the one before it had not; null: it is the first that an admin can see. `from`: which one is meant. */
export async function findDifference(
  api: RegistryClient,
  version: Version,
  wanted?: string | null,
): Promise<Difference | null> {
  const { name } = version;
  const from = wanted === undefined ? await findBefore(api, version) : wanted;
  if (from === null || from === version.version) return null;
  const [before, now, then] = await Promise.all([
    findData(api.GET("/skills/{name}/{version}", { params: { path: { name, version: from } } })),
    findFiles(api, name, version.version),
    findFiles(api, name, from),
  ]);
  if (before === null) return null;
  return {
    from,
    parts: [
      { what: "Permissions", changed: [], ...compared(permissionsOf(before), permissionsOf(version)) },
      { what: "Tools", changed: [], ...compared(toolsOf(before), toolsOf(version)) },
      { what: "Dependencies", changed: [], ...compared(needsOf(before), needsOf(version)) },
      {
        what: "Files",
        ...compared([...then.keys()], [...now.keys()]),
        changed: [...now].flatMap(([path, sha]) => (then.has(path) && then.get(path) !== sha ? [path] : [])),
      },
    ],
  };
}

async function findBefore(api: RegistryClient, { name, version }: Version): Promise<string | null> {
  const skill = await findData(api.GET("/skills/{name}", { params: { path: { name } } }));
  return versionBefore(skill?.versions ?? [], version);
}

async function findFiles(api: RegistryClient, name: string, version: string): Promise<Map<string, string>> {
  const found = await findData(api.GET("/skills/{name}/{version}/files", { params: { path: { name, version } } }));
  return new Map(found?.files.map(({ path, sha256 }) => [path, sha256]));
}

const permissionsOf = ({ permissions }: Version): string[] => [
  ...(permissions.declared ?? []),
  ...permissions.inferred.map(({ permission }) => permission),
];
const toolsOf = ({ tools }: Version): string[] => tools.map(({ name }) => name);
const needsOf = ({ requirements }: Version): string[] => [
  ...requirements.dependencies,
  ...requirements.skills.map(({ name, version }) => `${name} ${version}`),
];

function compared(before: readonly string[], now: readonly string[]) {
  return {
    added: [...new Set(now.filter((one) => !before.includes(one)))].toSorted(),
    removed: [...new Set(before.filter((one) => !now.includes(one)))].toSorted(),
  };
}

const MOST = 30;

/** The difference, what an admin looks for first on top. */
export function DifferenceTo({ name, difference }: { name: string; difference: Difference | null }) {
  if (difference === null) {
    return (
      <section aria-labelledby="difference">
        <h2 id="difference">Difference</h2>
        <p class="empty">There is no other version to compare it with.</p>
      </section>
    );
  }
  const { from, parts } = difference;
  const some = parts.filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0);
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">
        Difference to <a href={skillAddress(name, from)}>{from}</a>
      </h2>
      {some.length === 0 ? <p class="empty">Permissions, tools, dependencies and files are the same.</p> : null}
      {some.map(({ what, added, removed, changed }) => (
        <div class="changes">
          <h3>{what}</h3>
          <ul>
            <Changes sign="+" word="new" all={added} />
            <Changes sign="−" word="gone" all={removed} />
            <Changes sign="~" word="changed" all={changed} />
          </ul>
        </div>
      ))}
    </section>
  );
}

const Changes = ({ sign, word, all }: { sign: string; word: string; all: readonly string[] }) => (
  <>
    {all.slice(0, MOST).map((one) => (
      <li>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{" "}
        <span class="unseen">{word}:</span> <code>{shortText(one, 200)}</code>
      </li>
    ))}
    {all.length > MOST ? <li class="quiet">{plural(all.length - MOST, "more", "more")}</li> : null}
  </>
);
