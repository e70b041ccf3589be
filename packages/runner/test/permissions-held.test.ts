import { existsSync } from "node:fs";
import { chmod, chown, readdir, readFile, symlink } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type RunnableSkill, runTool, type ToolOutcome } from "../src/index.ts";
import { type RunPlace, runPlace } from "./run-context.ts";
import { toolManifest } from "./sample-tools.ts";

let place: RunPlace;
let host: Server;
let address: string;

const act = (skill: RunnableSkill, what: string, where: string): Promise<ToolOutcome> =>
  runTool(place.ctx, { skill, tool: "act", input: { what, where } });
const permissionOf = async (outcome: Promise<ToolOutcome>) => (await outcome).error?.permission;

beforeAll(async () => {
  place = await runPlace();
  host = createServer((_request, response) => response.end("from the network")).listen(0, "127.0.0.1");
  await new Promise((resolve) => host.once("listening", resolve));
  address = `127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(async () => {
  host.close();
  await place.remove();
});

await describeWith("bubblewrap", "permissions are what a tool has, and all it has", () => {
  test("what was not granted is stopped, and the permission is named", async () => {
    const bare = await place.toolSkill("bare", ["network:none", "filesystem:none"]);
    for (const [what, where, permission] of [
      ["read", "~/.ssh/id_ed25519", "filesystem:read:~/.ssh/id_ed25519"],
      ["read", join(place.dir, "person/notes/list.txt"), "filesystem:read:~/notes/list.txt"],
      ["fetch", `http://${address}/`, `network:read:${address}`],
      ["start", "git", "shell:execute:git"],
      ["variable", "A_SECRET", "env:read:A_SECRET"],
    ] as const) {
      const { ok, error } = await act(bare, what, where);
      expect({ ok, code: error?.code, permission: error?.permission }, error?.message).toEqual({
        ok: false,
        code: "permission_denied",
        permission,
      });
      expect(error?.message).toContain(permission);
    }
    const failed = await act(bare, "fail", "");
    expect(failed.error).toEqual({ code: "tool_failed", message: "ValueError: this is why" });
  });

  test("H-B3 a call of which something does not end fails, and says so, whatever it answered", async () => {
    const skill = await place.toolSkill("lasting", ["filesystem:read:~/notes/**"]);
    const { confine } = place.ctx;
    const lasting = Object.assign(
      async (...asked: Parameters<typeof confine>) => {
        const result = await confine(...asked);
        return { ...result, denials: [...result.denials, { kind: "unended" as const }] };
      },
      { isolation: confine.isolation },
    );
    const call = { skill, tool: "act", input: { what: "read", where: "~/notes/list.txt" } };
    expect(await runTool(place.ctx, call)).toMatchObject({ ok: true });
    const { ok, error } = await runTool({ ...place.ctx, confine: lasting }, call);
    expect(ok).toBe(false);
    expect(error).toMatchObject({ code: "limit_exceeded", message: expect.stringContaining("does not end") });
  });

  test("what was granted is there; the home's secrets and what a home starts are not", async () => {
    const granted = await place.toolSkill("granted", [
      "filesystem:read:~/**",
      `network:read:${address}`,
      "shell:execute:git",
      "env:read:A_*",
    ]);
    expect((await act(granted, "read", "~/notes/list.txt")).output).toEqual({ text: "bread" });
    expect((await act(granted, "fetch", `http://${address}/`)).output).toEqual({ text: "from the network" });
    expect((await act(granted, "start", "git")).output).toEqual({ code: 0 });
    expect((await act(granted, "variable", "A_SECRET")).output).toEqual({ value: "kept" });
    for (const secret of ["~/.ssh/id_ed25519", "~/.netrc", "~/.gaia/credentials.json"])
      expect((await act(granted, "read", secret)).error?.message, secret).toContain("which is never granted");
    expect(await permissionOf(act(granted, "write", "~/notes/list.txt"))).toBe("filesystem:write:~/notes/list.txt");
    expect(await permissionOf(act(granted, "post", `http://${address}/`))).toBe(`network:write:${address}`);
    const home = await place.toolSkill("whole-home", ["filesystem:write:~/**"]);
    expect((await act(home, "read", "x")).error).toMatchObject({ code: "permission_refused" });
  });

  test("H-B4 this machine and private networks are reached where a person lets it, never by the manifest alone", async () => {
    const scopes = [`network:read:${address}`, `network:read:localhost:${address.split(":")[1]}`];
    const skill = { ...(await place.toolSkill("near", scopes)), granted: scopes };
    const { error } = await act(skill, "fetch", `http://${address}/`);
    expect(error).toMatchObject({ code: "permission_denied" });
    expect(error?.message).toContain("--allow-private 127.0.0.1");
    const call = (host: string, near: string[]) =>
      runTool(place.ctx, { skill, tool: "act", input: { what: "fetch", where: `http://${host}/` }, near });
    expect(await call(address, ["127.0.0.1"])).toMatchObject({ output: { text: "from the network" } });
    expect(await call(address, ["localhost"])).toMatchObject({ ok: false });
    expect(await call(`LocalHost:${address.split(":")[1]}`, ["localhost"])).toMatchObject({ ok: true });
    const agreed = { ...skill, granted: [...scopes, "private-network:127.0.0.1"] };
    expect(await act(agreed, "fetch", `http://${address}/`)).toMatchObject({ ok: true });
  });

  test("H-B5 a socket in a directory that was opened is spoken to by nobody", async () => {
    const path = join(place.dir, "person/notes/service");
    const heard = vi.fn();
    const server = createSocket(heard).listen(path);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    await chmod(path, 0o777);
    const tools = `
import socket
from gaia.agents.base.tools import tool

@tool
def greet(name: str) -> dict:
    """Nothing."""
    return {}

@tool
def act(what: str, where: str = "") -> dict:
    """Speaks to a socket."""
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(where)
    return {"spoke": True}
`;
    const speaker = (permission: string) =>
      place.skill(
        "speaker",
        { "SKILL.md": toolManifest("speaker", [permission]), "tools.py": tools },
        { granted: [permission] },
      );
    for (const permission of ["filesystem:read:~/notes/**", "filesystem:write:~/notes/**"])
      expect(await act(await speaker(permission), "speak", path), permission).toMatchObject({ ok: false });
    expect(heard).not.toHaveBeenCalled();
    const lists = await place.toolSkill("lists", ["filesystem:read:~/notes/**"]);
    expect((await act(lists, "read", "~/notes/list.txt")).output).toEqual({ text: "bread" });
    for (const door of ["/tmp/tmux-1000/**", "/tmp/.X11-unix", "/tmp/ssh-x1/agent.1"])
      expect(await act(await speaker(`filesystem:read:${door}`), "speak", door), door).toMatchObject({
        error: { code: "permission_refused", message: expect.stringContaining("services") },
      });
  });

  test("a scope is written where it says, and its repository's hooks are not", async () => {
    await place.layDown("person/project/out", { ".git/hooks/pre-commit": "echo" });
    const writer = await place.toolSkill("writer", ["filesystem:write:./out/**"]);
    expect((await act(writer, "write", "out/new.txt")).ok).toBe(true);
    expect(await readFile(join(place.dir, "person/project/out/new.txt"), "utf8")).toBe("hello");
    expect(await permissionOf(act(writer, "read", "a.txt"))).toBe("filesystem:read:./a.txt");
    await act(writer, "write", "b.txt");
    expect(await readdir(join(place.dir, "person/project"))).not.toContain("b.txt");
    expect((await act(writer, "write", "out/.git/hooks/pre-commit")).ok).toBe(false);
  });

  test("what runs by itself where somebody works is neither changed nor made, at any depth", async () => {
    await place.layDown("person/project/packages/one", {
      ".claude/settings.json": "{}",
      ".mcp.json": "{}",
      "AGENTS.md": "Be kind.",
      "a.txt": "a",
    });
    const writer = await place.toolSkill("deep-writer", ["filesystem:write:./**"]);
    for (const path of ["packages/one/.claude/settings.json", "packages/one/.mcp.json", "packages/one/AGENTS.md"])
      expect((await act(writer, "write", path)).ok, path).toBe(false);
    expect((await act(writer, "write", "packages/one/a.txt")).ok).toBe(true);
    const { ok, error } = await act(writer, "write", "packages/one/.envrc");
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: "permission_denied" });
    expect(error?.message).toContain("packages/one/.envrc, which runs outside the sandbox");
    expect(await readdir(join(place.dir, "person/project/packages/one"))).not.toContain(".envrc");
    for (const name of [".Rprofile", ".devcontainer.json", "CLAUDE.md", "Agents.md", "GEMINI.md", ".cargo", ".direnv"])
      expect((await act(writer, "write", `packages/${name}`)).error?.message, name).toContain(
        `packages/${name}, which`,
      );
    expect(await readdir(join(place.dir, "person/project/packages"))).not.toContain("CLAUDE.md");
  });

  test("a scope that asks to write to what runs by itself, or into it, is refused by name, and nothing is made", async () => {
    const project = await place.layDown("person/project", {
      "repository/.git/hooks/pre-push": "echo",
      "repository/a.txt": "a",
      "mirror/HEAD": "ref: refs/heads/main",
      "mirror/objects/pack/x": "",
      "mirror/refs/heads/main": "",
    });
    await symlink(join(project, "repository/.git/hooks"), join(project, "harmless"));
    for (const scope of [
      "./repository/.git/hooks/**",
      "./repository/.git/**",
      "./repository/.GIT/hooks/pre-push",
      "./harmless/**",
      "./repository/*/.git/**",
      "./fresh/.vscode/**",
      "./fresh/.github/workflows/*.yml",
      "./fresh/.GitHub/Actions/one/**",
      "./fresh/.envrc",
      "./fresh/.cargo/**",
      "./mirror/**",
      "./mirror/hooks/**",
    ]) {
      const permission = `filesystem:write:${scope}`;
      const { error } = await act(await place.toolSkill("into-guarded", [permission]), "write", "x");
      expect(error, scope).toMatchObject({ code: "permission_refused", permission });
      expect(error?.message, scope).toContain(`${permission} is not given`);
    }
    expect(existsSync(join(project, "fresh"))).toBe(false);
    expect(await readFile(join(project, "repository/.git/hooks/pre-push"), "utf8")).toBe("echo");
    const database = await place.toolSkill("into-guarded", ["database:write:./repository/.git/hooks/x.db"]);
    expect((await act(database, "write", "x")).error?.code).toBe("permission_refused");
    const reader = await place.toolSkill("of-guarded", [
      "filesystem:read:./repository/.git/**",
      "filesystem:write:~/.gaia/data/own/**",
    ]);
    expect(await act(reader, "read", "repository/.git/hooks/pre-push")).toMatchObject({ output: { text: "echo" } });
    expect(await act(reader, "write", "~/.gaia/data/own/a.txt")).toMatchObject({ ok: true });
    const around = await place.toolSkill("around", ["filesystem:write:./repository/.github/**"]);
    expect((await act(around, "write", "repository/.github/workflows")).error?.code).toBe("permission_denied");
  });

  test("a link that leads out of the scope's base is refused, and nothing runs", async () => {
    await symlink(join(place.dir, "person/.ssh"), join(place.dir, "person/project/data"));
    await symlink(join(place.dir, "person/notes"), join(place.dir, "person/project/notes"));
    for (const scope of ["./data/**", "./notes/**", "./../notes/**", "/", "/proc/**", "~/.gaia/skills/**"]) {
      const skill = await place.toolSkill("linked", [`filesystem:read:${scope}`]);
      const { error } = await act(skill, "read", "x");
      expect(error, scope).toMatchObject({ code: "permission_refused", permission: `filesystem:read:${scope}` });
    }
  });

  test.skipIf(process.getuid?.() !== 0)(
    "H-B1 as root what a skill's user may not use is refused with that reason",
    async () => {
      const project = await place.layDown("person/project", { "of-root/a.txt": "a", "shown/a.txt": "a" });
      await chmod(join(project, "of-root"), 0o700);
      // Laying down a skill gives all of the place away.
      const ofRoot = async (...scopes: string[]): Promise<RunnableSkill> => {
        const skill = await place.toolSkill("as-root", scopes);
        for (const name of ["of-root", "shown"]) await chown(join(project, name), 0, 0);
        return skill;
      };
      for (const permission of [
        "filesystem:read:./of-root/**",
        "filesystem:write:./of-root/**",
        "filesystem:write:./shown/**",
      ]) {
        const { error } = await act(await ofRoot(permission), "read", "x");
        expect(error, permission).toMatchObject({ code: "permission_refused", permission });
        expect(error?.message).toContain("started by root, a skill runs as user 61001, who may not");
      }
      const reader = await ofRoot("filesystem:read:./shown/**", "filesystem:write:./made/new/**");
      expect(await act(reader, "read", "shown/a.txt")).toMatchObject({ output: { text: "a" } });
      expect(await act(reader, "write", "made/new/b.txt")).toMatchObject({ ok: true });
    },
  );

  test("what its tier asks a person for counts only when somebody agreed", async () => {
    const shell = await place.toolSkill("shell", ["shell:execute:git"]);
    expect((await act(shell, "start", "git")).ok).toBe(true);
    expect(await permissionOf(act({ ...shell, granted: [] }, "start", "git"))).toBe("shell:execute:git");
    expect((await act({ ...shell, granted: [], tier: "verified" }, "start", "git")).ok).toBe(true);
    const added = { skill: { ...shell, granted: [] }, tool: "act", input: { what: "start", where: "git" } };
    expect((await runTool(place.ctx, { ...added, added: ["shell:execute:git"] })).ok).toBe(true);
  });

  test("without a sandbox nothing is run", async () => {
    const bare = await place.toolSkill("bare", ["network:none"]);
    const confine = Object.assign(() => Promise.reject(new Error("it ran")), { isolation: "none" as const });
    const outcome = await runTool({ ...place.ctx, confine }, { skill: bare, tool: "greet", input: { name: "Ada" } });
    expect(outcome).toMatchObject({ ok: false, error: { code: "no_isolation" }, isolation: "none" });
  });
});
