import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readArchive, sha256Hex, sumsOf } from "@gaia/archive";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../../test/fake-registry.ts";
import { fakeVersion, manifestText, skillFiles } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";

let fake: FakeRegistry;
let home: CliHome;
let dir: string;
const files = skillFiles({ name: "web-search", version: "1.0.0" });
const token = { GAIA_TOKEN: "gsk_abcdefghijklmnopqrstuvwxyz012345" };

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url, token);
  dir = join(home.dir, "my-skill");
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), bytes);
  }
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
};
const packed = async () => {
  expect(await home.run(["pack", dir, "-o", "out.zip"])).toMatchObject({ code: 0 });
  return readArchive(new Uint8Array(await readFile(join(home.dir, "out.zip")))).files.map(({ path }) => path);
};

describe("validate", () => {
  test("says valid with exit 0 without any registry", async () => {
    const run = await home.run(["validate", dir]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain("valid web-search 1.0.0");
    expect(fake.requests).toEqual([]);
  });

  test("shows the line with a caret under the place, exit 4", async () => {
    await put("SKILL.md", manifestText({ name: "web-search", version: "1" }));
    const run = await home.run(["validate", dir]);
    expect(run.code).toBe(4);
    const [, line] = /^SKILL\.md:3:(\d+) error SK\d+ /m.exec(run.stdout) ?? [];
    expect(run.stdout).toContain(`    3 | version: 1\n      | ${" ".repeat(Number(line) - 1)}^\n`);
    const json = JSON.parse((await home.run(["validate", dir, "--json"])).stdout) as {
      valid: boolean;
      diagnostics: unknown[];
    };
    expect(json.valid).toBe(false);
    expect(json.diagnostics.length).toBeGreaterThan(0);
  });

  test("X7 a hostile manifest cannot draw on the terminal", async () => {
    await put("SKILL.md", manifestText({ name: "\u001b[2Jevil\u202e\u009b1m", version: "1.0.0" }));
    const run = await home.run(["validate", dir]);
    expect(run.code).toBe(4);
    expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test("A4 a symbolic link is SK1007 and is never followed; a missing directory is 3", async () => {
    await symlink("/etc/passwd", join(dir, "notes.txt"));
    const run = await home.run(["validate", dir]);
    expect(run.code).toBe(4);
    expect(run.stdout).toContain("notes.txt error SK1007");
    expect((await home.run(["pack", dir])).code).toBe(4);
    expect((await home.run(["validate", join(home.dir, "nothing")])).code).toBe(3);
  });

  test("more files than a package may hold is refused before they are all read", async () => {
    for (let index = 0; index < 520; index += 1) await writeFile(join(dir, `f${index}`), "x");
    const run = await home.run(["validate", dir]);
    expect(run.code).toBe(4);
    expect(run.stdout).toMatch(/error SK1012 .*500 files/);
    expect((await home.run(["pack", dir])).stderr).toContain("SK1012");
  });
});

describe("pack", () => {
  test("gives the same bytes each time, without what never belongs to a package", async () => {
    const rubbish = [
      ".git/config",
      "node_modules/x/i.js",
      "lib/__pycache__/a.pyc",
      ".DS_Store",
      "lib/.DS_Store",
      "SHA256SUMS",
      "SHA256SUMS.asc",
      "signature.json",
    ];
    expect(await packed()).toEqual(["SKILL.md", "lib/words.py", "tools.py"]);
    const before = await readFile(join(home.dir, "out.zip"));
    for (const path of rubbish) await put(path, "x");
    expect(await packed()).toEqual(["SKILL.md", "lib/words.py", "tools.py"]);
    expect(await readFile(join(home.dir, "out.zip"))).toEqual(before);
  });

  test("honours .skillignore: exact paths, *, and a slash at the end", async () => {
    for (const path of ["a.log", "lib/b.log", "tests/t.py", "docs/secret.txt", "docs/open.txt", "tests.py"])
      await put(path, "x");
    await put(".skillignore", "# mine\n*.log\ntests/\ndocs/secret.txt\n");
    expect(await packed()).toEqual(["SKILL.md", "docs/open.txt", "lib/words.py", "tests.py", "tools.py"]);
  });
});

test("digest prints the very text that is signed, by coreutils' rules", async () => {
  const { stdout, code } = await home.run(["digest", dir, "--publisher", "ada"]);
  expect(code).toBe(0);
  expect(stdout).toBe(
    sumsOf(
      { publisher: "ada", name: "web-search", version: "1.0.0" },
      files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) })),
    ),
  );
  await writeFile(join(dir, "SHA256SUMS"), stdout);
  execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: dir, stdio: "ignore" });
  fake.on("GET", "/api/v1/whoami", { body: { handle: "bob", role: "user", publishers: ["bob"] } });
  expect((await home.run(["digest", dir])).stdout).toContain("publisher=bob ");
});

