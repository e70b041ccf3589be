import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** GitHub's OAuth and the two addresses of its API that signing in asks, as an Enterprise Server has them; no registry carries one. */
export async function startFakeGithub() {
  const users = new Map<string, { id: number; login: string; emails: object[] }>();
  const codes = new Map<string, { login: string; challenge: string; redirectUri: string }>();
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    let text = "";
    for await (const part of request) text += String(part);
    if (request.method === "POST" && request.url === "/login/oauth/access_token") {
      const form = new URLSearchParams(text);
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isRight =
        code?.challenge === challenge &&
        code.redirectUri === form.get("redirect_uri") &&
        form.get("client_secret") === "a secret of GitHub's";
      return isRight ? answer(200, { access_token: code.login }) : answer(200, { error: "bad_verification_code" });
    }
    const user = users.get((request.headers.authorization ?? "").replace("Bearer ", ""));
    if (!user || !request.headers["user-agent"]) return answer(403, {});
    if (request.url === "/api/v3/user") return answer(200, { id: user.id, login: user.login });
    return request.url === "/api/v3/user/emails" ? answer(200, user.emails) : answer(404, {});
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    users,
    /** Agrees in somebody's name; returns where GitHub sends the browser. */
    visit(address: string, login: string): string {
      const { searchParams: asked } = new URL(address);
      const [code, redirectUri] = [`code-${codes.size}-${login}`, asked.get("redirect_uri") ?? ""];
      codes.set(code, { login, redirectUri, challenge: asked.get("code_challenge") ?? "" });
      return `${redirectUri}?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
