import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { SEVERITIES, STATUSES, TIERS, VERDICTS } from "@gaia/policy";
import { SIGNATURE_KINDS } from "@gaia/trust";
import { describe, expect, test } from "vitest";
import { ARROWS } from "./harness/arrows.ts";
import { imports, roomNameOf as roomOf, rooms, sources } from "./harness/read-rooms.ts";

/** The one file of each app that reads the environment. */
const ENVIRONMENT_READERS = new Set(["apps/server/src/config/config.ts", "apps/cli/src/session/config.ts"]);

/** Adapters that only one file may load, and only by a dynamic import: an embedded process never pays for them. */
const LAZY_DOORS = ["@gaia/storage/", "@gaia/queue/", "@gaia/search/", "ioredis", "@gaia/sandbox"];

/** Without comments and quoted texts: rules speak of `process.env` and do not read it. */
const codeAlone = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$\\]*/g, '""');

test("every room has its row in the table of arrows", () => {
  expect(rooms.map((room) => room.name).filter((name) => !(name in ARROWS))).toEqual([]);
});

test("rooms import only what the table allows", () => {
  const forbidden = imports.flatMap(({ room, file, from, typeOnly }) => {
    const target = roomOf(from);
    const arrow = ARROWS[room.name];
    if (target === null || target === room.name || arrow?.imports.includes(target)) return [];
    if (typeOnly && arrow?.types?.includes(target)) return [];
    return [`${file} imports ${from}${typeOnly ? " (types)" : ""}`];
  });
  expect(forbidden).toEqual([]);
});

test("package.json declares the rooms that are imported, and no others", () => {
  const wrong = rooms.flatMap((room) => {
    const arrow = ARROWS[room.name];
    const declared = room.dependencies.map(roomOf).filter((name) => name !== null);
    const used = new Set(imports.filter((each) => each.room === room).map((each) => roomOf(each.from)));
    return [
      ...declared
        .filter((name) => ![...(arrow?.imports ?? []), ...(arrow?.types ?? [])].includes(name))
        .map((name) => `${room.name} must not depend on ${name}`),
      ...declared.filter((name) => !used.has(name)).map((name) => `${room.name} declares ${name} and never imports it`),
      ...[...used]
        .filter((name) => name !== null && name !== room.name && !declared.includes(name))
        .map((name) => `${room.name} imports ${name} undeclared`),
    ];
  });
  expect(wrong).toEqual([]);
});

