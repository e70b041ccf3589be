import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { call } from "../harness/api.ts";
import { type GitHost, startGitHost } from "../harness/git-host.ts";
import { makeRepository, type TestRepository } from "../harness/git-repository.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles } from "../harness/samples.ts";
import { service } from "../harness/services.ts";

/** Without approval an allow-list has to be said: this one has every name. */
const EVERY = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `${letter}*`);

const [git, bubblewrap] = [await service("git"), await service("bubblewrap")];

describe.skipIf(!git.available || !bubblewrap.available)("a repository is mirrored (needs git and bubblewrap)", () => {
  let here: TestRegistry;
  let host: GitHost;
  let root: string;
  let repository: TestRepository;
  const before = getCACertificates("default");
  const skill = (folder: string, name: string, body = "A sample.") =>
    Object.fromEntries(
      Object.entries(sampleFiles({ name, body })).map(([path, content]) => [`${folder}/${path}`, content]),
    );

  beforeAll(async () => {
    root = await realpath(mkdtempSync(join(tmpdir(), "mirrors-git-")));
    repository = makeRepository(join(root, "team/skills"));
    repository.commit({
      ...skill("skills/greet", "greet"),
      ...skill("skills/count", "count"),
      "plain/note/SKILL.md": "---\nname: note\ndescription: Notes things down for later.\n---\n\nWrite it down.\n",
      ...skill("skills/linked", "linked"),
      "skills/linked/passwords@": "/etc/passwd",
    });
    host = await startGitHost(root);
    setDefaultCACertificates([...before, readFileSync(host.certificates, "utf8")]);
    here = await startTestRegistry({ withoutScanners: true });
  });
  afterAll(async () => {
    await here?.close();
    setDefaultCACertificates(before);
    await host?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const admin = (path: string, json?: unknown, method?: string) =>
    call(`${here.url}/api/v1/admin/mirrors${path}`, {
      token: here.adminToken,
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
  const ended = async (id: string) => {
    for (;;) {
      const { body } = await admin(`/${id}?limit=100`);
      if (!["listing", "taking"].includes(body.state)) {
        await here.settle();
        return (await admin(`/${id}?limit=100`)).body;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const address = () => `git+${host.url}/team/skills/.git#main`;
  const versionsOf = () => rowsOf(here, "SELECT count(*)::int AS versions FROM versions");

  test("each skill of a branch is published with its commit, once, and what changed comes with the next run", async () => {
    const commit = repository.git("rev-parse", "HEAD");
    const begun = await admin("", { only: EVERY, address: address() });
    expect(begun).toMatchObject({ status: 201, body: { state: "listing", address: address() } });
    const mirror = await ended(begun.body.id);
    expect(mirror).toMatchObject({ source: "git", state: "done", reason: null });
    const outcomes = mirror.items.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      greet: "published",
      count: "published",
      note: "published",
      linked: "refused",
    });
    expect(mirror.items.find(({ name }: { name: string }) => name === "linked").reason).toBe(
      "passwords is a symbolic link.",
    );
    const { body } = await call(`${here.url}/api/v1/skills/greet/1.0.0`);
    expect(body).toMatchObject({
      security_tier: "experimental",
      mirrored_from: {
        upstream: `git+${host.url}/team/skills/.git`,
        source: "git",
        origin: `git+${host.url}/team/skills/.git#${commit}/skills/greet`,
        digest: `git-tree:${repository.git("rev-parse", "HEAD:skills/greet")}`,
      },
    });
    const note = await call(`${here.url}/api/v1/skills/note`);
    expect(note.body.version).toMatch(/^0\.0\.0-[0-9a-f]{12}$/);
    const audit = await call(`${here.url}/api/v1/admin/audit?limit=100`, { token: here.adminToken });
    expect(
      audit.body.items.map(({ action, detail }: { action: string; detail: object }) => ({ action, detail })),
    ).toContainEqual({ action: "mirror.ask", detail: { host: new URL(host.url).host } });

    const known = await versionsOf();
    expect((await admin(`/${mirror.id}/run`, undefined, "POST")).status).toBe(200);
    expect(await ended(mirror.id)).toMatchObject({ run: 2, state: "done" });
    expect(await versionsOf()).toEqual(known);

    repository.commit({
      "plain/note/SKILL.md": "---\nname: note\ndescription: Notes things down.\n---\n\nWrite it.\n",
    });
    await admin(`/${mirror.id}/run`, undefined, "POST");
    expect(await ended(mirror.id)).toMatchObject({ run: 3, state: "done" });
    // What did not change is the same item still.
    expect(await rowsOf(here, "SELECT count(*)::int AS items FROM mirror_items")).toEqual([{ items: 5 }]);
    const again = await call(`${here.url}/api/v1/skills/note`);
    expect(again.body.versions).toHaveLength(2);
    // The first one is held against the commit that it came from, not against what the branch has now.
    const home = await cliHome(here.url);
    const run = await home.run(["verify", `note@${note.body.version}`, "--source", repository.directory, "--json"]);
    expect([run.code, JSON.parse(run.stdout).source]).toMatchObject([
      0,
      { commit, folder: "plain/note", named_by: "mirror", differences: [] },
    ]);
    await home.remove();
    expect((await call(`${here.url}/api/v1/skills/greet`)).body.versions).toHaveLength(1);
  });

  test("a repository that was mirrored at a branch goes on at a tag", async () => {
    repository.commit({ "plain/note/SKILL.md": "---\nname: note\ndescription: Notes.\n---\n\nWrite.\n" });
    repository.git("tag", "v2");
    const { body } = await admin("", { only: EVERY, address: `git+${host.url}/team/skills/.git#v2` });
    const { items } = await ended(body.id);
    const outcomes = items.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      greet: "there",
      count: "there",
      note: "published",
      linked: "refused",
    });
  });

  test("an address of git that is none is refused, and one that cannot be read ends the mirror with its reason", async () => {
    for (const bad of [
      "git+ssh://git@git.example.org/skills",
      "git+file:///etc",
      "git+https://ada:secret@git.example.org/skills",
      "git+https://git.example.org/skills?x=y",
    ])
      expect([bad, (await admin("", { only: EVERY, address: bad })).status]).toEqual([bad, 400]);
    const nowhere = await admin("", { only: EVERY, address: `git+${host.url}/team/skills/.git#nowhere` });
    expect(await ended(nowhere.body.id)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("has no branch and no tag nowhere"),
    });
  });
});