describe("publish", () => {
  const received = {
    ...fakeVersion({ name: "web-search", version: "1.0.0", publisher: "ada", tier: "experimental" }),
    status: "received" as const,
    verdict: null,
    verdict_reason: null,
  };

  test("--wait asks until the inspection ended, then says tier, verdict, reason and what is next", async () => {
    let asked = 0;
    fake.on("POST", "/api/v1/skills", { status: 201, body: received });
    fake.on("GET", "/api/v1/skills/web-search/1.0.0", () => {
      asked += 1;
      if (asked === 2) return problem(503, "unavailable", "A door is shut.");
      return {
        body:
          asked < 4
            ? { ...received, status: "inspecting" }
            : { ...received, status: "published", verdict: "ALLOW", verdict_reason: "No finding." },
      };
    });
    const run = await home.run(["publish", dir, "--wait", "--version", "1.0.0", "--publisher", "ada"]);
    expect(run).toMatchObject({ code: 0 });
    expect(asked).toBe(4);
    expect(run.stdout).toContain("verdict  ALLOW: No finding.");
    expect(run.stderr).toContain("sign it with `npx gaia skill sign DIR --gpg`");
    const [upload] = fake.requests;
    expect(upload?.path).toBe("/api/v1/skills?version=1.0.0&publisher=ada");
    expect(upload?.headers["content-type"]).toBe("application/zip");
    expect(readArchive(new Uint8Array(upload?.body ?? [])).files.map(({ path }) => path)).toEqual(
      files.map(({ path }) => path),
    );
  });

  test("--wait says when the registry installs its scanners first", async () => {
    const installing = { status: "ready", scanners: { status: "installing", progress: "fetching bandit (1 of 37)" } };
    let asked = 0;
    fake.on("POST", "/api/v1/skills", { status: 201, body: received });
    fake.on("GET", "/readyz", { body: installing });
    fake.on("GET", "/api/v1/skills/web-search/1.0.0", () => {
      asked += 1;
      return { body: asked < 3 ? received : { ...received, status: "published", verdict: "ALLOW" } };
    });
    const run = await home.run(["publish", dir, "--wait"]);
    expect(run.code).toBe(0);
    expect(run.stderr.split("installing its scanners").length, run.stderr).toBe(2);
  });

  test("a quarantine ends with exit 4 and the reason", async () => {
    fake.on("POST", "/api/v1/skills", {
      status: 201,
      body: {
        ...received,
        status: "quarantined",
        verdict: "BLOCK",
        verdict_reason: "It pipes a download into a shell.",
      },
    });
    const run = await home.run(["publish", dir, "--wait"]);
    expect(run.code).toBe(4);
    expect(run.stdout).toContain("It pipes a download into a shell.");
  });

  test("the registry's diagnostics point into the local files", async () => {
    const errors = [
      { code: "SK3011", severity: "error", file: "SKILL.md", line: 3, column: 10, message: "No.", hint: null },
    ];
    fake.on("POST", "/api/v1/skills", problem(422, "invalid_manifest", "Refused.", { errors }));
    const run = await home.run(["publish", dir]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("3 | version: 1.0.0");
    expect((await home.run(["publish", join(home.dir, "nothing.zip")])).code).toBe(3);
    await writeFile(join(home.dir, "junk.zip"), "junk");
    expect((await home.run(["publish", join(home.dir, "junk.zip")])).code).toBe(4);
  });

  test("an archive is sent as it is", async () => {
    fake.on("POST", "/api/v1/skills", { status: 201, body: received });
    await packed();
    expect(await home.run(["publish", "out.zip"])).toMatchObject({ code: 0 });
    expect(fake.requests.at(-1)?.body).toEqual(await readFile(join(home.dir, "out.zip")));
  });
});

describe.skipIf(!hasGpg())("sign and keys (needs gpg)", () => {
  let ada: GpgHome;
  beforeAll(() => {
    ada = gpgHome("ada");
  });
  afterAll(() => ada.remove());
  const sums = sumsOf(
    { publisher: "ada", name: "web-search", version: "1.0.0" },
    files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) })),
  );
  const at = "/api/v1/skills/web-search/1.0.0";

  test("sign sends gpg's own signature over the author's files", async () => {
    fake.on("GET", `${at}/sums`, { body: sums, headers: { "content-type": "text/plain" } });
    fake.on("POST", `${at}/signatures`, {
      status: 201,
      body: fakeVersion({ name: "web-search", version: "1.0.0", publisher: "ada", tier: "community" }),
    });
    const run = await home.run(["sign", dir, "--gpg", ada.fingerprint, "--publisher", "ada"], { env: ada.env });
    expect(run).toMatchObject({ code: 0 });
    const sent = fake.requests.at(-1);
    expect(sent?.headers["content-type"]).toBe("application/pgp-signature");
    await writeFile(join(home.dir, "sums"), sums);
    await writeFile(join(home.dir, "sums.asc"), sent?.body ?? "");
    execFileSync("gpg", ["--verify", "sums.asc", "sums"], {
      cwd: home.dir,
      env: { ...process.env, ...ada.env },
      stdio: "ignore",
    });
  });

  test("G10 sign refuses with exit 4 when the registry has other sums, names the files, and sends nothing", async () => {
    const theirs = sums
      .replace(/[0-9a-f]{64} {2}tools\.py\n/, `${"0".repeat(64)}  tools.py\n`)
      .replace("lib/words.py", "lib/other.py");
    fake.on("GET", `${at}/sums`, { body: theirs, headers: { "content-type": "text/plain" } });
    const run = await home.run(["sign", dir, "--gpg", "--publisher", "ada"], { env: ada.env });
    expect(run.code).toBe(4);
    for (const said of ["tools.py: other content", "lib/words.py: only here", "lib/other.py: only at the registry"])
      expect(run.stderr).toContain(said);
    expect(fake.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("sign for an organisation without a word of it names --publisher, and not the files, which are right", async () => {
    const theirs = sums.replace("publisher=ada", "publisher=acme");
    fake.on("GET", `${at}/sums`, { body: theirs, headers: { "content-type": "text/plain" } });
    const run = await home.run(["sign", dir, "--gpg", "--publisher", "ada"], { env: ada.env });
    expect([run.code, run.stderr]).toEqual([4, expect.stringContaining("add --publisher acme")]);
    expect(run.stderr).not.toContain("sign the directory that you published");
  });

  test("a key id that looks like an option never reaches gpg", async () => {
    fake.on("GET", `${at}/sums`, { body: sums, headers: { "content-type": "text/plain" } });
    const run = await home.run(["sign", dir, "--publisher", "ada", "--gpg=--output=x"], { env: ada.env });
    expect(run).toMatchObject({ code: 4 });
    expect(run.stderr).toContain("does not name a key");
  });

  test("keys add sends the public key alone, and refuses a private one", async () => {
    fake.on("POST", "/api/v1/publishers/ada/keys", ({ body }) => ({
      status: 201,
      body: {
        ...(JSON.parse(body.toString()) as object),
        id: "1",
        fingerprint: ada.fingerprint,
        algorithm: "ed25519",
        user_ids: ["ada"],
        registered_at: "2026-03-15T10:30:00.000Z",
        proven_at: null,
        expires_at: null,
        revoked_at: null,
        revoked_as: null,
      },
    }));
    expect(await home.run(["keys", "add", "--gpg", "--publisher", "ada"], { env: ada.env })).toMatchObject({ code: 0 });
    expect(fake.requests.at(-1)?.body.toString()).toContain("BEGIN PGP PUBLIC KEY BLOCK");
    const secret = execFileSync("gpg", ["--batch", "--armor", "--export-secret-keys"], {
      env: { ...process.env, ...ada.env },
    });
    await writeFile(join(home.dir, "secret.asc"), secret);
    const count = fake.requests.length;
    expect((await home.run(["keys", "add", "secret.asc", "--publisher", "ada"])).code).toBe(4);
    expect(fake.requests).toHaveLength(count);
  });
});
