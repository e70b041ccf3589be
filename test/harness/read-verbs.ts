import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Who reads and who writes. */
export const SRC = ["packages/catalog/src", "packages/registry/src"];
const doors = [
  "packages/catalog/src/index.ts",
  "packages/registry/src/index.ts",
  "packages/registry/src/inspecting.ts",
];
const givenOut = doors.flatMap((door) =>
  [...readFileSync(door, "utf8").matchAll(/export \{([^}]*)\} from "\.\/([^"]+)"/g)].map(
    ([, names = "", file = ""]) => ({ names, file: join(dirname(door), file) }),
  ),
);

/** Exported functions that take an actor, and what they ask themselves. */
export const verbs = givenOut.flatMap(({ names, file }) => {
  const source = readFileSync(file, "utf8");
  return names
    .split(",")
    .map((name) => name.trim())
    .flatMap((name) => {
      const isVerb = `(?:(?:async )?function ${name}(?:<[^(]*>)?|const ${name} = (?:async )?)\\(\\s*ctx: (?:Read)?Ctx\\b`;
      const start = source.search(new RegExp(`export ${isVerb}`));
      if (start < 0) return [];
      const body = source.slice(start).split(/\n(?:\}|\S.*;)\n/, 1)[0] ?? "";
      return [{ name, asks: [...body.matchAll(/\bensureMay\w*\(ctx, "(\w+)"/g)].map((match) => match[1] ?? "") }];
    });
});

/** They are how verbs ask; publishing chooses whom to publish as by asking. */
export const asking = new Set([
  "ensureMay",
  "ensureMayAtAll",
  "ensureMayOn",
  "ensureMayFor",
  "ensureMayOnName",
  "ensureMayOnSkill",
  "ensureConfirmed",
  "choosePublisher",
  // How they find what is named, as far as it is shown to whoever acts.
  "ensurePublisher",
  "ensureShown",
  "ensureVisible",
  "ensureVisibleSkill",
  "findVersion",
]);

export const sourcesOf = (dirs: string[]) =>
  dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => ({ name: join(dir, name), text: readFileSync(join(dir, name), "utf8") })),
  );