test("rooms are entered by their door: no path into another room's files", () => {
  const climbing = imports.filter(
    ({ room, file, from }) =>
      from.startsWith(".") && relative(room.dir, normalize(join(dirname(file), from))).startsWith(".."),
  );
  expect(climbing.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});

test("a door gives out its own room's names, no other's: those come past the table", () => {
  const passing = sources.flatMap(({ room, file }) => {
    const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const isForeign = (from: string) => roomOf(from) !== null && roomOf(from) !== room.name;
    const namesOf = (list: string) => list.split(",").map((name) => name.replace(/^\s*type\s/, "").trim());
    const direct = [...text.matchAll(/^export\s[^"';]*?\bfrom\s+"([^"]+)"/gm)].map((match) => match[1] ?? "");
    const foreign = new Set(
      [...text.matchAll(/^import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)"/gm)]
        .filter((match) => isForeign(match[2] ?? ""))
        .flatMap((match) => namesOf(match[1] ?? ""))
        .map((name) => name.split(" as ").at(-1) ?? name),
    );
    // Imported first and given out below is the same.
    const listed = [...text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}\s*;/gm)].flatMap((match) =>
      namesOf(match[1] ?? ""),
    );
    const renamed = [...text.matchAll(/^export\s+(?:const|type)\s+\w+(?:<[^=]*>)?\s*=\s*(\w+)\s*;/gm)].map(
      (match) => match[1] ?? "",
    );
    return [
      ...direct.filter(isForeign).map((from) => `${file} gives out names of ${from}`),
      ...[...listed.map((name) => name.split(" as ")[0] ?? name), ...renamed]
        .filter((name) => foreign.has(name))
        .map((name) => `${file} gives out ${name}`),
    ];
  });
  expect(passing).toEqual([]);
});

test("no circle of imports, types included", () => {
  const arrows = new Map<string, string[]>();
  for (const { file, from } of imports) {
    if (!from.startsWith(".")) continue;
    const target = normalize(join(dirname(file), from));
    arrows.set(file, [...(arrows.get(file) ?? []), target]);
  }
  expect(circlesIn(arrows)).toEqual([]);
});

function circlesIn(arrows: Map<string, string[]>): string[] {
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
      return;
    }
    state.set(file, "open");
    for (const target of arrows.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, "done");
  };
  for (const file of arrows.keys()) visit(file, []);
  return circles;
}

test("no circle of rooms, types included", () => {
  const arrows = new Map(
    Object.entries(ARROWS).map(([room, { imports, types = [] }]) => [room, [...imports, ...types]]),
  );
  expect(circlesIn(arrows)).toEqual([]);
});

test("process.env is read in one file of each app and nowhere else", () => {
  const readers = sources
    .filter(({ file }) => /\bprocess\.env\b/.test(codeAlone(readFileSync(file, "utf8"))))
    .map(({ file }) => file);
  expect(readers.filter((file) => !ENVIRONMENT_READERS.has(file))).toEqual([]);
});

const ADAPTERS_LOADED_IN = ["compose", "open-blobs"].map((name) => `apps/server/src/composing/${name}.ts`);

test("adapters are loaded where the server is composed, by dynamic import", () => {
  const eager = imports.filter(
    ({ room, file, from, typeOnly, dynamic }) =>
      room.name === "server" &&
      !typeOnly &&
      LAZY_DOORS.some((door) => from === door || (door.endsWith("/") && from.startsWith(door))) &&
      !(dynamic && ADAPTERS_LOADED_IN.includes(file)),
  );
  expect(eager.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});

/** The files that a file loads at once, by its own and others' imports: what comes by `import()` is another's choice. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { from, typeOnly, dynamic } of imports.filter((each) => each.file === file)) {
    const target = typeOnly || dynamic ? null : fileOf(file, from);
    if (target !== null) loadedWith(target, found);
  }
  return found;
}

/** The file of ours that an import leads to, through a room's door or beside the one that asks. */
function fileOf(file: string, from: string): string | null {
  if (from.startsWith(".")) return normalize(join(dirname(file), from));
  const [, room = "", below = ""] = /^@gaia\/([^/]+)(.*)$/.exec(from) ?? [];
  const dir = rooms.find(({ name }) => name === room)?.dir;
  if (dir === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const door: string | undefined = exports?.[`.${below}`];
  return door?.endsWith(".ts") ? join(dir, door) : null;
}

test("what answers requests loads nothing that looks at a skill, and what inspects runs its analysers in threads alone", () => {
  const looking = /^packages\/(?:code-analysis|instruction-analysis|wording|reading|scan)\//;
  const names = /^packages\/scan\/src\/(?:index|scanner-names|drivers\/advisory-gaps|analysis\/join-parts)\.ts$/;
  const answering = loadedWith("apps/server/src/main.ts");
  expect([...answering].filter((file) => looking.test(file) && !names.test(file))).toEqual([]);
  const inspecting = [...loadedWith("apps/server/src/worker/start-worker.ts")];
  expect(inspecting).toContain("packages/scan/src/scan-skill.ts");
  const analysing =
    /^packages\/(?:code-analysis|instruction-analysis|wording|scan\/src\/(?:contents|analysis\/analys))/;
  expect(inspecting.filter((file) => analysing.test(file))).toEqual([]);
  // It sees them where they are.
  const thread = [...loadedWith("apps/server/src/analysing/analysing-thread.ts")];
  expect(thread.filter((file) => analysing.test(file)).length).toBeGreaterThan(20);
});

/** What has a reason to stand on longer lines: paragraphs of a page that is written as it is read. */
const LONGER_LINES = new Set(["packages/authoring/src/diagnostics-page.ts"]);
const LONGEST_LINE = 140;

test("no line of a source is longer than a reader's eye", () => {
  const held = sources.filter(({ file }) => !LONGER_LINES.has(file));
  const longer = held.flatMap(({ file }) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (line.length > LONGEST_LINE ? [`${file}:${index + 1}`] : [])),
  );
  expect(longer).toEqual([]);
});

/** The rooms that look at skills. What they may grow to falls with them; the aim is 24,000. */
const LOOKING = ["scan", "instruction-analysis", "code-analysis", "wording", "findings", "reading"];
// 100 of them read what the resolvers tell of packages: edges, licences and digests of the bill of materials.
// 700 say what a version tells an agent to do, for whoever compares two of them.
const MOST_LINES = 34_600;

test("what looks at skills does not grow again", () => {
  const looking = sources.filter(({ file }) => LOOKING.some((room) => file.startsWith(`packages/${room}/src/`)));
  const lines = looking.map(({ file }) => readFileSync(file, "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_LINES);
});

/** Words that the house has one spelling of, and the file that spells them. */
const VOCABULARIES: { home: string; words: readonly string[]; unless?: (spelled: readonly string[]) => boolean }[] = [
  { home: "packages/policy/src/tiers.ts", words: TIERS },
  { home: "packages/policy/src/states.ts", words: STATUSES },
  { home: "packages/policy/src/verdicts.ts", words: VERDICTS },
  // Without the worst it is a degree of something else: confidence, complexity.
  { home: "packages/policy/src/severities.ts", words: SEVERITIES, unless: (few) => !few.includes("critical") },
  { home: "packages/trust/src/signature-kind.ts", words: SIGNATURE_KINDS },
];

/** What is signed keeps its form, whatever becomes of our words. Generated types repeat the document's. */
const OWN_SPELLING = new Set([
  "packages/trust/src/statement/decision.ts",
  "packages/client/src/schema.d.ts",
  "packages/client/src/auth-schema.d.ts",
]);

/** Lists and unions of quoted words: `"a" | "b"`, `["a", "b"]`, over several lines too. */
function spelledTogether(text: string): string[][] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");
  return [...code.matchAll(/"[\w-]+"(?:\s*[|,]\s*"[\w-]+")+/g)].map(([list]) =>
    [...list.matchAll(/"([\w-]+)"/g)].map((match) => match[1] ?? ""),
  );
}

test("one vocabulary: tiers, states, verdicts, severities and kinds of signatures are spelled in one place", () => {
  const second = sources.flatMap(({ file }) => {
    if (OWN_SPELLING.has(file)) return [];
    return spelledTogether(readFileSync(file, "utf8")).flatMap((spelled) =>
      VOCABULARIES.filter(
        ({ home, words, unless }) =>
          file !== home && spelled.every((word) => words.includes(word)) && !unless?.(spelled),
      ).map(({ home }) => `${file} spells ${spelled.join(", ")} of ${home}`),
    );
  });
  expect(second).toEqual([]);
  // It sees them where they are.
  for (const { home, words } of VOCABULARIES) expect(spelledTogether(readFileSync(home, "utf8"))).toContainEqual(words);
});

test("one PackageFile, and columns that say what they hold instead of casts where they are read", () => {
  const declared = sources.filter(({ file }) =>
    /(?:interface PackageFile \{|type PackageFile =)/.test(readFileSync(file, "utf8")),
  );
  expect(declared.map(({ file }) => file)).toEqual(["packages/archive/src/package-file.ts"]);
  const columns = sources
    .filter(({ file }) => file.startsWith("packages/db/src/tables/"))
    .flatMap(({ file }) =>
      [...readFileSync(file, "utf8").matchAll(/\bjsonb\("(\w+)"\)(?!\.\$type<)/g)].map((match) => match[1]),
    );
  // `raw`: somebody else's record, kept as it came.
  expect(columns).toEqual(["raw"]);
});

/** Spellings of characters that nobody sees, as a pattern has them. */
const HIDDEN_CLASS =
  /\\p\{(?:C|Cc|Cf|Cs|Co|Zl|Zp|Bidi_Control|Default_Ignorable_Code_Point)\}|\\u(?:00ad|200[b-f]|202[a-e]|206\d)|\\u\{e0/i;
/** Each with why it has a table of its own. */
const OWN_CLASSES: Record<string, string> = {
  "packages/reading/src/invisible.ts": "looks for what was hidden, and reads it",
  "packages/reading/src/normalise.ts": "takes words apart that hide what they say",
  "packages/authoring/src/edit/text-fixes.ts": "takes away only what spells nothing in any script",
};

test("what cannot be seen or steers is one table, in packages/text", () => {
  const own = sources
    .filter(
      ({ room, file }) =>
        room.name !== "text" && HIDDEN_CLASS.test(readFileSync(file, "utf8").replaceAll(/^\s*\/\/.*$/gm, "")),
    )
    .map(({ file }) => file);
  expect(own.toSorted()).toEqual(Object.keys(OWN_CLASSES).toSorted());
});

test("no file is named for what it is not", () => {
  const vague = sources
    .map(({ file }) => file)
    .filter((file) => /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.ts)/.test(file));
  expect(vague).toEqual([]);
});

const documents = [
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync("docs").map((name) => join("docs", name)),
  ...readdirSync("docs/architecture").map((name) => join("docs/architecture", name)),
].filter((path) => path.endsWith(".md") && existsSync(path));

test("outside of the checkout the command is gaia-skill: in documents, hints and messages", () => {
  const ofRooms = rooms.map(({ dir }) => join(dir, "README.md")).filter((path) => existsSync(path));
  const code = sources.map(({ file }) => file).filter((file) => !file.endsWith(".test.ts"));
  const texts = [...documents, ...ofRooms, ...code];
  const wrong = texts.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => /(?<!npx )\bgaia skill\b/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
  // What npx fetches without a registry's address is somebody else's package.
  const fetched = texts.filter((path) => /npx (-y )?gaia(-skill)?(?! skill\b)\b/.test(readFileSync(path, "utf8")));
  expect(fetched).toEqual([]);
});

describe("documents cite what exists", () => {
  test.each(documents)("%s", (path) => {
    const cited = [
      ...readFileSync(path, "utf8").matchAll(
        /`((?:apps|packages|test|docs|migrations|infra|\.ci)\/[A-Za-z0-9_./-]*)`/g,
      ),
    ];
    const missing = cited
      .map((match) => match[1] ?? "")
      .filter((file) => !existsSync(file) && !/NNN|NNNN|0001_name|^[^ ]*\/dist\//.test(file));
    expect(missing).toEqual([]);
  });
});
