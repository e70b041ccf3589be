import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AGENT_WORDS, AGENTS } from "@gaia/install/agents";
import { giveToSkill } from "@gaia/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { madeRule } from "./closed-entries.ts";
import { type Bases, grantedPath, settleMounts } from "./granted-paths.ts";
import { GUARDED_NAMES } from "./guarded-names.ts";

interface Row {
  user: string;
  project: string | null;
  own?: readonly string[];
  moved?: { by: string; to: string };
}
const rows: [string, Row][] = Object.entries(AGENTS);

describe("places of agents", () => {
  let dir: string;
  let bases: Bases;
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), "agents-")));
    bases = {
      userHome: made("person"),
      gaiaHome: made("person/.gaia"),
      directory: made("person/project"),
      environment: {},
    };
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** A skill's own, where root runs this: what is refused is refused for another reason. */
  function made(path: string): string {
    mkdirSync(join(dir, path), { recursive: true });
    giveToSkill(join(dir, path));
    return join(dir, path);
  }
  const refusal = (scope: string, access: "read" | "write" = "write"): string => {
    const granted = grantedPath(scope, access, bases);
    return granted !== null && "refused" in granted ? granted.refused : "given";
  };

  test.each(rows)(
    "H-B5 nothing of %s is written, in a home, in a project or where a variable moves it",
    (_name, agent) => {
      const { user, project, moved, own = [] } = agent;
      for (const path of [
        `~/${user}/**`,
        `~/${dirname(user)}/settings.json`,
        `~/${dirname(user)}/**`,
        ...(project === null ? [] : [`./${project}/x/**`]),
        ...own.flatMap((name) => [`~/${name}/x/**`, `./${name}/x/**`]),
      ])
        expect(refusal(path), path).toMatch(/^what is written there runs|is never written: it runs/);
      for (const path of [...(project === null ? [] : [project]), ...own])
        expect(GUARDED_NAMES.some((name) => path.startsWith(name))).toBe(true);
      if (moved === undefined) return;
      const place = made("person/elsewhere/agent");
      bases = { ...bases, environment: { [moved.by]: place } };
      made(dirname(`person/elsewhere/agent/${moved.to}`));
      // What holds a guarded name has that read-only.
      const around = moved.to.startsWith(".") ? [] : ["~/elsewhere/**"];
      for (const path of [...around, `~/elsewhere/agent/${moved.to}/**`, `${dirname(join(place, moved.to))}/x.json`])
        expect(refusal(path), path).toContain("what is written there runs");
    },
  );

  test("H-B5 where a variable moves an agent, its settings and tokens are not shown with what is around", () => {
    const place = made("person/elsewhere/claude");
    writeFileSync(join(place, "notes.txt"), "");
    bases = { ...bases, environment: { CLAUDE_CONFIG_DIR: place } };
    expect(refusal("~/elsewhere/claude/**", "read")).toContain("tokens and settings");
    for (const scope of ["~/**", "~/elsewhere/**"]) {
      const granted = grantedPath(scope, "read", bases);
      const mounts = granted !== null && "mount" in granted ? [granted.mount] : [];
      expect(settleMounts(mounts, bases).hidden, scope).toContain(place);
    }
    expect(refusal("~/elsewhere/claude/notes.txt", "read")).toBe("given");
  });

  test("H-B5 a project that holds an agent's place by a guarded name is written, by another name it is not", () => {
    for (const there of [true, false]) {
      if (there) made("person/project/.codex");
      bases = { ...bases, environment: { CODEX_HOME: join(bases.directory, ".codex") } };
      expect(refusal("./**")).toBe("given");
      rmSync(join(bases.directory, ".codex"), { recursive: true, force: true });
      bases = { ...bases, environment: { CODEX_HOME: join(bases.directory, "of-codex") } };
      expect(refusal("./**")).toContain("what is written there runs");
    }
  });

  test("a variable that leads to the home, to what holds it, or to no path moves nothing", () => {
    for (const moved of [join(dir, "person"), dir, "here"]) {
      bases = { ...bases, environment: { CODEX_HOME: moved } };
      made("person/notes");
      expect(refusal("~/notes/**", "read")).toBe("given");
    }
  });

  test.each(AGENT_WORDS)(
    "H-B5 settings called after %s are not made at the root, nor one person's of it anywhere",
    (word) => {
      const { anywhere, atRoot } = madeRule([]);
      for (const ending of ["json", "jsonc", "toml", "yaml", "yml", "JSON"])
        for (const name of [`${word}.${ending}`, `my-${word}.${ending}`, `${word.toUpperCase()}_config.${ending}`])
          expect(atRoot.test(name), name).toBe(true);
      for (const name of [`${word}.local.json`, `${word.toUpperCase()}.override.md`, `${word}-local.toml`])
        expect(anywhere.test(name), name).toBe(true);
    },
  );
});
