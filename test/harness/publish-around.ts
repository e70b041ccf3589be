import { request } from "node:http";

/** What is sent slowly. */
interface Slow {
  method?: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Begins a request, does `meanwhile` when half of its body is sent, and sends the rest. @returns the status of the answer */
export function sendAround(
  url: string,
  { method = "POST", headers, body }: Slow,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, "content-length": body.length } }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    const half = Math.floor(body.length / 2);
    sent.write(body.subarray(0, half));
    // The first half has to be there, and the token to be found good, before anything happens.
    const go = () => meanwhile().then(() => sent.end(body.subarray(half)), reject);
    setTimeout(() => void go(), 500);
  });
}

/** The same for a publish. */
export const publishAround = (
  url: string,
  token: string,
  archive: Uint8Array,
  meanwhile: () => Promise<unknown>,
): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/zip" };
  return sendAround(`${url}/api/v1/skills`, { headers, body: archive }, meanwhile);
};
