import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DEFAULT_UPSTREAM_LIMITS,
  findUpstream,
  openUpstream,
  type UpstreamDoor,
  type UpstreamEntry,
} from "@gaia/mirror";
import { confinedRunner, sandboxRunner } from "@gaia/sandbox";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type GitHost, startGitHost } from "../../../../test/harness/git-host.ts";
import { makeRepository, type TestRepository } from "../../../../test/harness/git-repository.ts";
import { service } from "../../../../test/harness/services.ts";
import { type UpstreamGit, upstreamGit } from "./upstream-git.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: Greets.\n---\n\nHello.\n`;
const findRunners = async () => ({ confine: await confinedRunner(), run: await sandboxRunner() });
const [git, bubblewrap] = [await service("git"), await service("bubblewrap")];

describe.skipIf(!git.available || !bubblewrap.available)(
  "a repository that is mirrored (needs git and bubblewrap)",
  () => {
    let root: string;
    let host: GitHost;
    let repository: TestRepository;
    let upstreams: UpstreamGit;
    let asked: string[];
    /** Requests that are never answered. */
    let silent = 0;
    beforeAll(async () => {
      root = await realpath(mkdtempSync(join(tmpdir(), "upstream-git-")));
      mkdirSync(join(root, "tmp"));
      vi.stubEnv("TMPDIR", join(root, "tmp"));
      repository = makeRepository(join(root, "team/skills"));
      repository.commit({
        "skills/one/SKILL.md": skill("one"),
        "skills/one/notes.md": "notes\n",
        "skills/one/.skillignore": "drafts\n",
        "skills/two words/SKILL.md": skill("two"),
        "other/one/SKILL.md": skill("one"),
        "skills/linked/SKILL.md": skill("linked"),
        "skills/linked/a@": "/etc/passwd",
        "skills/large/SKILL.md": skill("large"),
        "skills/large/model.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"ab".repeat(32)}\nsize 5\n`,
      });
      host = await startGitHost(root, (request) => {
        const isSilent = request.url?.startsWith("/silent/") === true;
        if (isSilent) silent += 1;
        return isSilent;
      });
      upstreams = upstreamGit({ findRunners, authorities: () => readFileSync(host.certificates, "utf8") });
    });
    afterAll(async () => {
      await upstreams?.close();
      await host?.close();
      vi.unstubAllEnvs();
      rmSync(root, { recursive: true, force: true });
    });

    const address = (revision = "main") => `git+${host.url}/team/skills/.git#${revision}`;
    const doorFor = (named: string): UpstreamDoor => {
      asked = [];
      const before = async ({ href }: URL): Promise<void> => void asked.push(href);
      const fetch: UpstreamDoor["fetch"] = async () => {
        throw new Error("nothing but git is asked");
      };
      return { fetch, limits: DEFAULT_UPSTREAM_LIMITS, git: upstreams.door({ named, before }) };
    };
    const listed = async (named: string): Promise<UpstreamEntry[]> => {
      const door = doorFor(named);
      const upstream = openUpstream(door, await findUpstream(door, named));
      const entries: UpstreamEntry[] = [];
      for await (const entry of upstream.listSkills()) if ("name" in entry) entries.push(entry);
      return entries;
    };

    test("the skills of a branch are listed, each with the commit, the folder and its tree", async () => {
      const commit = repository.git("rev-parse", "HEAD");
      const entries = await listed(address());
      expect(asked[0]).toBe(`${host.url}/team/skills/.git`);
      expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
        ["skill", "one"],
        ["skill", "large"],
        ["skill", "linked"],
        ["unreadable", "one"],
        ["skill", "two"],
      ]);
      expect(entries[4]).toEqual({
        kind: "skill",
        name: "two",
        version: null,
        publisher: `127.0.0.1:${new URL(host.url).port}/team/skills`,
        publishedAt: null,
        digest: `git-tree:${repository.git("rev-parse", "HEAD:skills/two words")}`,
        origin: `git+${host.url}/team/skills/.git#${commit}/skills/two%20words`,
        place: `git+${host.url}/team/skills/.git#/skills/two%20words`,
      });
    });

    test("a skill is read from the commit that was listed, also after the branch went on, and fetched once", async () => {
      const entries = await listed(address());
      repository.commit({ "skills/two words/SKILL.md": skill("another") });
      host.asked.length = 0;
      const upstream = openUpstream(doorFor(address()), { kind: "git", base: address() });
      const [, , , , two] = entries;
      if (two?.kind !== "skill") throw new Error("it was listed");
      const read = await upstream.readSkill(two);
      expect("files" in read && read.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
        ["SKILL.md", skill("two")],
      ]);
      expect(host.asked).toEqual([]);
      await expect(upstream.readSkill({ ...two, digest: "git-tree:0000" })).rejects.toMatchObject({
        code: "digest_mismatch",
      });
      await expect(
        upstream.readSkill({ ...two, origin: two.origin.replace(/\/[^/]*$/, "/none") }),
      ).rejects.toMatchObject({
        code: "gone",
      });
    });

    test("another process reads the same, by the origin alone", async () => {
      const [one] = await listed(address());
      if (one?.kind !== "skill") throw new Error("it was listed");
      const other = upstreamGit({ findRunners, authorities: () => readFileSync(host.certificates, "utf8") });
      const door = { ...doorFor(address()), git: other.door({ named: address(), before: async () => {} }) };
      const read = await openUpstream(door, { kind: "git", base: address() }).readSkill(one);
      expect("files" in read && read.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
      await other.close();
    });

    test("a link and a pointer of LFS are no package, and are said", async () => {
      const entries = await listed(address());
      const upstream = openUpstream(doorFor(address()), { kind: "git", base: address() });
      const reading = async (name: string) => {
        const entry = entries.find((each) => each.name === name);
        if (entry?.kind !== "skill") throw new Error("it was listed");
        return upstream.readSkill(entry);
      };
      await expect(reading("linked")).rejects.toThrow("a is a symbolic link.");
      await expect(reading("large")).rejects.toThrow("model.bin is a pointer of Git LFS, not the file.");
    });

    test("Q3 a private host is asked where an admin named it, and for no other mirror", async () => {
      host.asked.length = 0;
      const door = doorFor("git+https://git.example.org/team/skills");
      await expect(findUpstream(door, address())).rejects.toMatchObject({ code: "unreachable" });
      await expect(
        openUpstream(door, { kind: "git", base: address() }).readSkill({
          name: "one",
          version: null,
          digest: null,
          origin: `git+${host.url}/team/skills/.git#${"0".repeat(40)}/skills/one`,
        }),
      ).rejects.toMatchObject({ code: "unreachable" });
      expect(host.asked).toEqual([]);
    });

    test("a mirror that is stopped ends the fetch, and nothing of it is left", async () => {
      const stopped = new Error("the mirror was stopped");
      const lying = () => readdirSync(join(root, "tmp")).filter((name) => name.startsWith("git-source-"));
      const known = lying();
      const seen: string[][] = [];
      const gone = upstreamGit({ findRunners, authorities: () => readFileSync(host.certificates, "utf8") });
      const before = async (): Promise<void> => {
        if (silent === 0) return;
        seen.push(lying());
        throw stopped;
      };
      const base = `git+${host.url}/silent/.git#${"0".repeat(40)}`;
      const door = { ...doorFor(base), git: gone.door({ named: base, before }) };
      await expect(openUpstream(door, { kind: "git", base }).listSkills()[Symbol.asyncIterator]().next()).rejects.toBe(
        stopped,
      );
      expect(seen[0]).toHaveLength(known.length + 1);
      expect(lying()).toEqual(known);
      await gone.close();
    });

    test("V3 after a listing no manifest is read again: a skill costs its own folder's files", async () => {
      let runs = 0;
      const counting = async () => {
        const { confine, run } = await findRunners();
        const counted: typeof run = Object.assign(
          async (...asked: Parameters<typeof run>) => {
            runs += 1;
            return run(...asked);
          },
          { isolation: run.isolation },
        );
        return { confine, run: counted };
      };
      const other = upstreamGit({
        findRunners: counting,
        authorities: () => readFileSync(host.certificates, "utf8"),
      });
      const door = { ...doorFor(address()), git: other.door({ named: address(), before: async () => {} }) };
      const upstream = openUpstream(door, await findUpstream(door, address()));
      const list = async () => {
        for await (const entry of upstream.listSkills()) if ("name" in entry && entry.name === "one") return entry;
        throw new Error("it was not listed");
      };
      const one = await list();
      runs = 0;
      await list();
      expect(runs).toBe(0);
      if (one.kind === "skill") await upstream.readSkill({ ...one });
      expect(runs).toBe(2);
      await other.close();
    });

    test("a listing is of one commit, though the branch goes on meanwhile, and an unchanged folder keeps its place", async () => {
      const door = doorFor(address());
      const found = await findUpstream(door, address());
      const first = repository.git("rev-parse", "HEAD");
      expect(found.base).toBe(`git+${host.url}/team/skills/.git#${first}`);
      repository.commit({ "README.md": "More.\n" });
      const upstream = openUpstream(door, found);
      const places = async (from: typeof upstream) => {
        const entries: UpstreamEntry[] = [];
        for await (const entry of from.listSkills()) if ("name" in entry) entries.push(entry);
        return entries;
      };
      const [before, after] = [await places(upstream), await listed(address())];
      expect(before.every(({ origin }) => origin.includes(first))).toBe(true);
      expect(after.some(({ origin }) => origin.includes(first))).toBe(false);
      expect(after.map(({ place }) => place)).toEqual(before.map(({ place }) => place));
      expect(before[0]?.place).toBe(`git+${host.url}/team/skills/.git#/other/one`);
    });

    test("what is no address of git, and where no git is handed in, is said", async () => {
      const bad = "git+ssh://git@example.org/skills";
      await expect(findUpstream(doorFor(bad), bad)).rejects.toMatchObject({ code: "not_an_upstream" });
      const { git: _, ...without } = doorFor(address());
      await expect(findUpstream(without, address())).rejects.toThrow("Repositories of git are not read here.");
    });

    test("what was kept is removed at the end", async () => {
      await listed(address());
      await upstreams.close();
      expect(readdirSync(join(root, "tmp"))).toEqual([]);
    });
  },
);
