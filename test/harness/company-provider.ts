import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { browser } from "./people.ts";

type Claims = Record<string, unknown>;

/** A company's own OpenID provider (`oidc-provider`) on loopback, for a registry that is told of it before it listens. */
export interface CompanyProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in there, by what they type in, and what it says of them; whoever is not here is somebody with no claims. */
  people: Map<string, Claims>;
  /** Lets registries in, by the address that it sends people back to. */
  admit(redirectUri: string): void;
  /** What a person does there: goes to this address, signs in and agrees. Returns where the provider sends them. */
  visit(url: string, login: string): Promise<string>;
  close(): Promise<void>;
}

export async function startCompanyProvider(): Promise<CompanyProvider> {
  const people = new Map<string, Claims>();
  const [clientId, clientSecret] = ["gaia-registry", "a secret: with signs % and +"];
  let answer: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    admit(redirectUri) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
        cookies: { keys: ["only in this test"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username", "groups"] },
        pkce: { required: () => true },
        findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
      });
      answer = provider.callback();
    },
    async visit(url, login) {
      const person = browser(issuer);
      let at = url;
      for (let steps = 0; steps < 20; steps += 1) {
        if (!at.startsWith(issuer)) return at;
        const seen = await person.get(at);
        const location = seen.headers.get("location");
        if (location !== null) at = new URL(location, issuer).href;
        else at = await fillIn(person, seen, { at, login, issuer });
      }
      throw new Error("the provider goes round in circles");
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends the form of a page of the provider's, and says where it leads. */
async function fillIn(
  person: ReturnType<typeof browser>,
  seen: { status: number; body: unknown },
  { at, login, issuer }: { at: string; login: string; issuer: string },
): Promise<string> {
  const page = String(seen.body);
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
  if (action === undefined || prompt === undefined)
    throw new Error(`${at} answered ${seen.status}: ${page.slice(0, 500)}`);
  const sent = await person.submit(action, prompt === "login" ? { prompt, login, password: "x" } : { prompt }, {});
  return new URL(sent.headers.get("location") ?? "", issuer).href;
}
