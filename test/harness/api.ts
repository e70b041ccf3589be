/** Small ways to speak to a registry in tests: plain fetch, nothing of ours in between. */

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** One request; a JSON answer is parsed, anything else is its text. */
export async function call(
  url: string,
  options: {
    method?: string;
    token?: string;
    json?: unknown;
    body?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;
    type?: string;
    headers?: Record<string, string>;
    timeoutMs?: number;
  } = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many shapes
): Promise<Answer<any>> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token) headers["authorization"] = `Bearer ${options.token}`;
  if (options.json !== undefined) headers["content-type"] = "application/json";
  if (options.type) headers["content-type"] = options.type;
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
  });
  const text = await response.text();
  const json = (response.headers.get("content-type") ?? "").includes("json");
  return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
}

/** Publishes an archive. */
export const publish = (url: string, token: string, archive: Uint8Array, query = "") =>
  call(`${url}/api/v1/skills${query}`, { token, body: archive as Uint8Array<ArrayBuffer>, type: "application/zip" });

/** Creates an account and returns its token. */
export async function account(url: string, adminToken: string, handle: string): Promise<string> {
  const created = await call(`${url}/api/v1/admin/accounts`, { token: adminToken, json: { handle } });
  if (created.status !== 201) throw new Error(`account ${handle}: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.token;
}

/** Waits until a version's state is final, and returns it. */
export async function inspected(url: string, name: string, version: string, token: string, timeoutMs = 110_000) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await call(`${url}/api/v1/skills/${name}/${version}`, { token });
    if (answer.status === 200 && !["received", "inspecting"].includes(answer.body.status)) return answer.body;
    if (answer.status !== 200 || Date.now() > deadline)
      throw new Error(`${name} ${version} stayed ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
