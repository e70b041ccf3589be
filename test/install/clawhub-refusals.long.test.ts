import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected } from "../harness/api.ts";
import { type ClawhubClient, clawhubClient } from "../harness/clawhub-client.ts";
import { describeWith } from "../harness/describe-with.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

const VERSION = "0.23.3";
const MINUTES = { timeout: 300_000 };
const MIB = 1024 * 1024;

/** A JSON body as the client sends it. */
type Sent = Record<string, unknown>;
interface Passing {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer;
}

/** Stands between the client and the registry, and changes what the client would never send by itself. */
interface Between {
  url: string;
  seen: Passing[];
  /** What goes on instead; an answer of its own goes back. */
  change: ((passing: Passing) => Passing | Response) | null;
  close(): void;
}

async function startBetween(target: string): Promise<Between> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = new Headers();
      for (const name of ["authorization", "content-type", "accept"]) {
        const value = request.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      const { method = "GET", url: path = "/" } = request;
      const passing: Passing = { method, path, headers, body: Buffer.concat(chunks) };
      between.seen.push(passing);
      const changed = between.change?.(passing) ?? passing;
      const answer =
        changed instanceof Response
          ? changed
          : await fetch(target + changed.path, {
              method,
              headers: changed.headers,
              ...(method === "GET" ? {} : { body: new Uint8Array(changed.body) }),
            });
      response.writeHead(
        answer.status,
        Object.fromEntries([...answer.headers].filter(([name]) => !/^content-(enc|len)/.test(name))),
      );
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const between: Between = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    change: null,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return between;
}

const json = (passing: Passing, change: (body: Sent) => Sent): Passing => ({
  ...passing,
  body: Buffer.from(JSON.stringify(change(JSON.parse(passing.body.toString())))),
});

