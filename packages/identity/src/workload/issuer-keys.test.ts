import { exportJWK, generateKeyPair, SignJWT, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { issuerKeys } from "./issuer-keys.ts";
import type { Issuer } from "./issuers.ts";

const ISSUER = "https://issuer.example";
const HOUR_MS = 60 * 60_000;

test("T6 a token that nobody signed takes no good keys from an issuer that is away: they count for a day", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "good", alg: "ES256" };
  let [at, isAway] = [0, false];
  const read = async (url: string) => {
    if (isAway) throw new Error("away");
    const document = url.includes("openid-configuration")
      ? { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` }
      : { keys: [jwk] };
    return { status: 200, body: JSON.stringify(document) };
  };
  // Of an issuer these are what its keys are found by.
  const issuer = { issuer: ISSUER, isOperators: false } as Issuer;
  const keys = issuerKeys(read, () => at);
  const signed = (kid: string) => new SignJWT({}).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
  const verify = async (kid: string) => jwtVerify(await signed(kid), keys.of(issuer));
  await expect(verify("good")).resolves.toBeDefined();
  isAway = true;
  at = 60_000;
  await expect(verify("of nobody")).rejects.toMatchObject({ code: "unavailable" });
  await expect(verify("good")).resolves.toBeDefined();
  at = 2 * HOUR_MS;
  await expect(verify("good")).resolves.toBeDefined();
  at = 25 * HOUR_MS;
  await expect(verify("good")).rejects.toMatchObject({ code: "unavailable" });
  isAway = false;
  at += 60_000;
  await expect(verify("good")).resolves.toBeDefined();
});
