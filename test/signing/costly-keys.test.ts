import { setImmediate as nextTurn } from "node:timers/promises";
import { armor, config, enums, unarmor } from "openpgp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { cpuMs as threadCpuMs } from "../harness/cpu-time.ts";
import { costlyKey } from "../harness/costly-keys.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

const COSTLY_KEYS = 30;
/** What an unknown signer may cost here, against like requests: CPU time of the whole process, threads included; and of one turn of its loop. */
const MOST_TIMES = 3;

const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

await describeWith("gpg", "Keys that are built to cost", () => {
  let registry: TestRegistry;
  let mallory: string;
  let ada: string;
  let key: GpgIdentity;
  let stranger: GpgIdentity;
  let sums: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const register = (publicKey: string, token: string, handle: string) =>
    call(api(`/publishers/${handle}/keys`), { token, json: { kind: "openpgp", public_key: publicKey } });
  const send = (signature: string, name = "costly", token = mallory) =>
    call(api(`/skills/${name}/1.0.0/signatures`), {
      token,
      body: signature,
      type: "application/pgp-signature",
    });
  /** The signature with some of its bytes changed, and a right checksum. */
  const forged = async (signature: string, change: (bytes: Buffer) => void): Promise<string> => {
    const { data } = await unarmor(signature);
    const bytes = Buffer.from(data as Uint8Array); // armored text gives bytes
    change(bytes);
    return armor(enums.armor.signature, new Uint8Array(bytes), undefined, undefined, undefined, true);
  };

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { PUBLISHER_KEYS: String(COSTLY_KEYS + 1) },
    });
    mallory = await account(registry.url, registry.adminToken, "mallory");
    ada = await account(registry.url, registry.adminToken, "ada");
    key = await gpgIdentity("Mallory <mallory@example.org>");
    stranger = await gpgIdentity("Stranger <stranger@example.org>");
    expect((await register(key.publicKey, mallory, "mallory")).status).toBe(201);
    expect((await publish(registry.url, mallory, sampleZip({ name: "costly" }))).status).toBe(201);
    const plain = await gpgIdentity("Plain <plain@example.org>");
    expect((await register(plain.publicKey, ada, "ada")).status).toBe(201);
    plain.close();
    expect((await publish(registry.url, ada, sampleZip({ name: "plain" }))).status).toBe(201);
    sums = (await call(api("/skills/costly/1.0.0/sums"), { token: mallory })).body as unknown as string;
    for (let nth = 0; nth < COSTLY_KEYS; nth++) {
      const costly = await costlyKey(`costly${nth}`, 120, config);
      expect(costly.length).toBeGreaterThan(30_000);
      expect((await register(costly, mallory, "mallory")).status).toBe(201);
    }
  });
  afterAll(async () => {
    await registry.close();
    key.close();
    stranger.close();
  });

  test("K2 beside 30 keys of 38 kB an unknown signer costs next to nothing, and a known one finds its key", async () => {
    const unknown = stranger.sign(sums);
    const tenAtOnce = (name: string, token: string) => Array.from({ length: 10 }, () => send(unknown, name, token));
    const answers: { status: number; body: unknown }[] = [];
    const spent = { costly: 0, plain: 0 };
    for (let round = 0; round < 4; round++) {
      spent.plain += await cpuMs(() => Promise.all(tenAtOnce("plain", ada)));
      spent.costly += await cpuMs(async () => answers.push(...(await Promise.all(tenAtOnce("costly", mallory)))));
    }
    for (const answer of answers) expect(answer).toMatchObject({ status: 422, body: { code: "signer_unknown" } });
    expect(spent.costly / spent.plain).toBeLessThan(MOST_TIMES);
    expect((await send(key.sign(sums))).status).toBe(201);
  });

  test("K2 fifty unknown signers cost about what known ones do, and what as many texts that are no signature do", async () => {
    const unknown = stranger.sign(sums);
    const noSignature = "-".repeat(unknown.length);
    const bodies = { unknown: () => unknown, none: () => noSignature, known: () => key.sign(sums) };
    const spent = { unknown: 0, none: 0, known: 0 };
    const each = Object.keys(bodies) as (keyof typeof bodies)[];
    for (let round = 0; round < 6; round++) {
      for (const which of each) {
        // One signature a round: a version holds a dozen, and how many differ would be a matter of the clock.
        const body = bodies[which]();
        const statuses = new Set<number>();
        const ms = await cpuMs(async () => {
          for (let nth = 0; nth < 10; nth++) statuses.add((await send(body)).status);
        });
        for (const status of statuses) expect(which === "known" ? [200, 201] : [422]).toContain(status);
        // The first round warms up.
        if (round > 0) spent[which] += ms / 50;
      }
    }
    expect(spent.unknown).toBeLessThan(spent.known * MOST_TIMES);
    expect(spent.unknown).toBeLessThan(spent.none * MOST_TIMES);
  });

  test("K2 ten unknown signers at once keep /healthz waiting no longer than ten texts that are no signature", async () => {
    const unknown = stranger.sign(sums);
    /** The longest that nobody else had a turn meanwhile, in milliseconds of CPU time of the thread that answers: so long others wait. */
    const longestTurn = async (body: string): Promise<number> => {
      const state = { isOver: false };
      const ten = Promise.all(Array.from({ length: 10 }, () => send(body))).finally(() => (state.isOver = true));
      const asked = fetch(`${registry.url}/healthz`);
      let longest = 0;
      do {
        const from = threadCpuMs();
        await nextTurn();
        longest = Math.max(longest, threadCpuMs() - from);
      } while (!state.isOver);
      expect((await asked).status).toBe(200);
      for (const { status } of await ten) expect(status).toBe(422);
      return longest;
    };
    const turns = { unknown: [] as number[], none: [] as number[] };
    for (let round = 0; round < 9; round++) {
      turns.none.push(await longestTurn("-".repeat(unknown.length)));
      turns.unknown.push(await longestTurn(unknown));
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;
    // The clock of CPU time ticks in steps of 4 ms on some machines.
    expect(median(turns.unknown)).toBeLessThan(Math.max(median(turns.none), 4) * MOST_TIMES);
  });

  test("K2 a publisher has so many keys and no more, revoked ones included; others are not touched by it", async () => {
    const one = await costlyKey("one-more", 1, config);
    expect(await register(one, mallory, "mallory")).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining(`has ${COSTLY_KEYS + 1} keys`) },
    });
    expect((await register(one, ada, "ada")).status).toBe(201);
    // What is known already may still come again.
    expect((await register(key.publicKey, mallory, "mallory")).status).toBe(200);
  });

  test("K2 too many signatures, packets or bytes are refused with a reason", async () => {
    const many = await costlyKey("too-many", 129, config);
    expect(await register(many, ada, "ada")).toMatchObject({
      status: 422,
      body: { code: "invalid_key", detail: expect.stringContaining("more than 128 signatures") },
    });
    const { data } = await unarmor(stranger.publicKey);
    const markers = Buffer.concat(Array.from({ length: 1_024 }, () => Buffer.from([0xca, 3, 0x50, 0x47, 0x50])));
    const bytes = new Uint8Array(Buffer.concat([Buffer.from(data as Uint8Array), markers]));
    const padded = armor(enums.armor.publicKey, bytes, undefined, undefined, undefined, true);
    expect(await register(padded, ada, "ada")).toMatchObject({
      status: 422,
      body: { code: "invalid_key", detail: expect.stringContaining("1024 packets") },
    });
    expect((await register("x".repeat(70_000), ada, "ada")).status).toBe(400);
  });

  test("K2 a signature that names another signer, or nobody, is refused without a search", async () => {
    const theirs = stranger.sign(sums);
    const own = Buffer.from(stranger.fingerprint, "hex");
    const replaced = (by: Buffer) => (bytes: Buffer) => {
      for (let at = bytes.indexOf(own); at >= 0; at = bytes.indexOf(own, at + 1)) by.copy(bytes, at);
      const id = own.subarray(12);
      for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) by.subarray(12).copy(bytes, at);
    };
    const claimed = await forged(theirs, replaced(Buffer.from(key.fingerprint, "hex")));
    expect(await send(claimed)).toMatchObject({
      status: 422,
      body: { code: "signature_invalid", detail: expect.stringContaining("does not match these bytes") },
    });
    expect(await send(await forged(theirs, replaced(Buffer.alloc(20))))).toMatchObject({ status: 422 });
    const padded = await forged(theirs, () => {});
    expect(await send(padded + "x".repeat(20_000))).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("longer than 16384 characters") },
    });
  });

  test("K2 keys that were registered before signers were stored are read once", async () => {
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE signing_keys SET signer_ids = NULL WHERE fingerprint = '${key.fingerprint}'; COMMIT;`,
    );
    // The first test may have signed in this very second: the same bytes again would be known.
    const another = key.sign(sums).replace("\n", "\nComment: another\n");
    expect((await send(another)).status).toBe(201);
    const [row] = await rowsOf<{ signer_ids: string[] }>(
      registry,
      "SELECT signer_ids FROM signing_keys WHERE fingerprint = $1",
      [key.fingerprint],
    );
    expect(row?.signer_ids).toEqual([key.fingerprint, key.fingerprint.slice(-16)]);
  });
});