await describeWith("clawhub", `clawhub ${VERSION}, what it is refused`, ({ url: clients }) => {
  let registry: TestRegistry;
  let between: Between;
  let ada: string;
  let own: ClawhubClient;
  let bobs: ClawhubClient;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    between = await startBetween(registry.url);
    ada = await account(registry.url, registry.adminToken, "ada");
    await account(registry.url, registry.adminToken, "bob");
    await publishedAtOnce(registry, { token: ada, name: "many", version: "1.0.0" });
    own = await clawhubClient(clients, { version: VERSION, site: registry.url });
    bobs = await clawhubClient(clients, { version: VERSION, site: registry.url });
    const scopes = ["read", "publish", "yank"];
    await own.login(await narrowToken(registry, { handle: "ada", scopes }));
    await bobs.login(await narrowToken(registry, { handle: "bob", scopes }));
  }, 240_000);
  afterAll(async () => {
    await Promise.all([own.close(), bobs.close()]);
    between.close();
    await registry.close();
  });

  const publishing = async (name: string, more: Record<string, string | Uint8Array> = {}, version = "1.0.0") => [
    "publish",
    await own.folder(name, { ...sampleFiles({ name, version }), ...more }),
    "--slug",
    name,
    "--version",
    version,
  ];
  const isThere = async (name: string) =>
    (await call(`${registry.url}/api/v1/skills/${name}/1.0.0`, { token: ada })).status;
  /** Through the proxy, which changes what it says. */
  const changed = async (args: string[], change: Between["change"], client = own) => {
    between.change = change;
    between.seen.length = 0;
    try {
      return await client.run(args, { CLAWHUB_REGISTRY: `${between.url}/clawhub` });
    } finally {
      between.change = null;
    }
  };

  test(
    "what is larger than a skill may be is 413 in a sentence that the client prints, and nothing is published",
    MINUTES,
    async () => {
      // The client sends files of 10 MB and packages of 50 MB at most; here 10 MiB are all of a skill.
      const file = await own.run(
        await publishing("too-large-file", { "assets/big.bin": new Uint8Array(10 * MIB + 1) }),
      );
      expect([file.code, file.out]).toEqual([1, expect.stringMatching(/big\.bin.*exceeds/)]);
      const halves = { "assets/a.bin": new Uint8Array(6 * MIB), "assets/b.bin": new Uint8Array(6 * MIB).fill(1) };
      const sum = await own.run(await publishing("too-large-sum", halves));
      expect([sum.code, sum.out]).toEqual([1, expect.stringMatching(/MiB|bytes|large/)]);
      const fifty = Object.fromEntries(
        Array.from({ length: 6 }, (_, at) => [`assets/${at}.bin`, new Uint8Array(9 * MIB).fill(at)]),
      );
      const all = await own.run(await publishing("too-large-all", fifty));
      expect([all.code, all.out]).toEqual([1, expect.stringContaining("exceeds")]);
      for (const name of ["too-large-file", "too-large-sum", "too-large-all"])
        expect([name, await isThere(name)]).toEqual([name, 404]);
      const largest = await own.run(await publishing("just-fits", { "assets/a.bin": new Uint8Array(9 * MIB) }));
      expect([largest.code, largest.out]).toEqual([0, expect.stringContaining("just-fits")]);
      await inspected(registry.url, "just-fits", "1.0.0", ada);
    },
  );

  test("a file is announced larger than any may be: 413, in the client's own run", MINUTES, async () => {
    const run = await changed(await publishing("lies-of-size"), (passing) =>
      passing.path.endsWith("/upload-url") ? json(passing, (body) => ({ ...body, size: 11 * MIB })) : passing,
    );
    expect([run.code, run.out]).toEqual([
      1,
      expect.stringMatching(/is larger than the 10 MiB that a skill may have here/),
    ]);
    expect(await isThere("lies-of-size")).toBe(404);
  });

  test.each<[string, (body: Sent) => Sent, RegExp]>([
    ["another SHA-256", (body) => ({ ...body, sha256: "0".repeat(64) }), /size or SHA-256 differ/],
    ["another size", (body) => ({ ...body, size: 1 }), /More came than was announced/],
    ["a path that leads out", (body) => ({ ...body, path: "../../evil.sh" }), /no path of a file below/],
  ])("A1 a ticket for %s is refused in a sentence", MINUTES, async (_, change, why) => {
    const run = await changed(await publishing("tampered"), (passing) =>
      passing.path.endsWith("/upload-url") ? json(passing, change) : passing,
    );
    expect([run.code, run.out]).toEqual([1, expect.stringMatching(why)]);
    expect(await isThere("tampered")).toBe(404);
  });

  test("A1 a ticket that was used, and one of another account, publish nothing", MINUTES, async () => {
    const isCommit = ({ method, path }: Passing) => method === "POST" && path.endsWith("/api/v1/skills");
    let first: Passing | null = null;
    const published = await changed(await publishing("used-once"), (passing) => {
      if (isCommit(passing)) first = passing;
      return passing;
    });
    expect(published).toMatchObject({ code: 0 });
    const used = (first as Passing | null)?.body ?? Buffer.alloc(0);
    const again = await changed(await publishing("used-twice"), (passing) =>
      isCommit(passing)
        ? json(passing, (body) => ({ ...body, files: (JSON.parse(used.toString()) as { files: unknown }).files }))
        : passing,
    );
    expect([again.code, again.out]).toEqual([1, expect.stringContaining("unknown, used or expired")]);
    // Ada's files lie there under her tickets; bob's client names them.
    let adas: Passing | null = null;
    const stopped = await changed(await publishing("never-sent"), (passing) => {
      if (!isCommit(passing)) return passing;
      adas = passing;
      return new Response("not now", { status: 400 });
    });
    expect(stopped.code).toBe(1);
    const named = (adas as Passing | null)?.body ?? Buffer.alloc(0);
    const stolen = await changed(
      await publishing("never-sent"),
      (passing) =>
        isCommit(passing)
          ? json(passing, (body) => ({ ...body, files: (JSON.parse(named.toString()) as { files: unknown }).files }))
          : passing,
      bobs,
    );
    expect([stolen.code, stolen.out]).toEqual([1, expect.stringContaining("unknown, used or expired")]);
    for (const name of ["used-twice", "never-sent"]) expect([name, await isThere(name)]).toEqual([name, 404]);
  });

  test(
    "publish says what is there already, would be, and is a pre-release; a version is published once",
    MINUTES,
    async () => {
      const args = await publishing("turns", { "assets/deep/ümlaut file.bin": new Uint8Array([0, 255, 254]) });
      expect(await own.run([...args, "--dry-run"])).toEqual({
        code: 0,
        out: expect.stringContaining("Would publish turns@1.0.0"),
      });
      expect(await isThere("turns")).toBe(404);
      expect(await own.run(args)).toMatchObject({ code: 0 });
      await inspected(registry.url, "turns", "1.0.0", ada);
      const unchanged = await own.run(["publish", args[1] ?? "", "--slug", "turns"]);
      expect(unchanged).toEqual({ code: 0, out: expect.stringContaining("turns@1.0.0 is already published") });
      await own.folder("turns", { "more.md": "more\n" });
      const duplicate = await own.run(args);
      expect([duplicate.code, duplicate.out]).toEqual([1, expect.stringContaining("1.0.0")]);
      const candidate = await publishing("turns", {}, "2.0.0-rc.1");
      expect(await own.run(candidate)).toMatchObject({ code: 0 });
      await inspected(registry.url, "turns", "2.0.0-rc.1", ada);
      expect((await bobs.run(["inspect", "turns"])).out).toContain("1.0.0");
      expect(await bobs.run(["install", "turns", "--version", "2.0.0-rc.1"])).toMatchObject({ code: 0 });
      expect(await readFile(join(bobs.workdir, "skills/turns/SKILL.md"), "utf8")).toContain("2.0.0-rc.1");
    },
  );

  test(
    "a download that a front sends to an object store by 302 arrives, and the store never sees the token",
    MINUTES,
    async () => {
      const bytes = await (
        await fetch(`${registry.url}/clawhub/api/v1/download?slug=many&version=1.0.0`)
      ).arrayBuffer();
      const asked: (string | undefined)[] = [];
      const store = createServer((request, response) => {
        asked.push(request.headers.authorization);
        response.writeHead(200, { "content-type": "application/zip" }).end(Buffer.from(bytes));
      });
      await new Promise<void>((resolve) => void store.listen(0, "127.0.0.1", resolve));
      const location = `http://127.0.0.1:${(store.address() as AddressInfo).port}/blob?signature=x`;
      const run = await changed(["install", "many"], (passing) =>
        passing.path.includes("/download") ? new Response(null, { status: 302, headers: { location } }) : passing,
      );
      store.close();
      expect(run).toMatchObject({ code: 0 });
      expect(await readFile(join(own.workdir, "skills/many/SKILL.md"), "utf8")).toBe(
        sampleFiles({ name: "many" })["SKILL.md"],
      );
      expect(between.seen.find(({ path }) => path.includes("/download"))?.headers.get("authorization")).toMatch(
        /^Bearer gsk_/,
      );
      expect(asked).toEqual([undefined]);
    },
  );
});

await describeWith("clawhub", `clawhub ${VERSION}, at a limit`, ({ url: clients }) => {
  test("a client that asked too often waits as long as it is told, and then goes on", MINUTES, async () => {
    const registry = await startTestRegistry({ withoutScanners: true, environment: { RATE_LIMIT_READS: "6" } });
    const own = await clawhubClient(clients, { version: VERSION, site: registry.url });
    try {
      let run = { code: 0, out: "" };
      let tookMs = 0;
      for (let count = 0; count < 7 && tookMs < 1_000; count += 1) {
        const limited = await fetch(`${registry.url}/clawhub/api/v1/skills`);
        const begun = Date.now();
        run = await own.run(["explore"]);
        tookMs = limited.status === 429 ? Date.now() - begun : 0;
      }
      expect(run).toEqual({ code: 0, out: expect.stringContaining("No skills found") });
      expect(tookMs).toBeGreaterThan(1_000);
    } finally {
      await own.close();
      await registry.close();
    }
  });
});
