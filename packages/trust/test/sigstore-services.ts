import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  initializeTSA,
  rekorHandler,
  tsaHandler,
} from "@sigstore/mock";
import { ISSUER, SUBJECT } from "./sigstore-instance.ts";

const keys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const b64 = (bytes: ArrayBufferView): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

/** Fulcio, Rekor and the timestamp authority of `@sigstore/mock` behind an address on loopback, for the library that signs. */
export async function startServices() {
  const ctLog = await initializeCTLog(keys());
  const [ca, authority] = [await initializeCA(keys(), ctLog), await initializeTSA(keys())];
  // Its own clock stands still. A whole second, because the library reads no fraction of one whose last digit was a zero.
  const tsa = Object.assign(Object.create(Object.getPrototypeOf(authority) as object), authority, {
    getCurrentTime: () => new Date(Math.ceil(Date.now() / 1000) * 1000),
  }) as typeof authority;
  const tLog = await initializeTLog("https://rekor.example", keys());
  const handlers = [fulcioHandler(ca), rekorHandler(tLog), tsaHandler(tsa)];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // a request's chunks are buffers
    const answer = await handlers.find(({ path }) => path === request.url)?.fn(Buffer.concat(chunks).toString());
    response.writeHead(answer?.statusCode ?? 404, { "content-type": answer?.contentType ?? "text/plain" });
    response.end(answer?.response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const validFor = { start: new Date(Date.now() - 60_000).toISOString() };
  const log = (publicKey: Buffer) => ({
    rawBytes: publicKey.toString("base64"),
    keyDetails: "PKIX_ECDSA_P256_SHA_256",
    validFor,
  });
  const chain = (...certificates: ArrayBufferView[]) => ({
    certificates: certificates.map((certificate) => ({ rawBytes: b64(certificate) })),
  });
  const idOf = async (publicKey: Buffer) =>
    b64(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(publicKey))));
  const root = {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [
      {
        baseUrl: "https://rekor.example",
        publicKey: log(tLog.publicKey),
        logId: { keyId: await idOf(tLog.publicKey) },
      },
    ],
    ctlogs: [{ baseUrl: "https://ct.example", publicKey: log(ctLog.publicKey), logId: { keyId: b64(ctLog.logID) } }],
    certificateAuthorities: [{ uri: "https://fulcio.example", certChain: chain(ca.rootCertificate), validFor }],
    timestampAuthorities: [
      { uri: "https://tsa.example", certChain: chain(tsa.intCertificate, tsa.rootCertificate), validFor },
    ],
  };
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { root, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OIDC token as the mock of Fulcio takes it: nobody signed it. */
export const tokenOf = (subject = SUBJECT) => `${part({ alg: "none" })}.${part({ iss: ISSUER, sub: subject })}.`;
