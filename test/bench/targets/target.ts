/** What is read under load, by every target that can. */
export const LOAD_SCENARIOS = ["metadata", "not modified", "download", "proof"] as const;
export type LoadScenario = (typeof LOAD_SCENARIOS)[number];

/** One address, how it is asked, and the only status that counts as an answer. */
interface LoadRequest {
  url: string;
  headers: Record<string, string>;
  status: number;
  /** Size of the answer's body. */
  bodyBytes: number;
}

/** A server that runs beside the others for the whole bench, on loopback and with data of its own. */
export interface Target {
  name: string;
  version: string;
  pids: number[];
  requests: Partial<Record<LoadScenario, LoadRequest>>;
  stop(): Promise<void>;
}

/** What servers that know nothing of skills serve: the very bytes that the registry answers with. */
export interface Bodies {
  metadata: Uint8Array;
  archive: Uint8Array;
  proof: Uint8Array;
}

/** The bytes that a registry answers with. */
export async function readBodies({ requests }: Target): Promise<Bodies> {
  const read = async (url: string | undefined) => new Uint8Array(await (await fetch(url ?? "")).arrayBuffer());
  return {
    metadata: await read(requests.metadata?.url),
    archive: await read(requests.download?.url),
    proof: await read(requests.proof?.url),
  };
}

/**
 * Asks an address once, twice where it has an ETag, and says how to ask it under load: for its body, and for a 304.
 * @throws Error when it does not answer 200
 */
async function toRequest(url: string): Promise<{ full: LoadRequest; notModified: LoadRequest | null }> {
  const answer = await fetch(url);
  const body = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const full = { url, headers: {}, status: 200, bodyBytes: body.byteLength };
  const etag = answer.headers.get("etag");
  if (etag === null) return { full, notModified: null };
  const headers = { "if-none-match": etag };
  const again = await fetch(url, { headers });
  await again.arrayBuffer();
  // Not every server compares a tag it sent itself.
  if (again.status !== 304) return { full, notModified: null };
  return { full, notModified: { url, headers, status: 304, bodyBytes: 0 } };
}

/** The requests of a target that serves metadata at one address, the archive at another and, where it has a log, a proof at a third. */
export async function toRequests(
  metadataUrl: string,
  archiveUrl: string,
  proofUrl: string | null = null,
): Promise<Target["requests"]> {
  const metadata = await toRequest(metadataUrl);
  const archive = await toRequest(archiveUrl);
  return {
    metadata: metadata.full,
    ...(metadata.notModified ? { "not modified": metadata.notModified } : {}),
    download: archive.full,
    ...(proofUrl === null ? {} : { proof: (await toRequest(proofUrl)).full }),
  };
}
