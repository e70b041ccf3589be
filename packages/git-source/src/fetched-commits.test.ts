import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Confine, confinedRunner, type Run, sandboxRunner } from "@gaia/sandbox";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type GitHost, startGitHost } from "../../../test/harness/git-host.ts";
import { makeRepository, type TestRepository } from "../../../test/harness/git-repository.ts";
import { service } from "../../../test/harness/services.ts";
import { fetchCommit, FETCH_LIMITS, resolveCommit } from "./fetch-commit.ts";
import { readGitAddress } from "./git-address.ts";
import { objectReader } from "./object-reader.ts";
import { openCommit } from "./open-commit.ts";
import { readFolder } from "./read-folder.ts";
import { skillFolders } from "./skill-folders.ts";

const SKILL = "---\nname: greeter\ndescription: Greets.\n---\n\nHello.\n";
const [git, bubblewrap] = [await service("git"), await service("bubblewrap")];

describe.skipIf(!git.available || !bubblewrap.available)("a commit of a host (needs git and bubblewrap)", () => {
  let root: string;
  let host: GitHost;
  let confine: Confine;
  let run: Run;
  let repository: TestRepository;
  let first: string;
  beforeAll(async () => {
    root = await realpath(mkdtempSync(join(tmpdir(), "git-host-")));
    // Of its own: others make such directories at the same time.
    mkdirSync(join(root, "tmp"));
    vi.stubEnv("TMPDIR", join(root, "tmp"));
    repository = makeRepository(join(root, "skills"));
    first = repository.commit({
      "skills/greeter/SKILL.md": SKILL,
      "*skills/greeter/run.sh": "#!/bin/sh\necho hello\n",
      "skills/greeter/blob.bin": new Uint8Array([0, 255, 13, 10, 128]),
      "README.md": "skills\n",
    });
    repository.git("tag", "--annotate", "--message=one", "v1");
    repository.commit({ "skills/greeter/SKILL.md": SKILL.replace("Hello", "Hello again") });
    host = await startGitHost(root, (request, answer) => {
      if (!request.url?.startsWith("/moved/")) return false;
      answer.writeHead(302, { location: request.url.replace("/moved/", "/skills/") }).end();
      return true;
    });
    [confine, run] = [await confinedRunner(), await sandboxRunner()];
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await host?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const fetching = (revision: string | null, more: { path?: string; isOperators?: boolean } = {}) => ({
    confine,
    address: readGitAddress(`git+${host.url}/${more.path ?? "skills"}/.git${revision === null ? "" : `#${revision}`}`),
    isOperators: more.isOperators ?? true,
    authorities: readFileSync(host.certificates, "utf8"),
  });
  const leftBehind = (): string[] => readdirSync(tmpdir());

  test("a branch, a tag and HEAD are asked once for their commit", async () => {
    const head = repository.git("rev-parse", "HEAD");
    expect(await resolveCommit(fetching(null))).toBe(head);
    expect(await resolveCommit(fetching("main"))).toBe(head);
    expect(await resolveCommit(fetching("v1"))).toBe(first);
    expect(await resolveCommit(fetching(first))).toBe(first);
    await expect(resolveCommit(fetching("nowhere"))).rejects.toMatchObject({ code: "no_commit" });
  });

  test("a pinned commit is fetched without its history, read byte for byte, and nothing of it is left", async () => {
    const fetched = await fetchCommit(fetching(first), first);
    const reader = objectReader({ run, objects: fetched.objects, format: fetched.format });
    const commit = await openCommit(reader, first);
    expect(skillFolders(commit.entries)).toEqual([{ folder: "skills/greeter", manifests: ["SKILL.md"], within: null }]);
    const { files, others } = await readFolder(commit, { folder: "skills/greeter" });
    expect(others).toEqual([]);
    expect(files.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
      ["SKILL.md", false],
      ["blob.bin", false],
      ["run.sh", true],
    ]);
    expect(Buffer.from(files[0]?.bytes ?? [])).toEqual(Buffer.from(SKILL));
    expect([...(files[1]?.bytes ?? [])]).toEqual([0, 255, 13, 10, 128]);
    await fetched.remove();
    expect(leftBehind()).toEqual([]);
  });

  test("Q3 an address of this machine is asked only where the operator named its host", async () => {
    host.asked.length = 0;
    await expect(resolveCommit(fetching("main", { isOperators: false }))).rejects.toMatchObject({
      code: "unreachable",
    });
    await expect(fetchCommit(fetching(first, { isOperators: false }), first)).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(host.asked).toEqual([]);
  });

  test("Q3 a redirect is not followed", async () => {
    host.asked.length = 0;
    await expect(resolveCommit(fetching("main", { path: "moved" }))).rejects.toMatchObject({ code: "unreachable" });
    expect(host.asked.filter((line) => line.includes("/skills/"))).toEqual([]);
  });

  test("a certificate that nobody believes ends it", async () => {
    const { authorities: _, ...unsure } = fetching("main");
    await expect(resolveCommit(unsure)).rejects.toThrow(/certificate/i);
  });

  test("a host that is not there, a repository that is not, and a commit that is not are each said", async () => {
    await expect(resolveCommit(fetching("main", { path: "none" }))).rejects.toMatchObject({ code: "unreachable" });
    const nowhere = "0123456789abcdef0123456789abcdef01234567";
    await expect(fetchCommit(fetching(nowhere), nowhere)).rejects.toMatchObject({ code: "no_commit" });
    expect(leftBehind()).toEqual([]);
  });

  test("a repository with SHA-256 ids is fetched, too", async () => {
    const other = makeRepository(join(root, "newer"), "sha256");
    const commit = other.commit({ "SKILL.md": SKILL });
    const fetched = await fetchCommit(fetching(commit, { path: "newer" }), commit);
    const reader = objectReader({ run, objects: fetched.objects, format: fetched.format });
    expect(skillFolders((await openCommit(reader, commit)).entries)).toEqual([
      { folder: "", manifests: ["SKILL.md"], within: null },
    ]);
    await fetched.remove();
  });

  test("V3 more bytes or objects than may come end it, and nothing of it is left", async () => {
    const large = makeRepository(join(root, "large"));
    const noise = Buffer.concat(
      Array.from({ length: 60_000 }, (_, index) => createHash("sha256").update(String(index)).digest()),
    );
    const commit = large.commit({ "SKILL.md": SKILL, "noise.bin": noise, ...many(300) });
    const asked = fetching(commit, { path: "large" });
    for (const limits of [
      { ...FETCH_LIMITS, bytes: 100_000 },
      { ...FETCH_LIMITS, objects: 100 },
    ])
      await expect(fetchCommit({ ...asked, limits }, commit)).rejects.toMatchObject({ code: "too_large" });
    expect(leftBehind()).toEqual([]);
  });
});

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.txt`, `file ${index}\n`]));
