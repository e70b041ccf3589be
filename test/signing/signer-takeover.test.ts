import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "A skill is not taken over by who signs beside its signer, or reads like it", () => {
  let registry: TestRegistry;
  let ada: string;
  const identities: GpgIdentity[] = [];
  const keyIds = new Map<GpgIdentity, string>();
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = (path: string, token: string, json: unknown) => call(api(path), { token, json });
  const identity = async (token: string, handle: string) => {
    const one = await gpgIdentity(`${handle} <${handle}@example.org>`);
    identities.push(one);
    const added = await post(`/publishers/${handle}/keys`, token, { kind: "openpgp", public_key: one.publicKey });
    expect(added.status).toBe(201);
    keyIds.set(one, added.body.id);
    return one;
  };
  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
  });
  afterAll(async () => {
    await registry.close();
    for (const one of identities) one.close();
  });
  const released = async (name: string, version: string, key: GpgIdentity | null = null) => {
    expect((await publish(registry.url, ada, sampleZip({ name, version }))).status).toBe(201);
    const done = await inspected(registry.url, name, version, ada);
    return key === null ? done : (await sign(name, version, key)).body;
  };
  const sign = async (name: string, version: string, key: GpgIdentity, token = ada) => {
    const sums = (await call(api(`/skills/${name}/${version}/sums`), { token: ada })).body as unknown as string;
    return call(api(`/skills/${name}/${version}/signatures`), {
      token,
      body: key.sign(sums),
      type: "application/pgp-signature",
    });
  };
  const shown = async (name: string, version: string) => (await call(api(`/skills/${name}/${version}`))).body;
  const compromise = (key: GpgIdentity) =>
    call(api(`/publishers/ada/keys/${keyIds.get(key)}?as=compromised`), { method: "DELETE", token: ada });

  test("G8 a second signature that nobody accepted does not carry a version on when the signer that it had turns out compromised", async () => {
    const [known, beside] = [await identity(ada, "ada"), await identity(ada, "ada")];
    await released("cosigned", "1.0.0", known);
    await released("cosigned", "1.1.0", known);
    expect((await sign("cosigned", "1.1.0", beside)).body).toMatchObject({
      security_tier: "community",
      signer_change: null,
    });
    expect((await compromise(known)).status).toBe(200);
    expect(await shown("cosigned", "1.1.0")).toMatchObject({
      security_tier: "experimental",
      signer_change: {
        status: "pending",
        from: [{ signer: known.fingerprint }],
        to: [{ signer: beside.fingerprint }],
      },
    });
    expect((await call(api("/skills/cosigned"))).body.latest_version).not.toBe("1.1.0");
    const notices = (await call(api("/notices"), { token: ada })).body.items;
    expect(notices).toContainEqual(expect.objectContaining({ kind: "signer-change", version: "1.1.0" }));
    // Its owner's word brings it back.
    expect(await post("/skills/cosigned/1.1.0/confirm-signer", ada, { signers: [beside.fingerprint] })).toMatchObject({
      status: 200,
      body: { security_tier: "community" },
    });
    expect((await call(api("/skills/cosigned"))).body.latest_version).toBe("1.1.0");
  });

  test("G8 a first install of a version that waits for its owner's word asks for it, also when both signers read the same", async () => {
    const known = await identity(ada, "ada");
    await released("same-words", "1.0.0", known);
    const proxy = await startRewritingProxy(registry.url);
    const home = mkdtempSync(join(tmpdir(), "gaia-home-"));
    // As of a workflow whose repository was deleted and made again by somebody else: only its number differs.
    const signer = { kind: "openpgp", signer: known.fingerprint, repository: null, repository_id: null, runner: null };
    proxy.rewrite = (path, answer) => {
      if (path === "/skills/same-words/1.0.0")
        answer.body.signer_change = { status: "pending", from: [signer], to: [signer] };
      return answer;
    };
    const installed = (acceptSigner: string[]) =>
      endOfVerb({ registry: proxy.url, home }, (session) =>
        install(session, { specs: ["same-words@1.0.0"], yes: true, acceptSigner }),
      );
    expect(await installed([])).toMatchObject({ code: 4, said: expect.stringContaining("signer_changed") });
    expect((await installed([known.fingerprint])).code).toBe(0);
    await proxy.close();
    await rm(home, { recursive: true });
  });
});
