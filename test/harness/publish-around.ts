import { request } from "node:http";

/** Begins a publish, does `meanwhile` when half of the package is sent, and sends the rest. @returns the status of the answer */
export function publishAround(
  url: string,
  token: string,
  archive: Uint8Array,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/zip",
      "content-length": archive.length,
    };
    const sent = request(`${url}/api/v1/skills`, { method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    const half = Math.floor(archive.length / 2);
    sent.write(archive.subarray(0, half));
    // The first half has to be there, and the token to be found good, before anything happens.
    const go = () => meanwhile().then(() => sent.end(archive.subarray(half)), reject);
    setTimeout(() => void go(), 500);
  });
}
