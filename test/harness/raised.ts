import { call, inspected, publish } from "./api.ts";
import { gpgIdentity } from "./gpg.ts";
import type { TestRegistry } from "./registry.ts";
import { type SampleFiles, zipOf } from "./samples.ts";

/** Somebody whose versions rise: by a signature to community, by an admin's audit to verified. */
export interface Raiser {
  /** Publishes a version, where it is given files, and signs it. */
  community(name: string, files: SampleFiles | null, version?: string, query?: string): Promise<void>;
  verified(name: string, version?: string): Promise<void>;
  /** An admin takes a tier. */
  demoted(name: string, tier: "community" | "experimental", version?: string): Promise<void>;
  close(): void;
}

/** Registers a new key of the publisher whose token it is. Each step throws when its answer is no success. */
export async function raiserOf(registry: TestRegistry, publisher: string, token: string): Promise<Raiser> {
  const gpg = await gpgIdentity(`${publisher} <${publisher}@example.org>`);
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = async (path: string, by: string, json: object) => {
    const answer = await call(api(path), { token: by, json });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await post(`/publishers/${publisher}/keys`, token, { kind: "openpgp", public_key: gpg.publicKey });
  return {
    async community(name, files, version = "1.0.0", query = "") {
      if (files !== null) {
        const sent = await publish(registry.url, token, zipOf(files), query);
        if (sent.status !== 201) throw new Error(`${name}: ${sent.status} ${JSON.stringify(sent.body)}`);
        await inspected(registry.url, name, version, token);
      }
      const sums = (await call(api(`/skills/${name}/${version}/sums`), { token })).body as unknown as string;
      const signed = await call(api(`/skills/${name}/${version}/signatures`), {
        token,
        body: gpg.sign(sums),
        type: "application/pgp-signature",
      });
      if (signed.body.security_tier !== "community")
        throw new Error(`${name} is ${signed.body.security_tier ?? JSON.stringify(signed.body)}`);
    },
    async verified(name, version = "1.0.0") {
      const asked = await post(`/skills/${name}/${version}/promotion`, token, { tier: "verified", note: "please" });
      const decision = { inspection_id: asked.inspection_id, reason: "read every line" };
      await post(`/admin/promotions/${asked.id}/approve`, registry.adminToken, decision);
    },
    async demoted(name, tier, version = "1.0.0") {
      const decision = { tier, reason: "it is not what it was" };
      await post(`/admin/skills/${name}/${version}/demote`, registry.adminToken, decision);
    },
    close: () => gpg.close(),
  };
}
