import { bundleToJSON } from "@sigstore/bundle";
import {
  DSSEBundleBuilder,
  FulcioSigner,
  MessageSignatureBundleBuilder,
  RekorWitness,
  TSAWitness,
} from "@sigstore/sign";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementOf, SUBJECT } from "./sigstore-instance.ts";
import { startServices, tokenOf } from "./sigstore-services.ts";
import { SUMS, verifyIn } from "./sigstore-verify.ts";

let services: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.close());

/** Statements are logged as intoto: the mock writes down the request, and one for dsse is no entry yet. */
function signing() {
  const signer = new FulcioSigner({
    fulcioBaseURL: services.url,
    identityProvider: { getToken: async () => tokenOf() },
  });
  const witnesses = [
    new RekorWitness({ rekorBaseURL: services.url, entryType: "intoto" }),
    new TSAWitness({ tsaBaseURL: services.url }),
  ];
  return { signer, witnesses };
}

test("what Sigstore's own library signs as a message is verified", async () => {
  const bundle = await new MessageSignatureBundleBuilder(signing()).create({ data: Buffer.from(SUMS) });
  expect(await verifyIn(services.root, bundleToJSON(bundle))).toMatchObject({ ok: true, madeBy: SUBJECT });
});

test("what it signs as a statement is verified, and as a v0.1 bundle too", async () => {
  const data = Buffer.from(JSON.stringify(statementOf(SUMS)));
  for (const certificateChain of [false, true]) {
    const builder = new DSSEBundleBuilder({ ...signing(), certificateChain });
    const bundle = await builder.create({ data, type: "application/vnd.in-toto+json" });
    expect(await verifyIn(services.root, bundleToJSON(bundle))).toMatchObject({ ok: true, madeBy: SUBJECT });
  }
});
